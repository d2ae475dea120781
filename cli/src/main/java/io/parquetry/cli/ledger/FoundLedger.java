package io.parquetry.cli.ledger;

import io.parquetry.cli.failure.CommandException;
import io.parquetry.connect.common.ledger.Halt;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.naming.PathValues;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The directory of a ledger that a storage has.
 *
 * @param path inside the storage
 * @param connector its name; escaped as in the path where the path does not say it whole
 * @param temporaryFiles number of temporary files in the directory
 */
record FoundLedger(String path, String connector, String topic, int partition, long temporaryFiles) {
    private static final int DIRECTORY_NAMES = 4;

    /** Chooses ledgers; an empty part chooses all. */
    record Selection(Optional<String> connector, Optional<String> topic, OptionalInt partition) {
        /** The same, of all connectors. */
        Selection ofAnyConnector() {
            return new Selection(Optional.empty(), topic, partition);
        }

        private boolean accepts(FoundLedger ledger) {
            return (connector.isEmpty() || ledger.path().startsWith(LedgerDirectory.of(connector.get()) + "/"))
                    && (topic.isEmpty() || ledger.topic().equals(topic.get()))
                    && (partition.isEmpty() || ledger.partition() == partition.getAsInt());
        }
    }

    /** Why the ledger waits for a person. */
    String described(Halt halt) {
        return path + ": " + halt.message(new LedgerDirectory(connector, topic, partition));
    }

    /**
     * The ledgers of a storage, by path.
     *
     * @throws CommandException when there is none
     */
    static List<FoundLedger> all(Storage storage, Selection selection) throws IOException {
        if (!storage.isDirectory(LedgerDirectory.ROOT)) {
            throw new CommandException(storage.url() + " has no directory " + LedgerDirectory.ROOT
                    + ", so no sink has written there; give the storage.url of the connector");
        }
        TreeMap<String, Long> temporaryFiles = new TreeMap<>();
        storage.list(LedgerDirectory.ROOT, file -> {
            boolean entry = LedgerDirectory.sequenceOf(file.name()).isPresent();
            boolean temporary = LedgerDirectory.epochOf(file.name()).isPresent();
            if (entry || temporary) {
                temporaryFiles.merge(StoragePath.parent(file.path()), temporary ? 1L : 0L, Long::sum);
            }
        });
        List<FoundLedger> found = new ArrayList<>();
        temporaryFiles.forEach(
                (path, count) -> parse(path, count).filter(selection::accepts).ifPresent(found::add));
        if (found.isEmpty()) {
            throw new CommandException(storage.url() + " has no such ledger; `parquetry ledger show " + storage.url()
                    + "` lists those that there are");
        }
        return found;
    }

    private static Optional<FoundLedger> parse(String path, long temporaryFiles) {
        String[] names = path.split("/");
        if (names.length != DIRECTORY_NAMES || !names[3].matches("0|[1-9][0-9]{0,8}")) {
            return Optional.empty();
        }
        return Optional.of(new FoundLedger(
                path, unescaped(names[1]), unescaped(names[2]), Integer.parseInt(names[3]), temporaryFiles));
    }

    /** A shortened name ends in a hash after a plus sign and cannot be unescaped. */
    private static String unescaped(String name) {
        return name.contains("+") ? name : PathValues.unescaped(name);
    }
}
