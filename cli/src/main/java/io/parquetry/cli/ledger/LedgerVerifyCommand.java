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
import java.util.TreeMap;
import java.util.concurrent.Callable;
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

    /** The newest entries of the ledgers of each topic-partition. */
    private final Map<String, List<LedgerEntry>> newest = new HashMap<>();

    @Override
    public Integer call() throws IOException {
        int ledgers = 0;
        try (Storage storage = storageOption.open()) {
            for (FoundLedger ledger : FoundLedger.all(storage, selection.selection())) {
                verify(storage, ledger);
                ledgers++;
            }
            storage.list("", new DataFiles());
            reportUncovered(storage);
        }
        CliConsole out = CliConsole.outliving(spec);
        faults.forEach(out::println);
        out.println(NumberText.counted(ledgers, "ledger") + ", "
                + (faults.isEmpty() ? "no fault" : NumberText.counted(faults.size(), "fault")));
        return faults.isEmpty() ? 0 : 1;
    }

    private void verify(Storage storage, FoundLedger ledger) throws IOException {
        try {
            Optional<LedgerEntry> entry = new LedgerReader(storage, ledger.path()).newest();
            if (entry.isPresent()) {
                newest.computeIfAbsent(key(ledger.topic(), ledger.partition()), absent -> new ArrayList<>())
                        .add(entry.get());
                entry.get().halt().ifPresent(halt -> faults.add(ledger.described(halt)));
                for (LedgerFile file : entry.get().files()) {
                    verify(storage, ledger, file);
                }
            }
        } catch (LedgerException e) {
            faults.add(e.getMessage());
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
            return entries != null && entries.stream().noneMatch(entry -> covers(entry, name));
        }
    }

    /** Reads the ledgers again: a connector that runs may have published the files meanwhile. */
    private void reportUncovered(Storage storage) throws IOException {
        if (uncovered.isEmpty()) {
            return;
        }
        List<String> known = List.copyOf(faults);
        newest.clear();
        for (FoundLedger ledger : FoundLedger.all(storage, selection.selection())) {
            verify(storage, ledger);
        }
        faults.clear();
        faults.addAll(known);
        uncovered.forEach((path, name) -> {
            List<LedgerEntry> entries = newest.getOrDefault(key(name.topic(), name.partition()), List.of());
            if (entries.stream().noneMatch(entry -> covers(entry, name))) {
                faults.add(path + ": begins at offset " + name.firstOffset()
                        + ", which the ledger does not cover; its records will be written again");
            }
        });
    }

    /** A file of an earlier generation is older than the position, and one without position may be anything. */
    private static boolean covers(LedgerEntry entry, DataFileName file) {
        return entry.generation() != file.generation()
                || entry.covers(file.firstOffset())
                || entry.files().stream().anyMatch(waiting -> waiting.firstOffset() == file.firstOffset());
    }
}
