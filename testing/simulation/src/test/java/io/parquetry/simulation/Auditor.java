package io.parquetry.simulation;

import io.parquetry.connect.common.storage.StoragePath;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * Knows which records exist, and holds against that what is visible, at each change. A record is known by a number: its
 * partition and its offset.
 *
 * <ol type="a">
 *   <li>No record is visible in two files.
 *   <li>What an owner was told to be committed, or what it skips because its ledger says so, is visible from then on.
 *   <li>In the end every record is visible exactly once.
 * </ol>
 */
final class Auditor implements SimulatedDisk.Listener {
    private static final int PARTITION_SHIFT = 32;

    private final String prefix;
    private final Contents contents;
    private final Map<String, long[]> recordsOf = new HashMap<>();
    private final Map<Long, String> fileOf = new HashMap<>();
    private final Set<Long> promised = new HashSet<>();
    /** Records that a source has sent, whose files may be deleted. */
    private final Set<Long> sent = new HashSet<>();

    /** Files that a job has merged into others. */
    private final Set<String> compacted = new HashSet<>();

    /** Records of files that a job has taken away and will bring back. */
    private final Set<Long> away = new HashSet<>();

    private String untouchable;

    /** Reads the numbers of the records of a file. */
    @FunctionalInterface
    interface Contents {
        long[] records(String path, byte[] bytes);
    }

    /** @param prefix of the paths that readers see */
    Auditor(String prefix, Contents contents) {
        this.prefix = prefix;
        this.contents = contents;
    }

    /** The number of a record. */
    static long record(int partition, long offset) {
        return (long) partition << PARTITION_SHIFT | offset;
    }

    static String described(long record) {
        return "offset " + (int) record + " of partition " + (record >> PARTITION_SHIFT);
    }

    @Override
    public void appeared(String path, SimulatedDisk.Node node) {
        if (!path.startsWith(prefix) || isIgnoredByReaders(StoragePath.name(path))) {
            return;
        }
        long[] records = contents.records(path, node.bytes());
        recordsOf.put(path, records);
        for (long record : records) {
            String other = fileOf.put(record, path);
            if (other != null) {
                throw new Violation(described(record) + " is in " + other + " and in " + path);
            }
        }
    }

    private static boolean isIgnoredByReaders(String name) {
        return name.startsWith("_") || name.startsWith(".");
    }

    /** Nobody may replace or delete this file; null for none. */
    void protect(String path) {
        untouchable = path;
    }

    @Override
    public void vanished(String path) {
        if (path.equals(untouchable)) {
            throw new Violation("the file " + path + " of somebody else was replaced or deleted");
        }
        long[] records = recordsOf.remove(path);
        if (records != null) {
            for (long record : records) {
                fileOf.remove(record);
            }
        }
    }

    /** The files that a job may merge: all their records were promised, or any file is taken. */
    List<String> compactable(boolean any) {
        return recordsOf.keySet().stream()
                .filter(path -> !path.equals(untouchable))
                .filter(path -> any || Arrays.stream(recordsOf.get(path)).allMatch(promised::contains))
                .sorted()
                .toList();
    }

    /** A job has merged a file into one that nobody touches, and deletes it next. */
    void compacted(String path) {
        compacted.add(path);
        for (long record : recordsOf.remove(path)) {
            fileOf.put(record, "what was compacted of " + path);
        }
    }

    boolean isCompacted(String path) {
        return compacted.contains(path);
    }

    /** The record is in its topic again. */
    void sent(long record) {
        sent.add(record);
    }

    /** A job takes a file away. */
    void takenAway(String path) {
        Arrays.stream(recordsOf.getOrDefault(path, new long[0])).forEach(away::add);
    }

    /** The files that were taken away are there again. */
    void broughtBack() {
        away.clear();
    }

    /** A person has deleted the files of a partition, whose records will come again. */
    void forget(int partition) {
        promised.removeIf(record -> record >> PARTITION_SHIFT == partition);
    }

    private boolean isThere(long record) {
        return away.contains(record) || fileOf.containsKey(record) || sent.contains(record);
    }

    /** Somebody relies on this record being visible, or sent by a source that then deleted its file. */
    void promised(long record, String who) {
        if (!isThere(record)) {
            throw new Violation(who + " relies on " + described(record) + ", which is in no visible file");
        }
        promised.add(record);
    }

    /** What was promised is still visible. */
    void requirePromised(String when) {
        for (long record : promised) {
            if (!isThere(record)) {
                throw new Violation(described(record) + " was committed, and is in no visible file " + when);
            }
        }
    }

    /** The records below {@code end} of each partition are visible, and no other. */
    void requireAll(int partitions, long end) {
        long[] expected = LongStream.range(0, partitions)
                .flatMap(partition -> LongStream.range(0, end).map(offset -> record((int) partition, offset)))
                .toArray();
        List<String> missing = Arrays.stream(expected)
                .filter(record -> !isThere(record))
                .mapToObj(Auditor::described)
                .toList();
        if (!missing.isEmpty()) {
            throw new Violation("in the end no visible file has " + missing);
        }
        if (sent.isEmpty() && fileOf.size() != expected.length) {
            throw new Violation("in the end " + fileOf.size() + " records are visible, where " + expected.length
                    + " were produced");
        }
    }
}
