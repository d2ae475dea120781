package io.parquetry.connect.common.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.io.InputFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * No symbolic link below the root leads out of it, to listing, reading, writing, moving or deleting, also while
 * directories are swapped for links; unless links are followed, where a link is what it leads to.
 */
class LocalLinksTest {
    @TempDir
    private Path directory;

    private Path root;
    private Path outside;

    @BeforeEach
    void create() throws IOException {
        root = Files.createDirectories(directory.resolve("root"));
        outside = Files.createDirectories(directory.resolve("outside/deep")).getParent();
        Files.writeString(outside.resolve("secret"), "s");
        Files.writeString(outside.resolve("deep/secret"), "s");
        Files.writeString(root.resolve("inside"), "i");
        Files.createSymbolicLink(root.resolve("door"), outside);
        Files.createSymbolicLink(root.resolve("file-door"), outside.resolve("secret"));
    }

    private LocalStorage storage(LocalLinks links) {
        return new LocalStorage(root, "", links);
    }

    private static List<String> listed(Storage storage, String from) throws IOException {
        List<String> paths = new ArrayList<>();
        storage.list(from, file -> paths.add(file.path()));
        return paths.stream().sorted().toList();
    }

    private static String text(Storage storage, String path) throws IOException {
        return new String(storage.read(path, 100), StandardCharsets.UTF_8);
    }

    private List<String> outsideNow() throws IOException {
        try (Stream<Path> all = Files.walk(outside)) {
            return all.map(path -> outside.relativize(path).toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "FOLLOWED")
    void thereIsNothingBehindALink(LocalLinks links) throws IOException {
        LocalStorage storage = storage(links);

        assertThat(listed(storage, "")).containsExactly("inside");
        for (String in : List.of("door", "door/deep", "file-door")) {
            assertThat(listed(storage, in)).isEmpty();
            assertThat(storage.isDirectory(in)).isFalse();
        }
        for (String path : List.of("door/secret", "door/deep/secret", "file-door")) {
            assertThat(storage.find(path)).isEmpty();
            assertThat(storage.find(path)).isEmpty();
            assertThatThrownBy(() -> storage.open(path))
                    .isInstanceOf(NoSuchFileException.class)
                    .hasMessageContaining("it is a symbolic link, and those are not followed")
                    .hasMessageContaining("local.follow.links=true");
            assertThatThrownBy(() -> storage.rename(new StoredFile(path, 0, 0), "new"))
                    .isInstanceOf(NoSuchFileException.class);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "FOLLOWED")
    void nothingIsWrittenMovedOrDeletedThroughALink(LocalLinks links) throws IOException {
        LocalStorage storage = storage(links);
        List<String> before = outsideNow();

        for (String path : List.of("door/new", "door/deep/new", "door/more/new")) {
            assertThatThrownBy(() -> storage.create(path))
                    .isInstanceOf(FileSystemException.class)
                    .isNotInstanceOf(NoSuchFileException.class)
                    .hasMessageContaining("door: it is a symbolic link");
            assertThatThrownBy(() -> storage.createIfAbsent(path, new byte[1])).hasMessageContaining("symbolic link");
            assertThatThrownBy(() -> storage.publish(new StagedFile("inside", path)))
                    .hasMessageContaining("symbolic link");
            assertThatThrownBy(() -> storage.rename(new StoredFile("inside", 0, 0), path))
                    .hasMessageContaining("symbolic link");
        }
        storage.delete("door/secret");
        storage.delete("door/deep/secret");

        assertThat(outsideNow()).isEqualTo(before);
        assertThat(text(storage, "inside")).isEqualTo("i");
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "FOLLOWED")
    void aLinkThatTakesANameIsAFileThatIsInTheWay(LocalLinks links) throws IOException {
        LocalStorage storage = storage(links);

        assertThat(storage.createIfAbsent("file-door", new byte[1])).isFalse();
        assertThatThrownBy(() -> storage.create("file-door")).isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> storage.rename(new StoredFile("inside", 0, 0), "file-door"))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> storage.publish(new StagedFile("inside", "file-door")))
                .isInstanceOf(FileAlreadyExistsException.class);
        storage.delete("file-door");

        assertThat(outside.resolve("secret")).hasContent("s");
        assertThat(root.resolve("file-door")).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource(LocalLinks.class)
    void theRootMayBeALinkAndIsResolvedOnce(LocalLinks links) throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), root);
        LocalStorage storage = new LocalStorage(link, "", links);
        assertThat(text(storage, "inside")).isEqualTo("i");
        Files.delete(link);
        Files.createSymbolicLink(link, outside);

