package io.parquetry.connect.sink.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.LedgerException;
import io.parquetry.connect.common.ledger.LedgerFile;
import io.parquetry.connect.common.ledger.OffsetSet;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.AtStep;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import io.parquetry.connect.common.storage.SimulatedCrash;
import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.StorageSteps;
import io.parquetry.connect.common.storage.TemporaryFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongSupplier;
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
    private static final Duration GRACE = Duration.ofMinutes(10);

    private final MemoryDisk disk = new MemoryDisk();

    enum Ending {
        PROCESS_KILLED,
        POWER_FAILED
    }

    /** Deletes old entries at once, so that every number is soon free again. */
    private static Ledger ledger(MemoryStorage storage) {
        return ledger(storage, () -> 0, Duration.ZERO);
    }

    private static Ledger ledger(MemoryStorage storage, LongSupplier monotonicMs, Duration grace) {
        return new Ledger(storage, DIRECTORY, grace, new EntryAges(monotonicMs), file -> {}, TableProgress.NO_TABLE);
    }

    private static Ledger ledger(MemoryDisk disk) {
        return ledger(new MemoryStorage(disk));
    }

    private static final class Owner {
        final MemoryStorage storage;
        final Ledger ledger;
        private final Map<String, List<Long>> open = new TreeMap<>();

        Owner(MemoryDisk disk) {
            storage = new MemoryStorage(disk);
            ledger = ledger(storage);
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
            long first = offsets.get(0);
            long last = offsets.get(offsets.size() - 1);
            String name = "topics/" + path + "/" + first + "-" + last;
            try (TemporaryFile out = storage.create(temporary)) {
                out.write(bytes, 0, bytes.length);
                out.stage(name).await();
            }
            return new LedgerFile(StoragePath.name(temporary), name, first, last, offsets.size(), bytes.length);
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
                .filter(name -> !name.equals(LedgerDirectory.BEGUN))
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
        LedgerEntry entry = ledger(disk).takeOver();
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

    /** The first owner dies by itself, the second with the power. */
    @Test
    void aKillAndThenAPowerFailureLoseNothing() throws IOException {
        for (int step = 0; step < 80; step++) {
            for (int second = 0; second < 30; second++) {
                MemoryDisk crashed = new MemoryDisk();
                crashAt(step, crashed, Ending.PROCESS_KILLED);
                crashAt(second, crashed, Ending.POWER_FAILED);
                new Owner(crashed).run();
                assertWhole(crashed, "a kill at step " + step + " and a power failure at " + second);
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
            ledger(shared).takeOver();
            assertWhole(shared, "being overtaken at step " + step);
            if (!overtaking.reached()) {
                assertThat(fenced).isTrue();
                return;
            }
        }
    }

    @Test
    void anOwnerThatIsSuspendedUntilItsNumberIsFreeAgainIsFenced() throws IOException {
        Ledger slow = ledger(disk);
        slow.takeOver();
        Ledger slower = ledger(disk);
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

    /** Does something once, before the first step that begins and ends so. */
    private static StorageSteps once(String begin, String end, StorageSteps what) {
        boolean[] done = {false};
        return step -> {
            if (!done[0] && step.startsWith(begin) && step.endsWith(end)) {
                done[0] = true;
                what.before(step);
            }
        };
    }

    private void takeOverTimes(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            ledger(disk).takeOver();
        }
    }

    /** Z has read entry 1 and sleeps; A owns 2 and sleeps; four others bring the line to 6; Z wakes, then A. */
    @Test
    void anOwnerWhosePredecessorWasReplacedByAStrayEntryIsFenced() throws IOException {
        ledger(disk).takeOver();
        Ledger sleeper = ledger(disk);
        MemoryStorage late = new MemoryStorage(disk);
        late.steps(once("look at", DIRECTORY.entry(2), step -> {
            sleeper.takeOver();
            takeOverTimes(4);
            assertThat(disk.files()).doesNotContainKeys(DIRECTORY.entry(2), DIRECTORY.entry(3));
        }));
        assertThat(ledger(late, () -> 0, GRACE).takeOver().sequence()).isEqualTo(7);
        assertThat(disk.files()).containsKey(DIRECTORY.entry(2));
        assertThatThrownBy(() -> sleeper.commit(5, OffsetSet.from(5), List.of()))
                .isInstanceOf(FencedException.class);
        new Owner(disk).run();
        assertWhole(disk, "a stray predecessor");
    }

    /** The first owner creates entry 1 and sleeps before it looks whether it was in time. */
    @Test
    void anOversleptFirstEntryIsKeptForTheOwnerThatBuildsOnIt() throws IOException {
        Ledger second = ledger(new MemoryStorage(disk), () -> 0, GRACE);
        MemoryStorage sleepy = new MemoryStorage(disk);
        sleepy.steps(once("done creating", DIRECTORY.entry(1), step -> second.takeOver()));
        assertThat(ledger(sleepy, () -> 0, GRACE).takeOver().sequence()).isEqualTo(1);
        assertThat(disk.files()).containsKeys(DIRECTORY.entry(1), DIRECTORY.entry(2));
        assertThat(second.commit(5, OffsetSet.from(5), List.of()).sequence()).isEqualTo(3);
    }

    @Test
    void aFirstEntryThatIsCreatedTwiceDoesNotCount() throws IOException {
        MemoryStorage sleepy = new MemoryStorage(disk);
        sleepy.steps(once("look at", DIRECTORY.entry(1), step -> takeOverTimes(4)));
        assertThat(ledger(sleepy, () -> 0, GRACE).takeOver().sequence()).isEqualTo(5);
        assertThat(disk.files()).containsKeys(DIRECTORY.entry(1), DIRECTORY.path() + "/" + LedgerDirectory.BEGUN);
    }

    /** A reader has listed entry 2; before it reads it, 2 is deleted and a late owner creates a stray 2 with a file. */
    @Test
    void aStrayEntryIsNotReadAndItsFilesAreNotPublished() throws IOException {
        takeOverTimes(2);
        MemoryStorage reading = new MemoryStorage(disk);
        reading.steps(once("read", DIRECTORY.entry(2), step -> {
            takeOverTimes(4);
            LedgerFile file = new LedgerFile("2-a.tmp", "topics/even/0-2", 0, 2, 2, 1);
            disk.place(DIRECTORY.path() + "/2-a.tmp", new byte[] {42});
            LedgerEntry stray = LedgerEntry.first().followedBy(5, OffsetSet.from(5), List.of(file));
            disk.place(DIRECTORY.entry(2), stray.format());
        }));
        assertThat(ledger(reading).takeOver().sequence()).isEqualTo(7);
        assertThat(disk.files()).doesNotContainKey("topics/even/0-2");
    }

    /** The reply of a request is lost, and the request arrives once more after the owner has recovered. */
    @Test
    void aRequestThatArrivesAfterTheRecoveryChangesNothing() throws IOException {
        Owner owner = new Owner(disk);
        owner.ledger.takeOver();
        owner.open.put("even", new ArrayList<>(List.of(0L, 2L)));
        byte[][] delayed = new byte[1][];
        owner.storage.steps(once("unlink", ".tmp", step -> {
            delayed[0] = disk.files().get(DIRECTORY.entry(2));
            new MemoryStorage(disk).delete(DIRECTORY.entry(2));
            throw new IOException("no reply");
        }));
        assertThatThrownBy(() -> owner.commit(List.of("even"), 3)).hasMessage("no reply");
        assertThat(owner.ledger.recover().nextOffset()).isEmpty();
        assertThat(new MemoryStorage(disk).createIfAbsent(DIRECTORY.entry(2), delayed[0]))
                .isFalse();
        new Owner(disk).run();
        assertWhole(disk, "a request that arrived late");
    }

    @Test
    void aNameThatIsTakenByTheOwnersOwnEntryIsASuccess() throws IOException {
        MemoryStorage storage = new MemoryStorage(disk);
        Ledger owner = ledger(storage);
        owner.takeOver();
        // The storage creates the entry and is asked a second time by a client below, which is told that it exists.
        storage.steps(once("link", DIRECTORY.entry(2), step -> {
            String temporary = step.substring("link ".length(), step.indexOf(" to "));
            new MemoryStorage(disk).publish(new StagedFile(temporary, DIRECTORY.entry(2)));
        }));
        assertThat(owner.commit(5, OffsetSet.from(5), List.of()).nextOffset()).hasValue(5);
        assertThat(owner.commit(6, OffsetSet.from(6), List.of()).sequence()).isEqualTo(3);
    }

    @Test
    void anEntryIsKeptForTheGracePeriodAndTheTwoNewestForEver() throws IOException {
        long[] nowMs = {0};
        Ledger owner = ledger(new MemoryStorage(disk), () -> nowMs[0], Duration.ofSeconds(10));
        owner.takeOver();
        for (long offset = 1; offset <= 4; offset++) {
            nowMs[0] += 4_000;
            owner.commit(offset, OffsetSet.from(offset), List.of());
        }
        // Created at 0, 4, 8, 12 and 16 seconds.
        assertThat(disk.files()).doesNotContainKeys(DIRECTORY.entry(1), DIRECTORY.entry(2));
        assertThat(disk.files()).containsKeys(DIRECTORY.entry(3), DIRECTORY.entry(4), DIRECTORY.entry(5));
        nowMs[0] += 60_000;
        owner.commit(5, OffsetSet.from(5), List.of());
        assertThat(disk.files()).doesNotContainKeys(DIRECTORY.entry(3), DIRECTORY.entry(4));
        assertThat(disk.files())
                .containsKeys(DIRECTORY.entry(5), DIRECTORY.entry(6), DIRECTORY.path() + "/" + LedgerDirectory.BEGUN);
    }

    @Test
    void aLedgerThatIsDeletedUnderItsOwnerIsNamedAndNoOtherOwnerBlamed() throws IOException {
        Ledger owner = ledger(disk);
        owner.takeOver();
        new MemoryStorage(disk).delete(DIRECTORY.entry(1));
        assertThatThrownBy(() -> owner.commit(5, OffsetSet.from(5), List.of()))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("were deleted while the connector ran")
                .hasMessageContaining("not mounted")
                .hasMessageContaining(DIRECTORY.path());
        assertThatThrownBy(() -> ledger(disk).takeOver())
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining(DIRECTORY.entry(2))
                .hasMessageContaining("predecessor");
    }

    @Test
    void aLedgerOfAnEarlierVersionIsContinued() throws IOException {
        disk.place(
                DIRECTORY.entry(8),
                "{\"format\":1,\"seq\":8,\"epoch\":3,\"nextOffset\":0,\"generation\":0,\"files\":[]}"
                        .getBytes(StandardCharsets.UTF_8));
        new Owner(disk).run();
        assertWhole(disk, "an earlier version");
    }

    @Test
    void theErrorOfTheFencedOwnerNamesConnectorPartitionAndEntry() throws IOException {
        Ledger slow = ledger(disk);
        slow.takeOver();
        ledger(disk).takeOver();
        assertThatThrownBy(() -> slow.commit(5, OffsetSet.from(5), List.of()))
                .isInstanceOf(FencedException.class)
                .hasMessageContaining("connector \"archive\"")
                .hasMessageContaining("topic orders, partition 0")
                .hasMessageContaining("_parquetry/archive/orders/0/0000000002.commit");
        assertThat(slow.current().nextOffset()).isEmpty();
        assertThatThrownBy(slow::recover).isInstanceOf(FencedException.class);
    }

    @Test
    void aFileThatVanishesBeforeItIsPublishedStopsEachOwnerUntilThePositionIsMoved() throws IOException {
        Owner owner = new Owner(disk);
        owner.ledger.takeOver();
        owner.open.put("even", new ArrayList<>(List.of(0L, 2L)));
        owner.storage.steps(step -> {
            if (step.startsWith("link") && step.contains("topics/")) {
                deleteTemporaryFiles();
            }
        });
        assertThatThrownBy(() -> owner.commit(List.of("even"), 3))
                .isInstanceOf(HaltedException.class)
                .hasMessageContaining("topics/even/0-2")
                .hasMessageContaining("deleted by another program")
                .hasMessageContaining("offsets 0 to 2");
        assertThat(ledger(new MemoryStorage(disk)).takeOver().halt()).isPresent();
        assertThat(ledger(new MemoryStorage(disk)).takeOver().halt())
                .hasValueSatisfying(halt -> assertThat(halt.message()).contains("offsets 0 to 2"));
        new LedgerRepairs(ledger(new MemoryStorage(disk))).moveTo(OptionalLong.of(0));
        assertThat(ledger(new MemoryStorage(disk)).takeOver().halt()).isEmpty();
    }

    private void deleteTemporaryFiles() throws IOException {
        MemoryStorage storage = new MemoryStorage(disk);
        for (String path : disk.files().keySet()) {
            if (LedgerDirectory.epochOf(StoragePath.name(path)).isPresent()) {
                storage.delete(path);
            }
        }
    }

    /** The next owner publishes the file while its writer sleeps, and a user of the file removes it. */
    @Test
    void anOwnerWhoseFileWasPublishedAndRemovedByOthersIsFenced() throws IOException {
        Owner owner = new Owner(disk);
        owner.ledger.takeOver();
        owner.open.put("even", new ArrayList<>(List.of(0L, 2L)));
        owner.storage.steps(once("link", "topics/even/0-2", step -> {
            takeOverTimes(1);
            new MemoryStorage(disk).delete("topics/even/0-2");
        }));
        assertThatThrownBy(() -> owner.commit(List.of("even"), 1)).isInstanceOf(FencedException.class);
    }

    @Test
    void aFencedOwnerDeletesItsOwnTemporaryFilesOnly() throws IOException {
        Owner slow = new Owner(disk);
        slow.ledger.takeOver();
        String own = slow.ledger.newTemporary();
        disk.place(own, new byte[1]);
        for (String entry : List.of(DIRECTORY.entry(1), own)) {
            new MemoryStorage(disk).delete(entry);
        }
        Ledger other = ledger(disk);
        other.takeOver();
        String others = other.newTemporary();
        disk.place(others, new byte[1]);
        disk.place(own, new byte[1]);
        other.commit(5, OffsetSet.from(5), List.of());
        assertThatThrownBy(() -> slow.ledger.commit(5, OffsetSet.from(5), List.of()))
                .isInstanceOf(FencedException.class);
        assertThat(disk.files()).doesNotContainKey(own).containsKey(others);
    }

    @Test
    void aPublishedFileThatOthersRemoveOrRewriteIsCountedAndStopsNobody() throws IOException {
        Owner owner = new Owner(disk);
        owner.ledger.takeOver();
        owner.open.put("even", new ArrayList<>(List.of(0L, 2L)));
        owner.open.put("odd", new ArrayList<>(List.of(1L, 3L)));
        owner.commit(List.of("even", "odd"), 4);
        new MemoryStorage(disk).delete("topics/even/0-2");
        disk.place("topics/odd/1-3", new byte[] {42});
        List<String> missing = new ArrayList<>();
        Ledger next = new Ledger(
                new MemoryStorage(disk),
                DIRECTORY,
                Duration.ZERO,
                new EntryAges(() -> 0),
                file -> missing.add(file.path()),
                TableProgress.NO_TABLE);
        assertThat(next.takeOver().nextOffset()).hasValue(4);
        assertThat(missing).containsExactly("topics/even/0-2", "topics/odd/1-3");
        assertThat(disk.files().get("topics/odd/1-3")).containsExactly(42);
        assertThat(next.commit(5, OffsetSet.from(5), List.of()).nextOffset()).hasValue(5);
    }

    @Test
    void aDirectoryThatVanishesWhileAFileIsPublishedIsAFailureOfTheStorage() throws IOException {
        Owner owner = new Owner(disk);
        owner.ledger.takeOver();
        owner.open.put("even", new ArrayList<>(List.of(0L, 2L)));
        owner.storage.steps(step -> {
            if (step.startsWith("link") && step.contains("topics/")) {
                throw new NoSuchFileException("topics/even");
            }
        });
        assertThatThrownBy(() -> owner.commit(List.of("even"), 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("topics/even/0-2");
        new Owner(disk).run();
        assertWhole(disk, "the directory came back");
    }

    @Test
    void thePositionCanBeSetWhateverBecameOfTheFilesOfTheNewestEntry() throws IOException {
        Owner owner = new Owner(disk);
        owner.ledger.takeOver();
        owner.open.put("even", new ArrayList<>(List.of(0L, 2L)));
        owner.open.put("odd", new ArrayList<>(List.of(1L, 3L)));
        disk.place("topics/odd/1-3", new byte[] {42});
        assertThatThrownBy(() -> owner.commit(List.of("even", "odd"), 4)).isInstanceOf(LedgerException.class);
        new MemoryStorage(disk).delete("topics/even/0-2");
        assertThatThrownBy(() -> ledger(disk).takeOver()).isInstanceOf(LedgerException.class);
        LedgerEntry moved = new LedgerRepairs(ledger(disk)).moveTo(OptionalLong.of(7));
        assertThat(moved.nextOffset()).hasValue(7);
        assertThat(ledger(disk).takeOver().nextOffset()).hasValue(7);
        assertThat(disk.files().get("topics/odd/1-3")).containsExactly(42);
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
        assertThatThrownBy(() -> ledger(disk).takeOver())
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining(DIRECTORY.entry(3));
    }

    @Test
    void aPartitionThatNobodyOwnedHasNoPosition() throws IOException {
        LedgerEntry entry = ledger(disk).takeOver();
        assertThat(entry.nextOffset()).isEqualTo(OptionalLong.empty());
        assertThat(entry.covers(0)).isFalse();
    }
}
