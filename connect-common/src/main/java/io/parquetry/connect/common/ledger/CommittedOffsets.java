package io.parquetry.connect.common.ledger;

import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.StoredFile;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads the committed positions from the ledgers of all sinks that write to a storage.
 *
 * <ol type="a">
 *   <li>The sink creates an entry before it publishes the files of the entry, and the next entry only when all of them
 *       are published. So the newest entry counts once all its files are published, and its predecessor until then.
 *   <li>Only entries in the line count, see {@link LedgerReader}.
 *   <li>Where several connectors have a ledger of one topic-partition, the one with the largest position counts: the
 *       other connectors are no longer in use.
 *   <li>Entries never change, so each is read once.
 *   <li>A ledger without a position does not count: its sink has published no file, so all published files are older.
 *       From the first commit on the ledger counts, also while that commit publishes its files.
 *   <li>A ledger that cannot be read has no position, and is among {@link #broken}: nothing that depends on it may be
 *       done. It does not stop the others.
 * </ol>
 */
public final class CommittedOffsets {
    private static final int LEDGER_PATH_NAMES = 4;

    /** A ledger that cannot be read is tried again after so many refreshes at most; each attempt lists it often. */
    private static final int REFRESHES_BETWEEN_ATTEMPTS_MAX = 16;

    private static final CommittedOffset NOTHING = new CommittedOffset(0, 0);

    private final Storage storage;
    private final Map<String, Known> known = new HashMap<>();

    /** The files that the newest entries name, of the last refresh that did not fail. */
    private Set<String> needed = Set.of();

    private final Map<String, Broken> broken = new TreeMap<>();
    private long refreshes;
    private Map<String, CommittedOffset> positions = Map.of();

    /** The newest entry of one ledger, once all its files are published. */
    private record Known(long sequence, Optional<CommittedOffset> committed, List<String> files) {}

    /**
     * A ledger that cannot be read.
     *
     * @param partition as {@link #partition} gives it
     * @param reason for messages
     */
    public record Broken(String partition, String reason, int attempts, long nextAttempt) {
        public Broken {
            Objects.requireNonNull(partition, "partition");
            Objects.requireNonNull(reason, "reason");
        }

        private boolean isDue(long refresh) {
            return refresh >= nextAttempt;
        }
    }

    /** Says which ledgers are read. */
    public interface Selection {
        /** @param partition as {@link #partition} gives it */
        boolean reads(String partition);
    }

    public CommittedOffsets(Storage storage) {
        this.storage = Objects.requireNonNull(storage, "storage");
    }

    /**
     * Reads the ledgers again. Positions never decrease; list the data files after this call to see all files of a
     * position.
     *
     * @param selection which ledgers are read; of the others only the names are seen
     * @throws IOException when the storage fails
     */
    public void refresh(Selection selection) throws IOException {
        refreshes++;
        Map<String, CommittedOffset> found = new HashMap<>();
        Set<String> failed = new HashSet<>();
        Set<String> named = new HashSet<>();
        for (String directory : directories()) {
            String partition = partitionOf(directory);
            if (selection.reads(partition)) {
                read(directory, named, failed)
                        .ifPresent(position -> found.merge(partition, position, CommittedOffsets::larger));
            }
        }
        broken.keySet().retainAll(failed);
        positions = found;
        needed = named;
    }

    /** The directories of all ledgers. */
    private List<String> directories() throws IOException {
        List<String> found = new ArrayList<>();
        storage.list(LedgerDirectory.ROOT, new ListingVisitor() {
            @Override
            public void file(StoredFile file) {}

            @Override
            public boolean enter(String directory) {
                boolean isLedger = directory.split("/").length == LEDGER_PATH_NAMES;
                if (isLedger) {
                    found.add(directory);
                }
                return !isLedger;
            }
        });
        return found;
    }

    /**
     * The position of a ledger; empty when it has none, or cannot be read.
     *
     * @param named takes the files that its newest entry names
     * @param failed takes the directory of a ledger that cannot be read
     */
    private Optional<CommittedOffset> read(String directory, Set<String> named, Set<String> failed) throws IOException {
        Broken before = broken.get(directory);
        if (before != null && !before.isDue(refreshes)) {
            failed.add(directory);
            return Optional.empty();
        }
        try {
            return committed(directory, new LedgerReader(storage, directory), named);
        } catch (LedgerException | AccessDeniedException e) {
            failed.add(directory);
            int attempts = before == null ? 1 : before.attempts() + 1;
            long pause = Math.min(REFRESHES_BETWEEN_ATTEMPTS_MAX, 1L << Math.min(attempts - 1, Integer.SIZE));
            String reason = e instanceof LedgerException ? e.getMessage() : e.toString();
            broken.put(directory, new Broken(partitionOf(directory), reason, attempts, refreshes + pause));
            return Optional.empty();
        }
    }

    /** The ledgers that cannot be read now, by their directories. */
    public Map<String, Broken> broken() {
        return Map.copyOf(broken);
    }

    /** The name of a topic-partition in the paths of its ledgers. */
    public static String partition(String topic, int partition) {
        return partitionOf(new LedgerDirectory("any", topic, partition).path());
    }

    /** The committed position of a topic-partition; empty when no ledger of it has a position. */
    public Optional<CommittedOffset> of(String topic, int partition) {
        return Optional.ofNullable(positions.get(partition(topic, partition)));
    }

    /**
     * Whether the newest entry of a ledger names this file. A sink that takes over a partition requires the files of
     * that entry, so such a file must not be moved or deleted before there is a newer entry.
     */
    public boolean isNeeded(String path) {
        return needed.contains(path);
    }

    /** The path of a ledger without the root and the connector. */
    private static String partitionOf(String directory) {
        String[] names = directory.split("/");
        return names[2] + "/" + names[3];
    }

    private static CommittedOffset larger(CommittedOffset one, CommittedOffset two) {
        if (one.generation() != two.generation()) {
            return one.generation() > two.generation() ? one : two;
        }
        return one.nextOffset() > two.nextOffset() ? one : two;
    }

    private Optional<CommittedOffset> committed(String directory, LedgerReader reader, Set<String> named)
            throws IOException {
        OptionalLong listed = reader.newestSequence();
        Known before = known.get(directory);
        if (before != null && listed.equals(OptionalLong.of(before.sequence()))) {
            named.addAll(before.files());
            return before.committed();
        }
        Optional<LedgerReader.InLine> found = reader.newest(listed);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        LedgerEntry newest = found.get().entry();
        List<String> files = newest.files().stream().map(LedgerFile::path).toList();
        named.addAll(files);
        if (arePublished(directory, newest)) {
            Optional<CommittedOffset> committed = position(newest);
            known.put(directory, new Known(newest.sequence(), committed, files));
            return committed;
        }
        // Not read again: its owner may have deleted it since. An entry of format 1 does not name it.
        Optional<LedgerEntry> predecessor =
                newest.previous().isPresent() ? found.get().predecessor() : reader.read(newest.sequence() - 1);
        return Optional.of(predecessor.flatMap(CommittedOffsets::position).orElse(NOTHING));
    }

    /** The position of an entry; empty for a ledger without a position. */
    private static Optional<CommittedOffset> position(LedgerEntry entry) {
        int generation = entry.generation();
        if (entry.nextOffset().isPresent()) {
            return Optional.of(new CommittedOffset(
                    generation, entry.nextOffset().getAsLong(), entry.last(), entry.published(), entry.ends()));
        }
        return generation == 0
                ? Optional.empty()
                : Optional.of(
                        new CommittedOffset(generation, 0, OptionalLong.empty(), entry.published(), entry.ends()));
    }

    /**
     * A file with neither name was published and then removed by somebody: it counts as published. Not so an upload:
     * the storage may have dropped it, and it is withdrawn then.
     */
    private boolean arePublished(String directory, LedgerEntry entry) throws IOException {
        for (LedgerFile file : entry.files()) {
            if (storage.find(file.path()).isEmpty()
                    && (file.upload().isPresent()
                            || storage.find(StoragePath.in(directory, file.temporaryName()))
                                    .isPresent())) {
                return false;
            }
        }
        return true;
    }
}
