package io.parquetry.connect.source.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.common.storage.TemporaryFile;
import io.parquetry.connect.source.CountingStorage;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.discover.StorageScanner;
import io.parquetry.connect.source.discover.TaskAssignment;
import io.parquetry.connect.source.errors.BadFileHandler;
import io.parquetry.connect.source.errors.TaskId;
import io.parquetry.connect.source.metrics.SourceTaskMetrics;
import io.parquetry.connect.source.offset.FileIdentity;
import io.parquetry.connect.source.offset.FilePosition;
import io.parquetry.connect.source.select.Selection;
import io.parquetry.format.io.InputFile;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The cost of a scan of many finished files: each directory is listed once, no file is opened, and less than 100
 * bytes of memory are kept of a file. Directories with recent files are listed first at the next scan.
 */
@Tag("slow")
class ScanCostTest {
    private static final int DIRECTORIES = 500;
    private static final int FILES = 100_000;

    /** Files in a real directory, fewer in the normal build than with {@code -Psource-at-length}. */
    private static final int REAL_FILES = Integer.getInteger("scan.real.files", 3_000);

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Listing listing = new Listing();

    /** A tree that can only be listed; any other access fails. */
    private static final class Listing implements Storage {
        private final Map<String, List<StoredFile>> directories = new TreeMap<>();
        private final List<String> listed = new ArrayList<>();

        void add(String directory, String name) {
            directories
                    .computeIfAbsent(directory, any -> new ArrayList<>())
                    .add(new StoredFile(directory + "/" + name, 1_000, 5_000));
        }

        @Override
        public void list(String directory, ListingVisitor visitor) throws IOException {
            if (directory.startsWith("_parquetry")) {
                return;
            }
            listed.add(directory);
            if (directory.isEmpty()) {
                for (String child : directories.keySet()) {
                    visitor.enter(child);
                }
            } else {
                for (StoredFile file : directories.get(directory)) {
                    visitor.file(file);
                }
            }
        }

        @Override
        public boolean isDirectory(String directory) {
            return true;
        }

        @Override
        public String url() {
            return "listing:";
        }

        @Override
        public Optional<StoredFile> find(String path) {
            throw touched(path);
        }

        @Override
        public InputFile open(String path) {
            throw touched(path);
        }

        @Override
        public TemporaryFile create(String path) {
            throw touched(path);
        }

        @Override
        public void publish(StagedFile staged) {
            throw touched(staged.path());
        }

        @Override
        public void rename(StoredFile listed, String newPath) {
            throw touched(newPath);
        }

        @Override
        public boolean createIfAbsent(String path, byte[] document) {
            throw touched(path);
        }

        @Override
        public byte[] read(String path, int bytesMax) {
            throw touched(path);
        }

        @Override
        public void delete(String path) {
            throw touched(path);
        }

        @Override
        public void close() {}

        private static IllegalStateException touched(String path) {
            return new IllegalStateException(path + " was touched");
        }
    }

    private FileTracker tracker(Storage storage, CommittedPositions.OffsetReader committed) {
        SourceSettings settings = SourceSettings.of(Map.of("storage.url", "/anywhere", "topic", "t"));
        SourceTaskMetrics metrics = new SourceTaskMetrics(Clocks.SYSTEM::steadyMs, Clocks.SYSTEM::wallMs);
        return new FileTracker(
                settings,
                storage,
                new StorageScanner(storage, settings, new TaskAssignment(0, 1)),
                new CommittedPositions(committed),
                new Selection(settings),
                new BadFileHandler(
                        settings.failure(), storage, new TaskId("scan", 0), System::currentTimeMillis, metrics),
                Clocks.SYSTEM,
                new TaskId("scan", 0),
                () -> false);
    }

