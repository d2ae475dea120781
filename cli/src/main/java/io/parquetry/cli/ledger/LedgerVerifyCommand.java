package io.parquetry.cli.ledger;

import io.parquetry.cli.console.CliConsole;
import io.parquetry.cli.console.NumberText;
import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.LedgerException;
import io.parquetry.connect.common.ledger.LedgerFile;
import io.parquetry.connect.common.ledger.LedgerReader;
import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.StoredFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code parquetry ledger verify}. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = {
            "Check ledgers against each other and against the files of the storage.",
            "",
            "Prints a line for each fault: a ledger that cannot be continued, or not before somebody moves its"
                    + " position; a file of the newest entry that is gone, or has another length; a published file that"
                    + " begins at an offset that no ledger covers, so that its records will be written again."
                    + " Exit code 1 if there is a fault."
        })
final class LedgerVerifyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private StorageOption storageOption;

    @Mixin
    private LedgerSelection selection;

    private final List<String> faults = new ArrayList<>();

    /** Data files that no ledger covered when they were listed, by path. */
    private final Map<String, DataFileName> uncovered = new TreeMap<>();

    /** The newest entries of all ledgers of each topic-partition whose ledger was asked for. */
    private final Map<String, List<LedgerEntry>> newest = new HashMap<>();

    /** Why a ledger of the topic-partition cannot be read, so that it is not known which files are covered. */
    private final Map<String, String> unreadable = new HashMap<>();

    @Override
    public Integer call() throws IOException {
        int ledgers;
        try (Storage storage = storageOption.open()) {
            List<FoundLedger> found = FoundLedger.all(storage, selection.selection());
            ledgers = found.size();
            read(storage, found, found.stream().map(FoundLedger::path).collect(Collectors.toSet()));
            storage.list("", new DataFiles());
            if (!uncovered.isEmpty()) {
                // A connector that runs may have published the files meanwhile.
                read(storage, found, Set.of());
                reportUncovered();
            }
        }
        CliConsole out = CliConsole.outliving(spec);
        faults.forEach(out::println);
        out.println(NumberText.counted(ledgers, "ledger") + ", "
                + (faults.isEmpty() ? "no fault" : NumberText.counted(faults.size(), "fault")));
        return faults.isEmpty() ? 0 : 1;
    }

    /**
     * Reads the newest entries, also those of other connectors that write the same topics: their files are in their own
     * ledgers.
     *
     * @param verified paths of the ledgers whose faults are noted
     */
    private void read(Storage storage, List<FoundLedger> found, Set<String> verified) throws IOException {
        newest.clear();
        unreadable.clear();
        found.forEach(ledger -> newest.put(key(ledger.topic(), ledger.partition()), new ArrayList<>()));
        for (FoundLedger ledger : FoundLedger.all(storage, selection.selection().ofAnyConnector())) {
            List<LedgerEntry> entries = newest.get(key(ledger.topic(), ledger.partition()));
            if (entries == null) {
                continue;
            }
            try {
                Optional<LedgerEntry> entry = new LedgerReader(storage, ledger.path()).newest();
                entry.ifPresent(entries::add);
                if (entry.isPresent() && verified.contains(ledger.path())) {
                    verify(storage, ledger, entry.get());
                }
            } catch (LedgerException e) {
                unreadable.put(key(ledger.topic(), ledger.partition()), e.getMessage());
                if (verified.contains(ledger.path())) {
                    faults.add(e.getMessage());
                }
            }
        }
    }

    private void verify(Storage storage, FoundLedger ledger, LedgerEntry entry) throws IOException {
        entry.halt().ifPresent(halt -> faults.add(ledger.described(halt)));
        for (LedgerFile file : entry.files()) {
            verify(storage, ledger, file);
        }
    }

    private static String key(String topic, int partition) {
        return topic + "+" + partition;
    }

    private void verify(Storage storage, FoundLedger ledger, LedgerFile file) throws IOException {
        Optional<StoredFile> published = storage.find(file.path());
        boolean waiting = storage.find(StoragePath.in(ledger.path(), file.temporaryName()))
                .isPresent();
        if (published.isPresent() && published.get().bytes() != file.bytes()) {
            faults.add(
                    file.path() + ": has " + published.get().bytes() + " bytes; it was published with " + file.bytes());
        } else if (published.isEmpty() && !waiting) {
            faults.add(file.path() + ": was published with offsets " + file.firstOffset() + " to " + file.lastOffset()
                    + " and is gone");
        }
    }

    /** Data files of the topic-partitions whose ledgers were read. */
    private final class DataFiles implements ListingVisitor {
        @Override
        public boolean enter(String subdirectory) {
            return !subdirectory.equals(LedgerDirectory.ROOT);
        }

        @Override
        public void file(StoredFile file) {
            DataFileName.parse(file.name())
                    .filter(this::isUncovered)
                    .ifPresent(name -> uncovered.put(file.path(), name));
        }

        private boolean isUncovered(DataFileName name) {
            List<LedgerEntry> entries = newest.get(key(name.topic(), name.partition()));
            return entries != null && !entries.isEmpty() && entries.stream().noneMatch(entry -> covers(entry, name));
        }
    }

    private void reportUncovered() {
        uncovered.forEach((path, name) -> {
            String partition = key(name.topic(), name.partition());
            if (newest.get(partition).stream().anyMatch(entry -> covers(entry, name))) {
                return;
            }
            String fault = unreadable.getOrDefault(
                    partition,
                    path + ": begins at offset " + name.firstOffset()
                            + ", which the ledger does not cover; its records will be written again");
            if (!faults.contains(fault)) {
                faults.add(fault);
            }
        });
    }

    /** A file of an earlier generation is older than the position. */
    private static boolean covers(LedgerEntry entry, DataFileName file) {
        return file.generation() < entry.generation()
                || file.generation() == entry.generation()
                        && (entry.covers(file.firstOffset())
                                || entry.files().stream()
                                        .anyMatch(waiting -> waiting.firstOffset() == file.firstOffset()));
    }
}