        assertThat(text(storage, "inside")).isEqualTo("i");
        assertThat(listed(new LocalStorage(link, "", links), "deep")).containsExactly("deep/secret");
    }

    @Test
    void linksThatAreFollowedAreWhatTheyLeadTo() throws IOException {
        LocalStorage storage = storage(LocalLinks.FOLLOWED);

        assertThat(listed(storage, "")).containsExactly("door/deep/secret", "door/secret", "file-door", "inside");
        assertThat(text(storage, "door/deep/secret")).isEqualTo("s");
        storage.rename(new StoredFile("inside", 0, 0), "door/new/inside");
        storage.delete("door/secret");

        assertThat(outsideNow()).containsExactly("", "deep", "deep/secret", "new", "new/inside");
    }

    @Test
    void linksThatLeadToNothingOrInACircleAreLeftOut() throws IOException {
        Files.createSymbolicLink(root.resolve("dangling"), directory.resolve("nowhere"));
        Files.createSymbolicLink(root.resolve("self"), root.resolve("self"));
        Files.createDirectories(root.resolve("a/b"));
        Files.createSymbolicLink(root.resolve("a/b/up"), root.resolve("a"));
        Files.writeString(root.resolve("a/b/file"), "f");

        for (LocalLinks links : LocalLinks.values()) {
            assertThat(listed(storage(links), "a")).containsExactly("a/b/file");
            assertThat(listed(storage(links), "a/b/up")).isEmpty();
            assertThat(listed(storage(links), "")).contains("a/b/file").doesNotContain("dangling", "self");
        }
    }

    /** Swaps a directory for a link and back, as fast as it can, while the storage lists, reads, moves and deletes. */
    @Test
    void nothingOfElsewhereIsReachedWhileADirectoryIsSwappedForALink() throws Exception {
        Path sub = Files.createDirectories(root.resolve("in/sub"));
        Files.createDirectories(root.resolve("in/real"));
        Files.writeString(sub.resolve("x"), "i");
        Files.writeString(outside.resolve("x"), "s");
        Files.writeString(outside.resolve("foreign"), "s");
        Path link = Files.createSymbolicLink(root.resolve("in/link"), outside);
        AtomicBoolean done = new AtomicBoolean();
        Thread swapper = new Thread(() -> swap(sub, link, done));
        swapper.start();
        int reads = 0;
        try {
            LocalStorage storage = storage(LocalLinks.REFUSED);
            for (int i = 0; i < 5_000; i++) {
                assertThat(listed(storage, "in")).doesNotContain("in/sub/foreign");
                assertThat(storage.find("in/sub/foreign")).isEmpty();
                storage.delete("in/sub/foreign");
                assertThatThrownBy(() -> storage.rename(new StoredFile("in/sub/foreign", 0, 0), "gone"))
                        .isInstanceOf(IOException.class);
                try (InputFile file = storage.open("in/sub/x")) {
                    byte[] content = new byte[1];
                    file.readFully(0, content, 0, 1);
                    assertThat(content).containsExactly('i');
                    reads++;
                } catch (IOException swapped) {
                    // It is a link at this moment, or not there.
                }
            }
        } finally {
            done.set(true);
            swapper.join();
        }

        assertThat(reads).isPositive();
        assertThat(outsideNow()).contains("foreign", "x");
        assertThat(root.resolve("gone")).doesNotExist();
    }

    private static void swap(Path sub, Path link, AtomicBoolean done) {
        Path kept = sub.resolveSibling("kept");
        try {
            while (!done.get()) {
                Files.move(sub, kept, StandardCopyOption.ATOMIC_MOVE);
                Files.move(link, sub, StandardCopyOption.ATOMIC_MOVE);
                Files.move(sub, link, StandardCopyOption.ATOMIC_MOVE);
                Files.move(kept, sub, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRootThatLeadsElsewhereByNowIsSaid(LocalLinks links) throws IOException {
        Path current = Files.createSymbolicLink(directory.resolve("current"), root);
        LocalStorage storage = new LocalStorage(current, "", links);
        assertThat(listed(storage, "")).contains("inside");
        Files.delete(current);
        assertThat(listed(storage, "")).as("the directory is still there").contains("inside");
        Files.createSymbolicLink(current, outside);
        assertThatThrownBy(() -> listed(storage, ""))
                .isInstanceOf(IOException.class)
                .hasMessage(current + " leads to " + outside + " now, and led to " + root
                        + " when it was first used; restart the task, or have the link lead there again");
        Files.delete(current);
        Files.createSymbolicLink(current, root);
        assertThat(listed(storage, "")).contains("inside");
    }
}
