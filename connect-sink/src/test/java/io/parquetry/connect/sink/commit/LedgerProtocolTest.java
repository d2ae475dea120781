package io.parquetry.connect.sink.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.DurableOutputFile;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import io.parquetry.connect.common.storage.SimulatedCrash;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.StorageSteps;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * For each step of each owner that is the last, fails, or is overtaken by another owner: after the next opening every
 * offset is in the published files exactly once, no temporary file is left, and at most two entries are left.
 *
 * <p>An {@link Owner} here is the smallest program that follows the protocol: it writes offsets 0 to 11 as lines of
 * text, even and odd ones to different paths, which it commits at different times.
 */
class LedgerProtocolTest {
    private static final LedgerDirectory DIRECTORY = new LedgerDirectory("archive", "orders", 0);
    private static final long END = 12;

    private final MemoryDisk disk = new MemoryDisk();

    enum Ending {
        PROCESS_KILLED,
        POWER_FAILED
    }

    private static final class Owner {
        final MemoryStorage storage;
        final Ledger ledger;
        private final Map<String, List<Long>> open = new TreeMap<>();

        Owner(MemoryDisk disk) {
            storage = new MemoryStorage(disk);
            ledger = new Ledger(storage, DIRECTORY);
        }

        void run() throws IOException {
            LedgerEntry entry = ledger.takeOver();
            read(entry);
        }

        /** As {@link #run}, but a storage that fails is tried again. */
        void runWithRetries() throws IOException {
            boolean owner = false;
            for (int attempt = 0; attempt < 10; attempt++) {
                try {
                    open.clear();
                    LedgerEntry entry = owner ? ledger.recover() : ledger.takeOver();
                    owner = true;
                    read(entry);
                    return;
                } catch (IOException passing) {
                    assertThat(attempt).isLessThan(9);
                }
            }
        }

        private void read(LedgerEntry entry) throws IOException {
            for (long offset = entry.nextOffset().orElse(0); offset < END; offset++) {
                if (ledger.current().covers(offset)) {
                    continue;
                }
                String path = offset % 2 == 0 ? "even" : "odd";
                List<Long> file = open.computeIfAbsent(path, absent -> new ArrayList<>());
                file.add(offset);
                if (file.size() == (path.equals("even") ? 2 : 3)) {
                    commit(List.of(path), offset + 1);
                }
            }
            commit(List.copyOf(open.keySet()), END);
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
            ledger.commit(nextOffset, OffsetSet.union(nextOffset, published), files);
        }

        private LedgerFile write(String path, List<Long> offsets) throws IOException {
            String temporary = ledger.newTemporary();
            StringBuilder lines = new StringBuilder();
            offsets.forEach(offset -> lines.append(offset).append('\n'));
            byte[] bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
            try (DurableOutputFile out = storage.create(temporary)) {
                out.write(bytes, 0, bytes.length);
                out.sync();
            }
            long first = offsets.get(0);
            long last = offsets.get(offsets.size() - 1);
            String name = "topics/" + path + "/" + first + "-" + last;
            return new LedgerFile(StoragePath.name(temporary), name, first, last, offsets.size(), bytes.length);
        }
    }

    /** Does something at one step, counted from 0. */
    private static final class AtStep implements StorageSteps {
        private final int when;
        private final StorageSteps what;
        private int step;

        AtStep(int when, StorageSteps what) {
            this.when = when;
            this.what = what;
        }

        @Override
        public void before(String name) throws IOException {
            if (step++ == when) {
                what.before(name);
            }
        }

        boolean reached() {
            return step > when;
        }
    }

    private static void crash(String step) {
        throw new SimulatedCrash(step);
    }

    private static void fail(String step) throws IOException {
        throw new IOException("the storage failed");
    }

    private static List<Long> publishedOffsets(MemoryDisk disk) {
        List<Long> offsets = new ArrayList<>();
        disk.files().forEach((path, bytes) -> {
            if (path.startsWith("topics/")) {
                new String(bytes, StandardCharsets.UTF_8)
                        .lines()
                        .map(Long::valueOf)
                        .forEach(offsets::add);
            }
        });
        offsets.sort(null);
        return offsets;
    }

