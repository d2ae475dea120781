package io.parquetry.connect.common.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.io.InputFile;
import io.parquetry.rules.Breadth;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of {@link Storage}; the test of every storage extends this class. */
public abstract class StorageContract {
    /** A new instance for the same storage, as in another process; the storage is empty when a test begins. */
    protected abstract Storage open() throws IOException;

    /** Whether threads may use instances of the storage concurrently. */
    protected boolean takesThreads() {
        return true;
    }

    /** Whether staged files can be dropped before the storage does so itself when they are old. */
    protected boolean dropsStagedFiles() {
        return true;
    }

    /** The longest name that what is under the storage takes. */
    protected int nameCharsMax() {
        return 255;
    }

    /** Creates a file; another program may do so where it takes the storage long to make many durable. */
    protected void place(Storage storage, String path, byte[] bytes) throws IOException {
        storage.createIfAbsent(path, bytes);
    }

    private void placeAll(Map<String, byte[]> files) throws Exception {
        int creators = takesThreads() ? 8 : 1;
        List<Map.Entry<String, byte[]>> all = List.copyOf(files.entrySet());
        List<Callable<Void>> creations = new ArrayList<>();
        for (int creator = 0; creator < creators; creator++) {
            Storage storage = open();
            int first = creator;
            creations.add(() -> {
                for (int i = first; i < all.size(); i += creators) {
                    place(storage, all.get(i).getKey(), all.get(i).getValue());
                }
                return null;
            });
        }
        ExecutorService threads = Executors.newFixedThreadPool(creators);
        try {
            for (Future<Void> created : threads.invokeAll(creations)) {
                created.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A temporary file, which only this instance need see. */
    private static void create(Storage storage, String path, String text) throws IOException {
        try (TemporaryFile out = storage.create(path)) {
            out.write(bytes(text), 0, text.length());
        }
    }

    private static StagedFile stage(Storage storage, String temporary, String path, String text) throws IOException {
        try (TemporaryFile out = storage.create(temporary)) {
            out.write(bytes(text), 0, text.length());
            return out.stage(path).await();
        }
    }

    /** A file that everybody sees. */
    private static void write(Storage storage, String path, String text) throws IOException {
        storage.publish(stage(storage, "_written/" + UUID.randomUUID(), path, text));
    }

    private static String read(Storage storage, String path) throws IOException {
        return new String(storage.read(path, 1000), StandardCharsets.UTF_8);
    }

    private static List<String> paths(Storage storage, String directory) throws IOException {
        List<String> paths = new ArrayList<>();
        storage.list(directory, file -> paths.add(file.path()));
        paths.sort(null);
        return paths;
    }

    @Test
    void aFileIsWrittenSequentiallyAndReadInRanges() throws IOException {
        Storage storage = open();
        StagedFile staged;
        try (TemporaryFile out = storage.create("a/file.tmp")) {
            out.write(bytes("xhellox"), 1, 5);
            assertThat(out.position()).isEqualTo(5);
            out.write(bytes(" world"), 0, 6);
            staged = out.stage("a/b/file").await();
        }
        assertThat(storage.find("a/file.tmp")).map(StoredFile::bytes).contains(11L);
        storage.publish(staged);
        assertThat(storage.find("a/b/file")).map(StoredFile::bytes).contains(11L);
        byte[] range = new byte[7];
        try (InputFile in = open().open("a/b/file")) {
            assertThat(in.length()).isEqualTo(11);
            in.readFully(6, range, 1, 5);
        }
        assertThat(range).isEqualTo(bytes("\0world\0"));
    }

    @Test
    void readingPastTheEndIsAnError() throws IOException {
        Storage storage = open();
        write(storage, "file", "12345");
        try (InputFile in = storage.open("file")) {
            assertThatThrownBy(() -> in.readFully(3, new byte[3], 0, 3)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void aMissingFileHasNoLengthAndCannotBeOpened() throws IOException {
        Storage storage = open();
        assertThat(storage.find("a/none")).isEmpty();
        storage.delete("a/none");
        assertThatThrownBy(() -> storage.open("a/none")).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> storage.read("a/none", 10)).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void aFileIsNotCreatedOverAnother() throws IOException {
        Storage storage = open();
        create(storage, "a/file", "first");
        assertThatThrownBy(() -> storage.create("a/file")).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(read(storage, "a/file")).isEqualTo("first");
    }

    @Test
    void renamingTakesTheFileAndNeverOverwrites() throws IOException {
        Storage storage = open();
        write(storage, "a/file", "first");
        write(storage, "a/_taken", "other");
        StoredFile file = storage.find("a/file").orElseThrow();
        assertThatThrownBy(() -> storage.rename(file, "a/_taken")).isInstanceOf(FileAlreadyExistsException.class);
        storage.rename(file, "a/_aside");
        assertThat(read(open(), "a/_aside")).isEqualTo("first");
        assertThat(read(open(), "a/_taken")).isEqualTo("other");
        assertThat(storage.find("a/file")).isEmpty();
        assertThatThrownBy(() -> storage.rename(file, "a/_again")).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void aFileIsFoundAsItIsListed() throws IOException {
        Storage storage = open();
        write(storage, "a/file", "content");
        write(storage, "a/b/file", "other");
        List<StoredFile> listed = new ArrayList<>();
        storage.list("a", listed::add);

        for (StoredFile file : listed) {
            assertThat(storage.find(file.path())).contains(file);
        }
        assertThat(storage.find("a/none")).isEmpty();
        assertThat(storage.find("a/b")).isEmpty();
    }

    @Test
    void publishingTakesTheTemporaryFile() throws IOException {
        Storage storage = open();
        storage.publish(stage(storage, "work/1.tmp", "out/year=2026/final", "content"));
        assertThat(read(open(), "out/year=2026/final")).isEqualTo("content");
        assertThat(storage.find("work/1.tmp")).isEmpty();
    }

    @Test
    void publishingNeverOverwrites() throws IOException {
        Storage storage = open();
        write(storage, "out/final", "theirs");
        StagedFile staged = stage(storage, "work/1.tmp", "out/final", "ours");
        assertThatThrownBy(() -> storage.publish(staged)).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(read(storage, "out/final")).isEqualTo("theirs");
        assertThat(read(storage, "work/1.tmp")).isEqualTo("ours");
    }

    @Test
    void aStagedFileIsInvisibleUntilItIsPublishedByAnybody() throws IOException {
        Storage storage = open();
        StagedFile staged = stage(storage, "_work/1.tmp", "out/final", "content");
        assertThat(paths(open(), "out")).isEmpty();
        assertThat(storage.find("out/final")).isEmpty();

        open().publish(staged);

        assertThat(read(storage, "out/final")).isEqualTo("content");
        assertThat(paths(open(), "out")).containsExactly("out/final");
    }

    @Test
    void aStagedFileIsNotPublishedOverAnother() throws IOException {
        Storage storage = open();
        StagedFile staged = stage(storage, "_work/1.tmp", "out/final", "ours");
        write(open(), "out/final", "theirs");

        assertThatThrownBy(() -> open().publish(staged)).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(read(storage, "out/final")).isEqualTo("theirs");
    }

    @Test
    void publishingAStagedFileAgainDoesNoHarm() throws IOException {
        Storage storage = open();
        StagedFile staged = stage(storage, "_work/1.tmp", "out/final", "content");
        storage.publish(staged);

        if (staged.isUpload()) {
            open().publish(staged);
        } else {
            assertThatThrownBy(() -> open().publish(staged)).isInstanceOf(NoSuchFileException.class);
        }
        assertThat(read(storage, "out/final")).isEqualTo("content");

        storage.delete("out/final");
        assertThatThrownBy(() -> open().publish(staged)).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void uploadsCanBeDropped() throws IOException {
        Storage storage = open();
        StagedFile dropped = stage(storage, "_work/1.tmp", "out/a/one", "one");
        StagedFile kept = stage(storage, "_work/2.tmp", "out/b/two", "two");

        OpenUploads uploads = open().uploads("out", path -> !path.equals("out/b/two"));
        StagedFile later = stage(storage, "_work/3.tmp", "out/a/three", "three");
        uploads.drop();

        if (dropped.isUpload() && dropsStagedFiles()) {
            assertThatThrownBy(() -> open().publish(dropped)).isInstanceOf(NoSuchFileException.class);
        }
        open().publish(kept);
        assertThat(read(storage, "out/b/two")).isEqualTo("two");
        open().publish(later);
        assertThat(read(storage, "out/a/three")).isEqualTo("three");
    }

    @Test
    void aTemporaryFileThatIsOnlyClosedIsReadByItsCreator() throws IOException {
        Storage storage = open();
        create(storage, "_work/1.tmp", "content");
        assertThat(read(storage, "_work/1.tmp")).isEqualTo("content");
        assertThat(storage.find("_work/1.tmp")).map(StoredFile::bytes).contains(7L);
        assertThat(paths(storage, "_work")).containsExactly("_work/1.tmp");
        storage.delete("_work/1.tmp");
        assertThat(storage.find("_work/1.tmp")).isEmpty();
        assertThatThrownBy(() -> storage.open("_work/1.tmp")).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void aFileThatWasSetAsideIsPublishedByAnybody() throws IOException {
        Storage storage = open();
        write(storage, "a/file", "content");
        StoredFile file = storage.find("a/file").orElseThrow();
        storage.rename(file, "a/_aside");
        write(storage, "out/taken", "theirs");

        assertThatThrownBy(() -> open().publish(new StagedFile("a/_aside", "out/taken")))
                .isInstanceOf(FileAlreadyExistsException.class);
        open().publish(new StagedFile("a/_aside", "out/final"));

        assertThat(read(storage, "out/final")).isEqualTo("content");
        assertThat(read(storage, "out/taken")).isEqualTo("theirs");
        assertThat(storage.find("a/_aside")).isEmpty();
        assertThatThrownBy(() -> open().publish(new StagedFile("a/_aside", "out/final")))
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void aDocumentIsCreatedOnce() throws IOException {
        Storage storage = open();
        assertThat(storage.createIfAbsent("ledger/1", bytes("first"))).isTrue();
        assertThat(open().createIfAbsent("ledger/1", bytes("second"))).isFalse();
        assertThat(read(storage, "ledger/1")).isEqualTo("first");
        assertThat(paths(storage, "")).containsExactly("ledger/1");
    }

    @Test
    void exactlyOneOfConcurrentCallersCreatesADocument() throws Exception {
        if (!takesThreads()) {
            return;
        }
        int contenders = 4;
        int rounds = 25;
        ExecutorService threads = Executors.newFixedThreadPool(contenders);
        try {
            for (int round = 0; round < rounds; round++) {
                String path = "ledger/" + round;
                List<Callable<Boolean>> attempts = new ArrayList<>();
                for (int i = 0; i < contenders; i++) {
                    Storage storage = open();
                    byte[] document = bytes("contender " + i);
                    attempts.add(() -> storage.createIfAbsent(path, document));
                }
                int created = 0;
                for (Future<Boolean> attempt : threads.invokeAll(attempts)) {
                    created += attempt.get() ? 1 : 0;
                }
                assertThat(created).as("creators of " + path).isEqualTo(1);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(paths(open(), "")).hasSize(rounds);
    }

    @Test
    void aDocumentLargerThanAllowedIsNotRead() throws IOException {
        Storage storage = open();
        storage.createIfAbsent("document", bytes("12345"));
        assertThat(storage.read("document", 5)).hasSize(5);
        assertThatThrownBy(() -> storage.read("document", 4))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("5 bytes")
                .hasMessageContaining("4");
    }

    @Test
    void aListingHasEveryFileWithItsLength() throws IOException {
        Storage storage = open();
        write(storage, "top", "1");
        write(storage, "a/one", "22");
        write(storage, "a/b/two", "333");
        write(storage, "ab/three", "4444");
        List<StoredFile> files = new ArrayList<>();
        storage.list("a", files::add);
        assertThat(files)
                .extracting(StoredFile::path, StoredFile::bytes, StoredFile::name)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple("a/one", 2L, "one"),
                        org.assertj.core.groups.Tuple.tuple("a/b/two", 3L, "two"));
        assertThat(paths(storage, "")).containsExactly("a/b/two", "a/one", "ab/three", "top");
    }

    @Test
    @Tag("slow")
    @Tag("sampled")
    void thousandsOfFilesOfADirectoryAreListedOnceEach() throws Exception {
        Map<String, byte[]> files = new HashMap<>();
        for (int i = 0; i < Breadth.of(1_500, 10_000); i++) {
            files.put("many/" + i, new byte[i % 100 == 0 ? 3 : 0]);
        }
        placeAll(files);
        List<StoredFile> listed = new ArrayList<>();
        open().list("many", listed::add);

        assertThat(listed).hasSize(files.size());
        Map<String, Integer> lengths = new HashMap<>();
        listed.forEach(file -> lengths.put(file.path(), (int) file.bytes()));
        assertThat(lengths).hasSize(files.size());
        files.forEach((path, bytes) -> assertThat(lengths).containsEntry(path, bytes.length));
    }

    @Test
    void aListingDoesNotEnterDirectoriesThatTheVisitorRefuses() throws IOException {
        Storage storage = open();
        write(storage, "_work/one", "1");
        write(storage, "a/_work/two", "2");
        write(storage, "a/b/three", "3");
        List<String> seen = new ArrayList<>();
        storage.list("", new ListingVisitor() {
            @Override
            public void file(StoredFile file) {
                seen.add(file.path());
            }

            @Override
            public boolean enter(String directory) {
                return !StoragePath.name(directory).startsWith("_");
            }
        });
        assertThat(seen).containsExactly("a/b/three");
    }

    @Test
    void aDirectoryThatDoesNotExistIsEmpty() throws IOException {
        Storage storage = open();
        assertThat(paths(storage, "none/at/all")).isEmpty();
        assertThat(storage.isDirectory("none")).isFalse();
        write(storage, "some/file", "");
        assertThat(storage.isDirectory("some")).isTrue();
    }

    @Test
    void aDeletedFileIsGone() throws IOException {
        Storage storage = open();
        write(storage, "a/file", "content");
        storage.delete("a/file");
        assertThat(storage.find("a/file")).isEmpty();
        write(storage, "a/file", "again");
        assertThat(read(storage, "a/file")).isEqualTo("again");
    }

    @Test
    void unusualNamesAreKept() throws IOException {
        Storage storage = open();
        String path = "a b/c+d=é%2F/" + "n".repeat(nameCharsMax());
        write(storage, path, "content");
        assertThat(paths(storage, "a b")).containsExactly(path);
        assertThat(read(storage, path)).isEqualTo("content");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/a", "a//b", "a/", "../a", "a/../../b", "./a", "a\u0000b", "a\nb", "a\\b"})
    void anInvalidPathIsRefusedEverywhere(String path) throws IOException {
        Storage storage = open();
        write(storage, "good", "");
        StoredFile good = storage.find("good").orElseThrow();
        assertThatIllegalArgumentException().isThrownBy(() -> storage.open(path));
        assertThatIllegalArgumentException().isThrownBy(() -> storage.create(path));
        assertThatIllegalArgumentException().isThrownBy(() -> storage.find(path));
        assertThatIllegalArgumentException().isThrownBy(() -> new StagedFile("good", path));
        assertThatIllegalArgumentException().isThrownBy(() -> new StagedFile(path, "better"));
        assertThatIllegalArgumentException().isThrownBy(() -> storage.rename(good, path));
        assertThatIllegalArgumentException().isThrownBy(() -> storage.createIfAbsent(path, new byte[0]));
        assertThatIllegalArgumentException().isThrownBy(() -> storage.read(path, 10));
        assertThatIllegalArgumentException().isThrownBy(() -> storage.delete(path));
        if (!path.isEmpty()) {
            assertThatIllegalArgumentException().isThrownBy(() -> storage.list(path, file -> {}));
            assertThatIllegalArgumentException().isThrownBy(() -> storage.isDirectory(path));
        }
    }
}
