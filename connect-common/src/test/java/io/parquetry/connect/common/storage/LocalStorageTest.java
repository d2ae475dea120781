package io.parquetry.connect.common.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The local file system fulfils the contract, also with links and interrupted calls. */
class LocalStorageTest extends StorageContract {
    @TempDir
    private Path directory;

    @Override
    protected Storage open() {
        return new LocalStorage(directory.resolve("root"));
    }

    @Override
    protected void place(Storage storage, String path, byte[] bytes) throws IOException {
        Path file = directory.resolve("root").resolve(path);
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
    }

    @Test
    void anInterruptedPublishIsCompletedByTheNext() throws IOException {
        Path root = Files.createDirectories(directory.resolve("root/out")).getParent();
        Files.writeString(root.resolve("1.tmp"), "content");
        Files.createLink(root.resolve("out/final"), root.resolve("1.tmp"));
        open().publish(new StagedFile("1.tmp", "out/final"));
        assertThat(root.resolve("1.tmp")).doesNotExist();
        assertThat(root.resolve("out/final")).hasContent("content");
    }

    @Test
    void aTemporaryDocumentLeftByACrashIsIgnored() throws IOException {
        Path root = Files.createDirectories(directory.resolve("root"));
        Files.writeString(root.resolve("1.commit.0a.tmp"), "half a docum");
        assertThat(open().createIfAbsent("1.commit", new byte[] {7})).isTrue();
    }

    @Test
    void aRootThatIsALinkIsFollowed() throws IOException {
        Path real = Files.createDirectories(directory.resolve("real/sub"));
        Files.writeString(real.resolve("file"), "f");
        Files.createSymbolicLink(directory.resolve("root"), directory.resolve("real"));
        List<String> paths = new ArrayList<>();
        open().list("", file -> paths.add(file.path()));
        assertThat(paths).containsExactly("sub/file");
    }

    @Test
    void aListingHasTheTimeOfTheLastChange() throws IOException {
        Path root = Files.createDirectories(directory.resolve("root"));
        Files.setLastModifiedTime(
                Files.writeString(root.resolve("file"), "f"), FileTime.fromMillis(1_700_000_000_000L));
        List<StoredFile> files = new ArrayList<>();
        open().list("", files::add);
        assertThat(files).extracting(StoredFile::modifiedMs).containsExactly(1_700_000_000_000L);
    }

    @Test
    void aFileKeepsItsNumberAndAnotherOneOfItsNameSizeAndTimeHasAnother() throws IOException {
        Path root = Files.createDirectories(directory.resolve("root"));
        FileTime time = FileTime.fromMillis(1_700_000_000_000L);
        Files.setLastModifiedTime(Files.writeString(root.resolve("file"), "f"), time);
        List<StoredFile> files = new ArrayList<>();
        open().list("", files::add);
        StoredFile file = files.get(0);
        assertThat(open().find("file")).contains(file);

        open().rename(new StoredFile("file", 0, 0), "aside");
        Files.setLastModifiedTime(Files.writeString(root.resolve("file"), "g"), time);

        assertThat(open().find("aside").orElseThrow()).isEqualTo(file.at("aside"));
        assertThat(open().find("file").orElseThrow().isSameAs(file)).isFalse();
    }

    @Test
    void aRootWithoutItsMarkerIsNeitherReadNorCreated(@TempDir Path directory) throws IOException {
        Path root = directory.resolve("mount");
        LocalStorage storage = new LocalStorage(root, ".mounted", LocalLinks.REFUSED);
        assertThatThrownBy(() -> storage.createIfAbsent("a/document", new byte[1]))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("local.root.marker")
                .hasMessageContaining("not mounted");
        assertThatThrownBy(() -> storage.create("a/file")).hasMessageContaining(".mounted");
        assertThatThrownBy(() -> storage.list("", file -> {})).hasMessageContaining(".mounted");
        assertThatThrownBy(() -> storage.find("a/file")).hasMessageContaining(".mounted");
        assertThatThrownBy(() -> storage.open("a/file")).hasMessageContaining(".mounted");
        assertThat(root).doesNotExist();
        Files.createDirectory(root);
        Files.createFile(root.resolve(".mounted"));
        assertThat(storage.createIfAbsent("a/document", new byte[1])).isTrue();
    }
}
