package io.parquetry.connect.sink.commit;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The entries of a ledger that an owner knows, and when it may delete them.
 *
 * <ol type="a">
 *   <li>An entry is deleted when it is older than the two newest and was known for the grace period. By then no request
 *       that creates it can be under way any more, which would create it a second time.
 *   <li>Entries are deleted in the order of their numbers: an entry exists no longer than its successor.
 *   <li>An entry is deleted by who has published the files of the second one after it, or of a later one. So where an
 *       entry is gone, these files were visible.
 *   <li>Where the files go to a table, no entry is deleted before the table has it.
 *   <li>The marker {@link LedgerDirectory#BEGUN} is created before the first deletion, and never beside a lone entry 1.
 * </ol>
 */
final class OldEntries {
    private static final Log LOG = Log.of(OldEntries.class);
    private static final byte[] MARKER = new byte[0];

    private final Storage storage;
    private final LedgerDirectory directory;
    private final Duration grace;
    private final EntryAges ages;
    private final TableProgress table;
    private TreeMap<Long, Long> knownSinceMs = new TreeMap<>();
    private boolean begun;

    OldEntries(Storage storage, LedgerDirectory directory, Duration grace, EntryAges ages, TableProgress table) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.directory = Objects.requireNonNull(directory, "directory");
        this.grace = Objects.requireNonNull(grace, "grace");
        this.ages = Objects.requireNonNull(ages, "ages");
        this.table = Objects.requireNonNull(table, "table");
    }

    /** Remembers an entry from now on, unless it is known. */
    void see(long sequence) {
        knownSinceMs.putIfAbsent(sequence, ages.nowMs());
    }

    /**
     * Begins after a takeover, with what this process knows of the entries from before.
     *
     * @param listed time of change by number, of all entries in a listing after the takeover
     * @param newest number of the entry that took over
     */
    void begin(Map<Long, Long> listed, long newest) {
        knownSinceMs = ages.see(storage.url(), directory.path(), listed, newest - 1, grace);
        see(newest);
    }

    /** Remembers that the marker exists. */
    void seeMarker() {
        begun = true;
    }

    /** Deletes what may be deleted. An entry that cannot be deleted does no harm; a later call tries again. */
    void delete(long newest) {
        try {
            while (isDue(newest)) {
                ensureMarker();
                long sequence = knownSinceMs.firstKey();
                storage.delete(directory.entry(sequence));
                knownSinceMs.remove(sequence);
            }
        } catch (IOException e) {
            LOG.warn(
                    "{}: the entry {} cannot be deleted; deleting is retried later",
                    directory.path(),
                    knownSinceMs.firstKey(),
                    e);
        }
    }

    /** Whether there was an entry of this number, and none of this or a lower number is left. */
    boolean isDeleted(long sequence) {
        return sequence > 0 && (knownSinceMs.isEmpty() || knownSinceMs.firstKey() > sequence);
    }

    private boolean isDue(long newest) {
        Map.Entry<Long, Long> oldest = knownSinceMs.firstEntry();
        return oldest != null
                && oldest.getKey() < newest - 1
                && isOldEnough(oldest.getValue())
                && table.mayDelete(oldest.getKey());
    }

    private boolean isOldEnough(long sinceMs) {
        return ages.nowMs() - sinceMs >= grace.toMillis();
    }

    /** Creates the marker unless it exists; entry 1 must not be the newest any more. */
    void ensureMarker() throws IOException {
        if (!begun) {
            storage.createIfAbsent(StoragePath.in(directory.path(), LedgerDirectory.BEGUN), MARKER);
            begun = true;
        }
    }
}
