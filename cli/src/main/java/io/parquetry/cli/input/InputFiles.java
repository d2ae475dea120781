package io.parquetry.cli.input;

import io.parquetry.cli.failure.CommandException;
import io.parquetry.connect.common.access.StorageAccess;
import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.io.LocalSiblingFiles;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Opens the files that a command line names, on the local disk, in storages and on stdin, and verifies checksums. A
 * {@code _metadata} file is read as the table whose files it names; they are searched beside it. Storages are closed
 * with this, not with the files.
 */
public final class InputFiles implements Closeable {
    private static final ReaderOptions OPTIONS =
            ReaderOptions.builder().checksums(ReaderOptions.Checksums.VERIFY).build();

    private static final String COMMON_METADATA = "_common_metadata";
    static final String ENDING = ".parquet";

    private final StorageOptions options;
    private final Map<String, Storage> storages = new HashMap<>();
    private Optional<StandardInput> standardInput = Optional.empty();

    InputFiles(StorageOptions options) {
        this.options = Objects.requireNonNull(options, "options");
    }

    /** A file of a listing. */
    public record ListedFile(FileLocation file, long bytes) {}

    /** A local file, which needs no options. */
    public static ParquetReader open(Path file) throws IOException {
        return ParquetReader.open(bytes(file), LocalSiblingFiles.of(file), OPTIONS);
    }

    public ParquetReader open(FileLocation file) throws IOException {
        return open(file, bytes(file));
    }

    /**
     * Opens a file by its bytes, which the result owns, also when this fails.
     *
     * @param bytes of the file, as {@link #bytes} gives them, perhaps in another form
     */
    public ParquetReader open(FileLocation file, InputFile bytes) throws IOException {
        if (file.isStandardStream()) {
            return ParquetReader.open(bytes, OPTIONS);
        }
        if (file.local().isPresent()) {
            return ParquetReader.open(bytes, LocalSiblingFiles.of(file.local().get()), OPTIONS);
        }
        Storage storage = storage(file);
        String directory = StoragePath.parent(file.path());
        return ParquetReader.open(bytes, path -> storage.open(StoragePath.in(directory, path)), OPTIONS);
    }

    /**
     * Whether this is a {@code _common_metadata} file, which is a table without rows; the user may have meant its
     * sibling.
     */
    public static boolean isSchemaOnly(FileLocation file, ParquetReader reader) {
        return reader.metadata().rowGroups().isEmpty() && COMMON_METADATA.equals(file.name());
    }

    /** The bytes of a file. */
    public InputFile bytes(FileLocation file) throws IOException {
        if (file.isStandardStream()) {
            return standardInput().open();
        }
        if (file.local().isPresent()) {
            return bytes(file.local().get());
        }
        Storage storage = storage(file);
        try {
            if (file.path().isEmpty()) {
                throw notAFile(file);
            }
            return storage.open(file.path());
        } catch (NoSuchFileException e) {
            if (storage.isDirectory(file.path())) {
                throw notAFile(file);
            }
            throw new NoSuchFileException(file.toString());
        } catch (NoClassDefFoundError e) {
            throw StorageOptions.missingLibrary(file.storage(), e);
        }
    }

