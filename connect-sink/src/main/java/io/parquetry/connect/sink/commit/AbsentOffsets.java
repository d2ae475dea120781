package io.parquetry.connect.sink.commit;

import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.OffsetSet;
import java.util.List;
import java.util.OptionalLong;

/**
 * The handled offsets of a topic-partition that no file holds: those that never came, those of bad records, and those
 * of tombstones that are ignored. They are few, so what files hold is known without the offsets of all files.
 *
 * <ol type="a">
 *   <li>Of the offsets that were handled and are at or above {@link #knownFrom}, each one is either in the set or in a
 *       file that is published, closed, open or still to be written.
 *   <li>Nothing is kept of offsets below the position of the ledger, whose entry says which of them is the last one
 *       that a file holds.
 * </ol>
 */
public final class AbsentOffsets {
    private static final long UNKNOWN = -1;

    /** Has no offset below {@link #knownFrom}. */
    private OffsetSet absent = OffsetSet.from(0);

    /** {@link #UNKNOWN} before the first offset, where the ledger has no position. */
    private long knownFrom = UNKNOWN;

    /** The largest offset below {@link #knownFrom} that a file holds; -1 for none, empty where that is not known. */
    private OptionalLong lastBefore = OptionalLong.empty();

    /** In files of earlier entries, at or above the position that reading began at. */
    private OffsetSet published = OffsetSet.from(0);

    /** Reading begins at the position of the entry. */
    public void begin(LedgerEntry entry) {
        published = entry.published();
        lastBefore = entry.last();
        knownFrom = entry.nextOffset().orElse(UNKNOWN);
        if (lastBefore.isEmpty() && !published.isEmpty()) {
            // Some of the published offsets may be in no file.
            knownFrom = published.last() + 1;
        }
        absent = OffsetSet.from(Math.max(0, knownFrom));
    }

    /** The first offset that was handled, which is where reading begins if the ledger has no position. */
    public void beginAt(long offset) {
        if (knownFrom == UNKNOWN) {
            knownFrom = offset;
            absent = OffsetSet.from(offset);
        }
    }

    public void add(long offset) {
        addUnpublished(offset, offset + 1);
    }

    /** Adds all offsets from {@code first} to before {@code end} but those that are published already. */
    public void add(long first, long end) {
        if (first >= end) {
            return;
        }
        if (published.isEmpty() || published.last() < first) {
            addUnpublished(first, end);
            return;
        }
        OffsetSet more = OffsetSet.without(first, Math.min(end, published.last() + 1), List.of(published));
        absent = OffsetSet.union(absent.base(), List.of(absent, more));
        addUnpublished(Math.max(first, published.last() + 1), end);
    }

    private void addUnpublished(long first, long end) {
        long from = Math.max(first, knownFrom);
        if (from >= end) {
            return;
        }
        if (end - 1 - absent.base() > OffsetSet.DISTANCE_MAX) {
            lastBefore = OptionalLong.empty();
            knownFrom = end;
            absent = OffsetSet.from(end);
        } else {
            absent.addRange(from, end - 1);
        }
    }

    /** The ledger has an entry with a new position. */
    public void positionMoved(LedgerEntry entry) {
        long position = entry.nextOffset().orElseThrow();
        if (position > knownFrom) {
            lastBefore = entry.last();
            knownFrom = position;
            absent = OffsetSet.union(position, List.of(absent));
        }
    }

    /** Whether each handled offset from this one on is known to be absent, or in a file. */
    public boolean isKnownFrom(long offset) {
        return knownFrom != UNKNOWN && offset >= knownFrom;
    }

    /** The absent offsets from {@code first} to before {@code end}, all of which were handled. */
    public OffsetSet between(long first, long end) {
        return OffsetSet.union(first, List.of(absent)).below(end);
    }

    /**
     * The largest offset below another that a file holds, where all below it were handled; -1 for none, empty where it
     * is not known.
     */
    public OptionalLong lastHeldBelow(long end) {
        if (knownFrom == UNKNOWN) {
            return lastBefore;
        }
        if (end < knownFrom) {
            return OptionalLong.empty();
        }
        OptionalLong held = absent.lastAbsentBelow(end);
        return held.isPresent() ? held : lastBefore;
    }
}
