package io.parquetry.connect.sink.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.ledger.OffsetSet;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import io.parquetry.connect.common.storage.StoragePath;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Old entries are deleted also when partitions come and go more often than the grace period, and none is deleted before
 * its deleter knew for the grace period that it is not needed.
 */
class OldEntriesTest {
    private static final LedgerDirectory DIRECTORY = new LedgerDirectory("archive", "orders", 0);
    private static final Duration GRACE = Duration.ofMinutes(10);
    private static final long MINUTE_MS = 60_000;
    private static final int TAKEOVERS = 300;

    private final MemoryDisk disk = new MemoryDisk();
    private final Map<Long, Long> createdMs = new HashMap<>();
    private long nowMs;
    private int entriesMax;

    private EntryAges worker() {
        return new EntryAges(() -> nowMs);
    }

    private TreeSet<Long> entries() {
        TreeSet<Long> entries = new TreeSet<>();
        disk.files()
                .keySet()
                .forEach(path ->
                        LedgerDirectory.sequenceOf(StoragePath.name(path)).ifPresent(entries::add));
        return entries;
    }

    /** A rebalance gives the partition to a worker, which commits once. */
    private void takeOver(EntryAges worker) throws IOException {
        Ledger ledger =
                new Ledger(new MemoryStorage(disk), DIRECTORY, GRACE, worker, missing -> {}, TableProgress.NO_TABLE);
        ledger.takeOver();
        long next = ledger.current().nextOffset().orElse(0) + 1;
        ledger.commit(next, OffsetSet.from(next), List.of());
        TreeSet<Long> there = entries();
        entriesMax = Math.max(entriesMax, there.size());
        there.forEach(entry -> createdMs.putIfAbsent(entry, nowMs));
        createdMs.forEach((entry, atMs) -> assertThat(there.contains(entry) || nowMs - atMs >= GRACE.toMillis())
                .as("entry %d was deleted after %d ms", entry, nowMs - atMs)
                .isTrue());
        createdMs.keySet().retainAll(there);
    }

    private void rebalanceEveryMinute(List<EntryAges> workers) throws IOException {
        for (int i = 0; i < TAKEOVERS; i++) {
            takeOver(workers.get(i % workers.size()));
            nowMs += MINUTE_MS;
        }
    }

    @Test
    void takeoversByOneWorkerLeaveTheEntriesOfLittleMoreThanTheGrace() throws IOException {
        rebalanceEveryMinute(List.of(worker()));
        assertThat(entriesMax).isBetween(2 * 10, 2 * 13);
    }

    @Test
    void soDoTakeoversByManyWorkersInTurn() throws IOException {
        rebalanceEveryMinute(List.of(worker(), worker(), worker(), worker(), worker()));
        assertThat(entriesMax).isBetween(2 * 10, 2 * 18);
    }

    /** The next owner that lives for the grace period deletes what such workers leave. */
    @Test
    void workersThatDieWithinTheGraceDeleteNothing() throws IOException {
        for (int i = 0; i < TAKEOVERS; i++) {
            takeOver(worker());
            nowMs += MINUTE_MS;
        }
        assertThat(entriesMax).isEqualTo(2 * TAKEOVERS);
        EntryAges survivor = worker();
        takeOver(survivor);
        nowMs += GRACE.toMillis();
        takeOver(survivor);
        assertThat(entries()).hasSizeLessThanOrEqualTo(5);
    }

    /** As when a person moves the position while the catalog of the table is away. */
    @Test
    void anOwnerThatDoesNotReadTheTableDeletesNothing() throws IOException {
        EntryAges worker = worker();
        rebalanceEveryMinute(List.of(worker));
        TreeSet<Long> before = entries();
        nowMs += 2 * GRACE.toMillis();
        move(worker, TableProgress.UNKNOWN);
        assertThat(entries()).containsAll(before);
        move(worker, TableProgress.NO_TABLE);
        assertThat(entries()).hasSizeLessThan(5);
    }

    private void move(EntryAges worker, TableProgress table) throws IOException {
        Ledger ledger = new Ledger(new MemoryStorage(disk), DIRECTORY, GRACE, worker, missing -> {}, table);
        new LedgerRepairs(ledger).moveTo(OptionalLong.of(7));
    }

    @Test
    void anEntryOfALedgerThatBeganAnewIsNotTakenForTheOldOne() {
        EntryAges worker = worker();
        see(worker, Map.of(1L, 100L, 2L, 200L, 3L, 300L), 3);
        nowMs += GRACE.toMillis();
        assertThat(see(worker, Map.of(2L, 200L, 3L, 300L, 4L, 400L), 4))
                .containsEntry(2L, 0L)
                .containsEntry(3L, 0L)
                .containsEntry(4L, nowMs);
        nowMs += GRACE.toMillis();
        assertThat(see(worker, Map.of(2L, 201L, 3L, 301L, 4L, 401L), 4))
                .containsValues(nowMs)
                .doesNotContainValue(0L);
        assertThat(see(worker, Map.of(2L, 201L, 3L, 301L, 4L, 401L, 9L, 0L), 3)).containsEntry(3L, nowMs);
    }

    private static TreeMap<Long, Long> see(EntryAges worker, Map<Long, Long> listed, long predecessor) {
        return worker.see("memory", "ledger", listed, predecessor, GRACE);
    }

    @Test
    void entriesAreRememberedAnEighthOfTheGraceApart() {
        long[] nowMs = {20};
        EntryAges ages = new EntryAges(() -> nowMs[0]);
        Duration grace = Duration.ofMillis(80);
        ages.see("file:/", "d", Map.of(5L, 0L), 5, grace);
        nowMs[0] = 21;
        ages.see("file:/", "d", Map.of(5L, 0L, 6L, 0L), 6, grace);
        nowMs[0] = 30;
        ages.see("file:/", "d", Map.of(5L, 0L, 6L, 0L, 7L, 0L), 7, grace);
        nowMs[0] = 100;
        assertThat(ages.see("file:/", "d", Map.of(5L, 0L, 6L, 0L, 7L, 0L, 8L, 0L, 9L, 0L), 8, grace))
                .isEqualTo(Map.of(5L, 20L, 6L, 30L, 7L, 30L, 8L, 100L, 9L, 100L));
    }

    @Test
    void ledgersThatAreNotUsedAreForgotten() {
        EntryAges worker = worker();
        for (int ledger = 0; ledger < 11_000; ledger++) {
            worker.see("memory", "ledger " + ledger, Map.of(1L, 1L), 1, GRACE);
        }
        assertThat(worker.ledgers()).isEqualTo(10_000);
        nowMs += Duration.ofDays(1).toMillis() + 1;
        see(worker, Map.of(1L, 1L), 1);
        assertThat(worker.ledgers()).isEqualTo(1);
    }
}
