package io.parquetry.connect.sink.commit;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Since when the tasks of this process know the entries of ledgers, also if partitions move more often than entries
 * may be deleted.
 *
 * <ol type="a">
 *   <li>With each takeover it remembers one entry, the one before the takeover: as long as that entry is there, all of
 *       its line that are below it have been there since.
 *   <li>An entry is the same only if the storage says the same time of change: numbers begin at 1 when the directory
 *       of a ledger was deleted. No clock is compared with another.
 *   <li>A ledger costs some hundred bytes. It is forgotten when nobody has taken it over for a day, and when too many
 *       others were taken over since.
 * </ol>
 */
public final class EntryAges {
    /** The ages of this plugin in this worker: each plugin has a class loader of its own. */
    public static final EntryAges OF_WORKER = new EntryAges(() -> System.nanoTime() / 1_000_000);

    private static final int LEDGERS_MAX = 10_000;
    private static final long UNUSED_MS_MAX = Duration.ofDays(1).toMillis();

    /** Entries are remembered at least this part of the grace period apart, so that they are few. */
    private static final int PARTS_OF_GRACE = 8;

    private final LongSupplier monotonicMs;
    private final LinkedHashMap<String, Sightings> ledgers = new LinkedHashMap<>(16, 0.75f, true);

    private record Sighting(long sequence, long modifiedMs, long sinceMs) {}

    private static final class Sightings {
        private final Deque<Sighting> oldestFirst = new ArrayDeque<>();
        private long usedMs;
    }

    /** @param monotonicMs a monotonic clock */
    public EntryAges(LongSupplier monotonicMs) {
        this.monotonicMs = Objects.requireNonNull(monotonicMs, "monotonicMs");
    }

    /** The time of the monotonic clock, which nobody sets. */
    public long nowMs() {
        return monotonicMs.getAsLong();
    }

    /**
     * Looks at a ledger that was just taken over.
     *
     * @param listed time of change by number, of all entries in a listing after the takeover
     * @param predecessor number of the entry before the takeover
     * @return since when each of the listed entries is known
     */
    synchronized TreeMap<Long, Long> see(
            String storage, String directory, Map<Long, Long> listed, long predecessor, Duration grace) {
        long nowMs = nowMs();
        Sightings ledger = ledgers.computeIfAbsent(storage + '\n' + directory, unknown -> new Sightings());
        ledger.usedMs = nowMs;
        forgetUnused(nowMs);
        Deque<Sighting> sightings = ledger.oldestFirst;
        sightings.removeIf(sighting -> sighting.sequence() > predecessor
                || !Objects.equals(listed.get(sighting.sequence()), sighting.modifiedMs()));
        Long modifiedMs = listed.get(predecessor);
        if (modifiedMs != null && isFarFromLast(sightings, nowMs, grace)) {
            sightings.add(new Sighting(predecessor, modifiedMs, nowMs));
        }
        TreeMap<Long, Long> since = new TreeMap<>();
        listed.keySet().forEach(sequence -> since.put(sequence, knownSinceMs(sightings, sequence, nowMs)));
        return since;
    }

    private static boolean isFarFromLast(Deque<Sighting> sightings, long nowMs, Duration grace) {
        return sightings.isEmpty() || nowMs - sightings.getLast().sinceMs() >= grace.toMillis() / PARTS_OF_GRACE;
    }

    private static long knownSinceMs(Deque<Sighting> sightings, long sequence, long nowMs) {
        for (Sighting sighting : sightings) {
            if (sighting.sequence() >= sequence) {
                return sighting.sinceMs();
            }
        }
        return nowMs;
    }

    private void forgetUnused(long nowMs) {
        Iterator<Sightings> leastUsedFirst = ledgers.values().iterator();
        while (leastUsedFirst.hasNext()) {
            boolean unused = nowMs - leastUsedFirst.next().usedMs > UNUSED_MS_MAX;
            if (!unused && ledgers.size() <= LEDGERS_MAX) {
                return;
            }
            leastUsedFirst.remove();
        }
    }

    /** Number of ledgers that are remembered. */
    synchronized int ledgers() {
        return ledgers.size();
    }
}