    private static void assertWhole(MemoryDisk disk, String after) {
        assertThat(publishedOffsets(disk))
                .as("published after " + after)
                .isEqualTo(LongStream.range(0, END).boxed().toList());
        List<String> ledger = disk.files().keySet().stream()
                .filter(path -> path.startsWith(DIRECTORY.path()))
                .map(StoragePath::name)
                .toList();
        assertThat(ledger)
                .as("ledger after " + after)
                .hasSizeBetween(1, 2)
                .allMatch(name -> LedgerDirectory.sequenceOf(name).isPresent());
    }

    @Test
    void anOwnerWithoutFailurePublishesEverythingOnce() throws IOException {
        Owner owner = new Owner(disk);
        owner.run();
        assertWhole(disk, "an undisturbed run");
        assertThat(owner.ledger.current().nextOffset()).hasValue(END);
        assertThat(owner.ledger.current().published().isEmpty()).isTrue();
    }

    @Test
    void whileAFileHoldsOldOffsetsTheEntryHasTheNewerPublishedOnes() throws IOException {
        Owner owner = new Owner(disk);
        owner.ledger.takeOver();
        owner.open.put("odd", new ArrayList<>(List.of(1L, 3L)));
        owner.open.put("even", new ArrayList<>(List.of(2L, 4L)));
        owner.commit(List.of("even"), 5);
        LedgerEntry entry = new Ledger(new MemoryStorage(disk), DIRECTORY).takeOver();
        assertThat(entry.nextOffset()).hasValue(1);
        assertThat(LongStream.range(0, 6).filter(entry::covers)).containsExactly(0L, 2L, 4L);
    }