    private static InputFile bytes(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw notAFile(FileLocation.of(file));
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new CommandException(file + ": is a device or pipe, which cannot be read in parts; send it to stdin,"
                    + " and name - instead");
        }
        return LocalInputFile.open(file);
    }

    private static CommandException notAFile(FileLocation file) {
        return new CommandException(file + ": is a directory; name the Parquet files in it, as in " + file
                + (file.toString().endsWith("/") ? "" : "/")
                + (file.local().isPresent() ? "*.parquet" : "part-0.parquet"));
    }

    /** Whether there is such a directory. */
    public boolean isDirectory(FileLocation location) throws IOException {
        if (location.isStandardStream()) {
            return false;
        }
        try {
            return location.local().isPresent()
                    ? Files.isDirectory(location.local().get())
                    : storage(location).isDirectory(location.path());
        } catch (NoClassDefFoundError e) {
            throw StorageOptions.missingLibrary(location.storage(), e);
        }
    }

    /** The length of a file in bytes; 0 for one that does not exist. */
    public long length(FileLocation file) throws IOException {
        if (file.isStandardStream()) {
            return standardInput().length();
        }
        if (file.local().isPresent()) {
            Path local = file.local().get();
            return Files.isRegularFile(local) ? Files.size(local) : 0;
        }
        return file.path().isEmpty()
                ? 0
                : storage(file).find(file.path()).map(StoredFile::bytes).orElse(0L);
    }

    /**
     * The files that locations name, and those of directories and patterns ({@link FilePattern}) by path. Of a
     * directory these are all files {@code *.parquet} below it, but nothing whose name begins with {@code _} or a dot.
     * A missing file counts 0 bytes here and fails when it is opened.
     *
     * @throws CommandException when a directory or a pattern has no such file
     */
    public List<ListedFile> parquetFiles(List<FileLocation> locations) throws IOException {
        List<ListedFile> all = new ArrayList<>();
        for (FileLocation location : locations) {
            if (location.isPattern()) {
                all.addAll(matching(location));
                continue;
            }
            if (!isDirectory(location)) {
                all.add(new ListedFile(location, length(location)));
                continue;
            }
            List<ListedFile> found =
                    location.local().isPresent() ? within(location.local().get()) : within(location);
            if (found.isEmpty()) {
                throw new CommandException(location + ": there is no file *" + ENDING + " in this directory");
            }
            all.addAll(found);
        }
        return all;
    }

    private List<ListedFile> matching(FileLocation pattern) throws IOException {
        FilePattern glob = FilePattern.of(pattern.text().replace('\\', '/'));
        FileLocation directory = FileLocation.of(glob.directory().isEmpty() ? "." : glob.directory());
        List<ListedFile> found = !isDirectory(directory)
                ? List.of()
                : directory.local().isPresent() ? matching(glob) : matching(glob, directory);
        if (found.isEmpty()) {
            throw new CommandException(pattern + ": no file has a path like this");
        }
        return found;
    }

    private static List<ListedFile> matching(FilePattern glob) throws IOException {
        Path root = Path.of(glob.directory());
        List<Path> paths = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return directory.equals(root) || glob.mayHoldFiles(relative(directory))
                        ? FileVisitResult.CONTINUE
                        : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (glob.selects(relative(file)) && Files.isRegularFile(file)) {
                    paths.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            private String relative(Path path) {
                return root.relativize(path).toString().replace('\\', '/');
            }
        });
        paths.sort(Comparator.naturalOrder());
        List<ListedFile> found = new ArrayList<>();
        for (Path path : paths) {
            found.add(new ListedFile(FileLocation.of(path), Files.size(path)));
        }
        return found;
    }

    private List<ListedFile> matching(FilePattern glob, FileLocation directory) throws IOException {
        int begin = directory.path().isEmpty() ? 0 : directory.path().length() + 1;
        return listed(
                directory,
                path -> glob.selects(path.substring(begin)),
                path -> glob.mayHoldFiles(path.substring(begin)));
    }

    private static List<ListedFile> within(Path directory) throws IOException {
        try (Stream<Path> tree = Files.walk(directory)) {
            List<Path> paths = tree.filter(path -> path.toString().endsWith(ENDING))
                    .filter(path -> isVisible(directory.relativize(path)))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
            List<ListedFile> found = new ArrayList<>();
            for (Path path : paths) {
                found.add(new ListedFile(FileLocation.of(path), Files.size(path)));
            }
            return found;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static boolean isVisible(Path relative) {
        for (Path name : relative) {
            if (!isVisible(name.toString())) {
                return false;
            }
        }
        return true;
    }

    private List<ListedFile> within(FileLocation directory) throws IOException {
        return listed(
                directory,
                path -> isVisible(StoragePath.name(path)) && path.endsWith(ENDING),
                path -> isVisible(StoragePath.name(path)));
    }

    /** The files below a directory of a storage, by path; the conditions take paths in the storage. */
    private List<ListedFile> listed(FileLocation directory, Predicate<String> wanted, Predicate<String> entered)
            throws IOException {
        List<ListedFile> found = new ArrayList<>();
        storage(directory).list(directory.path(), new ListingVisitor() {
            @Override
            public void file(StoredFile file) {
                if (wanted.test(file.path())) {
                    found.add(new ListedFile(directory.below(file.path()), file.bytes()));
                }
            }

            @Override
            public boolean enter(String path) {
                return entered.test(path);
            }
        });
        found.sort(Comparator.comparing(listed -> listed.file().path()));
        return found;
    }

    static boolean isVisible(String name) {
        return !name.startsWith("_") && !name.startsWith(".");
    }

    private StandardInput standardInput() throws IOException {
        if (standardInput.isEmpty()) {
            standardInput = Optional.of(StandardInput.read(System.in));
        }
        return standardInput.get();
    }

    private Storage storage(FileLocation location) throws IOException {
        Storage open = storages.get(location.storage());
        if (open == null) {
            open = options.open(location.storage(), StorageAccess.READ);
            storages.put(location.storage(), open);
        }
        return open;
    }

    @Override
    public void close() throws IOException {
        if (standardInput.isPresent()) {
            standardInput.get().close();
        }
        for (Storage storage : storages.values()) {
            storage.close();
        }
    }
}