    private static Map<Map<String, String>, Map<String, Object>> allFinished(
            Collection<Map<String, String>> partitions) {
        FilePosition finished = new FilePosition(7, Optional.of(new FileIdentity(7, 1_000, 5_000, "", "ab", 0, "")));
        Map<Map<String, String>, Map<String, Object>> offsets = new HashMap<>();
        partitions.forEach(partition -> offsets.put(partition, finished.toMap()));
        return offsets;
    }

    @Test
    void aHundredThousandFinishedFilesCostOneListingAndLessThanAHundredBytesEach() throws IOException {
        IntStream.range(0, FILES)
                .forEach(i -> listing.add(
                        String.format("warehouse-day=%04d", i % DIRECTORIES),
                        String.format("part-%06d-5f0a1c7e-55a0-4b52-a6bb-1a3a7fd0b1c4.c000.parquet", i)));
        FileTracker tracker = tracker(listing, ScanCostTest::allFinished);

        for (int look = 1; look <= 2; look++) {
            listing.listed.clear();
            long begun = System.nanoTime();
            long begunCpu = THREADS.getCurrentThreadCpuTime();
            tracker.scan();
            System.out.printf(
                    "look %d at %,d finished files: %d ms, %d ms of them on the processor, %d bytes kept of each%n",
                    look,
                    FILES,
                    (System.nanoTime() - begun) / 1_000_000,
                    (THREADS.getCurrentThreadCpuTime() - begunCpu) / 1_000_000,
                    tracker.done().retainedBytes() / FILES);

            assertThat(listing.listed).hasSize(DIRECTORIES + 1).doesNotHaveDuplicates();
            assertThat(tracker.unsentFiles()).isEqualTo(new UnsentFiles(List.of(), List.of()));
            assertThat(tracker.tracked()).isEmpty();
            assertThat(tracker.done().size()).isEqualTo(FILES);
        }
        assertThat(tracker.done().retainedBytes()).isLessThan(FILES * 100L);
    }

    @Test
    void inARealDirectoryFinishedFilesAreListedAndNotOpened(@TempDir Path directory) throws IOException {
        for (int i = 0; i < REAL_FILES; i++) {
            Path file = directory.resolve(String.format("day=%04d/part-%06d.parquet", i % DIRECTORIES, i));
            Files.createDirectories(file.getParent());
            Files.write(file, new byte[1_000]);
            Files.setLastModifiedTime(file, FileTime.fromMillis(5_000));
        }
        CountingStorage storage = new CountingStorage(directory);
        FileTracker tracker = tracker(storage, ScanCostTest::allFinished);

        for (int look = 1; look <= 3; look++) {
            storage.listed.clear();
            long begun = System.nanoTime();
            long begunCpu = THREADS.getCurrentThreadCpuTime();
            tracker.scan();
            System.out.printf(
                    "look %d at %,d real files: %d ms, %d ms of them on the processor%n",
                    look,
                    REAL_FILES,
                    (System.nanoTime() - begun) / 1_000_000,
                    (THREADS.getCurrentThreadCpuTime() - begunCpu) / 1_000_000);
            assertThat(storage.listed)
                    .filteredOn(path -> !path.equals("_parquetry"))
                    .hasSize(DIRECTORIES + 1);
            assertThat(storage.opened).isEmpty();
            assertThat(tracker.done().size()).isEqualTo(REAL_FILES);
        }
    }

    @Test
    void directoriesInWhichSomethingWasNewAreListedFirst() throws IOException {
        for (int i = 0; i < 50; i++) {
            listing.add(String.format("d%02d", i), "old.parquet");
        }
        FileTracker tracker = tracker(listing, ScanCostTest::allFinished);
        for (int look = 0; look < 25; look++) {
            tracker.scan();
        }
        listing.add("d33", "new.parquet");
        tracker.scan();
        listing.listed.clear();
        tracker.scan();

        assertThat(listing.listed.subList(0, 2)).containsExactly("", "d33");
        assertThat(listing.listed).hasSize(51);
    }
}