    @ParameterizedTest
    @EnumSource
    void afterACrashAtAnyStepTheNextOwnerCompletesTheWork(Ending ending) throws IOException {
        for (int step = 0; ; step++) {
            MemoryDisk crashed = new MemoryDisk();
            Owner first = new Owner(crashed);
            AtStep crash = new AtStep(step, LedgerProtocolTest::crash);
            first.storage.steps(crash);
            try {
                first.run();
            } catch (SimulatedCrash expected) {
                assertThat(crash.reached()).isTrue();
            }
            if (ending == Ending.POWER_FAILED) {
                crashed.powerFailure();
            }
            new Owner(crashed).run();
            assertWhole(crashed, "a crash at step " + step);
            if (!crash.reached()) {
                assertThat(step).isGreaterThan(60);
                return;
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSecondCrashWhileOpeningLosesNothing(Ending ending) throws IOException {
        for (int step = 0; step < 80; step += 3) {
            for (int second = 0; second < 30; second++) {
                MemoryDisk crashed = new MemoryDisk();
                crashAt(step, crashed, ending);
                crashAt(second, crashed, ending);
                new Owner(crashed).run();
                assertWhole(crashed, "crashes at step " + step + " and, when opening, at " + second);
            }
        }
    }

    private static void crashAt(int step, MemoryDisk disk, Ending ending) throws IOException {
        Owner owner = new Owner(disk);
        owner.storage.steps(new AtStep(step, LedgerProtocolTest::crash));
        try {
            owner.run();
        } catch (SimulatedCrash expected) {
            if (ending == Ending.POWER_FAILED) {
                disk.powerFailure();
            }
        }
    }

    @Test
    void aStorageThatFailsAtAnyStepLosesAndDuplicatesNothing() throws IOException {
        for (int step = 0; ; step++) {
            MemoryDisk failing = new MemoryDisk();
            Owner owner = new Owner(failing);
            AtStep failure = new AtStep(step, LedgerProtocolTest::fail);
            owner.storage.steps(failure);
            owner.runWithRetries();
            assertThat(publishedOffsets(failing)).hasSize((int) END);
            new Owner(failing).run();
            assertWhole(failing, "a failure at step " + step);
            if (!failure.reached()) {
                return;
            }
        }
    }

    @Test
    void anOwnerThatIsFencedAtAnyStepCommitsNothingAfterwards() throws IOException {
        boolean fenced = false;
        for (int step = 0; ; step++) {
            MemoryDisk shared = new MemoryDisk();
            Owner slow = new Owner(shared);
            Owner fast = new Owner(shared);
            AtStep overtaking = new AtStep(step, name -> fast.run());
            slow.storage.steps(overtaking);
            try {
                slow.runWithRetries();
            } catch (FencedException expected) {
                fenced = true;
            }
            assertWhole(shared, "being overtaken at step " + step);
            if (!overtaking.reached()) {
                assertThat(fenced).isTrue();
                return;
            }
        }
    }

    @Test
    void anOwnerThatIsSuspendedUntilItsNumberIsFreeAgainIsFenced() throws IOException {
        Ledger slow = new Ledger(new MemoryStorage(disk), DIRECTORY);
        slow.takeOver();
        Ledger slower = new Ledger(new MemoryStorage(disk), DIRECTORY);
        slower.takeOver();
        new Owner(disk).run();
        assertThat(disk.files()).doesNotContainKeys(DIRECTORY.entry(1), DIRECTORY.entry(2), DIRECTORY.entry(3));
        assertThatThrownBy(() -> slow.commit(5, OffsetSet.from(5), List.of())).isInstanceOf(FencedException.class);
        // What the slow owner would leave if it died before it checked.
        disk.place(
                DIRECTORY.entry(2),
                slow.current().followedBy(5, OffsetSet.from(5), List.of()).format());
        assertThatThrownBy(() -> slower.commit(5, OffsetSet.from(5), List.of())).isInstanceOf(FencedException.class);
        new Owner(disk).run();
        assertWhole(disk, "two owners that slept");
    }

    @Test
    void theErrorOfTheFencedOwnerNamesConnectorPartitionAndEntry() throws IOException {
        Ledger slow = new Ledger(new MemoryStorage(disk), DIRECTORY);
        slow.takeOver();
        new Ledger(new MemoryStorage(disk), DIRECTORY).takeOver();
        assertThatThrownBy(() -> slow.commit(5, OffsetSet.from(5), List.of()))
                .isInstanceOf(FencedException.class)
                .hasMessageContaining("connector \"archive\"")
                .hasMessageContaining("topic orders, partition 0")
                .hasMessageContaining("_parquetry/archive/orders/0/0000000002.commit");
        assertThat(slow.current().nextOffset()).isEmpty();
        assertThatThrownBy(slow::recover).isInstanceOf(FencedException.class);
    }

    @Test
    void aFileThatVanishedBeforeItWasPublishedIsAnErrorAndNotSkipped() throws IOException {
        Owner owner = new Owner(disk);
        owner.ledger.takeOver();
        owner.open.put("even", new ArrayList<>(List.of(0L, 2L)));
        owner.storage.steps(step -> {
            if (step.startsWith("link") && step.contains("topics/")) {
                throw new SimulatedCrash(step);
            }
        });
        assertThatThrownBy(() -> owner.commit(List.of("even"), 3)).isInstanceOf(SimulatedCrash.class);
        MemoryStorage storage = new MemoryStorage(disk);
        for (String path : disk.files().keySet()) {
            if (LedgerDirectory.epochOf(StoragePath.name(path)).isPresent()) {
                storage.delete(path);
            }
        }
        assertThatThrownBy(() -> new Ledger(storage, DIRECTORY).takeOver())
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("topics/even/0-2")
                .hasMessageContaining("offsets 0 to 2");
    }

    @Test
    void anotherFileOfTheSameNameIsAnErrorAndNotOverwritten() throws IOException {
        disk.place("topics/even/0-2", new byte[] {42});
        Owner owner = new Owner(disk);
        owner.ledger.takeOver();
        owner.open.put("even", new ArrayList<>(List.of(0L, 2L)));
        owner.open.put("odd", new ArrayList<>(List.of(1L)));
        assertThatThrownBy(() -> owner.commit(List.of("even"), 3))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("topics/even/0-2")
                .hasMessageContaining("move the other file away");
        assertThat(disk.files().get("topics/even/0-2")).containsExactly(42);
        new MemoryStorage(disk).delete("topics/even/0-2");
        new Owner(disk).run();
        assertWhole(disk, "the other file was moved away");
    }

    @Test
    void anEntryThatWasChangedIsRefusedWithItsPath() {
        disk.place(DIRECTORY.entry(3), "{\"format\": 1, \"seq\": 4".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> new Ledger(new MemoryStorage(disk), DIRECTORY).takeOver())
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining(DIRECTORY.entry(3));
    }

    @Test
    void aPartitionThatNobodyOwnedHasNoPosition() throws IOException {
        LedgerEntry entry = new Ledger(new MemoryStorage(disk), DIRECTORY).takeOver();
        assertThat(entry.nextOffset()).isEqualTo(OptionalLong.empty());
        assertThat(entry.covers(0)).isFalse();
    }
}
