package io.parquetry.simulation;

import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.LedgerFile;
import io.parquetry.connect.common.ledger.OffsetSet;
import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.TemporaryFile;
import io.parquetry.connect.sink.commit.FencedException;
import io.parquetry.connect.sink.commit.Ledger;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The smallest program that follows the protocol of the ledger: it writes offsets to files of several paths, which it
 * commits at different times, and goes back to its ledger when the storage fails.
 */
final class LedgerOwner {
    private static final int FAILURES_MAX = 30;

    private final Storage storage;
    private final Ledger ledger;
    private final Dice dice;
    private final Auditor auditor;
    private final String name;
    private final int partition;
    private final Body body;
    private final Map<String, List<Long>> open = new TreeMap<>();
    private boolean isOwner;

    /** The bytes of a file. */
    @FunctionalInterface
    interface Body {
        /** Offsets as lines of text. */
        Body TEXT = offsets -> {
            StringBuilder lines = new StringBuilder();
            offsets.forEach(offset -> lines.append(offset).append('\n'));
            return lines.toString().getBytes(StandardCharsets.UTF_8);
        };

        byte[] of(List<Long> offsets) throws IOException;
    }

    LedgerOwner(SimulatedProcess process, Storage storage, Ledger ledger, Auditor auditor, int partition, Body body) {
        this.storage = storage;
        this.ledger = ledger;
        this.dice = process.world().dice;
        this.auditor = auditor;
        this.name = process.name();
        this.partition = partition;
        this.body = body;
    }

    /** Writes the offsets below {@code end} that are not written, as long as nobody else takes over. */
    void run(long end, int commitsMax) {
        int commits = 0;
        for (int failures = 0; failures < FAILURES_MAX; failures++) {
            try {
                open.clear();
                LedgerEntry entry = isOwner ? ledger.recover() : ledger.takeOver();
                isOwner = true;
                rely(entry);
                for (long offset = entry.nextOffset().orElse(0); offset < end; offset++) {
                    if (add(offset)) {
                        commit(List.of(pathOf(offset)), offset + 1);
                        if (++commits == commitsMax) {
                            return;
                        }
                    }
                }
                if (!open.isEmpty()) {
                    commit(List.copyOf(open.keySet()), end);
                }
                return;
            } catch (FencedException anotherOwner) {
                return;
            } catch (IOException again) {
                // The ledger says what was done.
            }
        }
    }

    private static String pathOf(long offset) {
        return offset % 2 == 0 ? "even" : "odd";
    }

    /** Returns whether the offset's file is to be committed. */
    private boolean add(long offset) {
        if (ledger.current().covers(offset)) {
            return false;
        }
        List<Long> file = open.computeIfAbsent(pathOf(offset), absent -> new ArrayList<>());
        file.add(offset);
        return file.size() >= 3 || dice.chance(0.3);
    }

    private void commit(List<String> paths, long position) throws IOException {
        List<LedgerFile> files = new ArrayList<>();
        List<OffsetSet> published = new ArrayList<>(List.of(ledger.current().published()));
        for (String path : paths) {
            List<Long> offsets = open.remove(path);
            files.add(write(path, offsets));
            OffsetSet set = OffsetSet.from(offsets.get(0));
            offsets.forEach(set::add);
            published.add(set);
        }
        long nextOffset = open.values().stream()
                .mapToLong(offsets -> offsets.get(0))
                .min()
                .orElse(position);
        rely(ledger.commit(nextOffset, OffsetSet.union(nextOffset, published), files));
    }

    private void rely(LedgerEntry entry) {
        long last = entry.published().isEmpty()
                ? entry.nextOffset().orElse(0)
                : entry.published().last() + 1;
        for (long offset = 0; offset < last; offset++) {
            if (entry.covers(offset)) {
                auditor.promised(Auditor.record(partition, offset), name);
            }
        }
    }

    private LedgerFile write(String path, List<Long> offsets) throws IOException {
        String temporary = ledger.newTemporary();
        byte[] bytes = body.of(offsets);
        long first = offsets.get(0);
        long last = offsets.get(offsets.size() - 1);
        String name = path(partition, path, first, last, ledger.current().generation());
        StagedFile staged;
        try (TemporaryFile out = storage.create(temporary)) {
            out.write(bytes, 0, bytes.length);
            staged = out.stage(name).await();
        }
        if (storage.find(temporary).filter(file -> file.bytes() == bytes.length).isEmpty()) {
            throw new IOException(temporary + " has not the length that was written");
        }
        OffsetSet all = OffsetSet.from(first);
        offsets.forEach(all::add);
        return new LedgerFile(StoragePath.name(temporary), name, first, last, offsets.size(), bytes.length)
                .stagedAs(staged, all);
    }

    /** The path of a file that an owner writes. */
    static String path(int partition, String name, long first, long last, int generation) {
        LedgerDirectory ledger = directory(partition);
        return "topics/" + name + "/"
                + new DataFileName(ledger.topic(), ledger.partition(), first, last, generation).format();
    }

    /** The offsets of a file that an owner wrote. */
    static long[] offsets(String path, byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8)
                .lines()
                .mapToLong(Long::parseLong)
                .toArray();
    }

    static LedgerDirectory directory(int partition) {
        return new LedgerDirectory("archive", "orders", partition);
    }
}
