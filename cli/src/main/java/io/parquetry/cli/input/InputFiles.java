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
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

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
            List<ListedFile> found = below(
                    location,
                    path -> isVisible(StoragePath.name(path)) && path.endsWith(ENDING),
                    path -> isVisible(StoragePath.name(path)));
            if (found.isEmpty()) {
                throw new CommandException(location + ": there is no file *" + ENDING + " in this directory");
            }
            all.addAll(found);
        }
        return all;
    }

    private List<ListedFile> matching(FileLocation pattern) throws IOException {
        FilePattern glob = FilePattern.of(pattern.text().replace('\\', '/'));
        FileLocation directory =
                glob.directory().isEmpty() ? FileLocation.of(Path.of("")) : FileLocation.of(glob.directory());
        List<ListedFile> found =
                isDirectory(directory) ? below(directory, glob::selects, glob::mayHoldFiles) : List.of();
        if (found.isEmpty()) {
            throw new CommandException(pattern + ": no file has a path like this");
        }
        return found;
    }

    /** The files below a directory, by path; the conditions take paths below it. */
    private List<ListedFile> below(FileLocation directory, Predicate<String> wanted, Predicate<String> entered)
            throws IOException {
        List<ListedFile> found = new ArrayList<>();
        if (directory.local().isPresent()) {
            addFiles(directory.local().get(), "", wanted, entered, found);
            found.sort(Comparator.comparing(listed -> listed.file().local().orElseThrow()));
            return found;
        }
        int begin = directory.path().isEmpty() ? 0 : directory.path().length() + 1;
        storage(directory).list(directory.path(), new ListingVisitor() {
            @Override
            public void file(StoredFile file) {
                if (wanted.test(file.path().substring(begin))) {
                    found.add(new ListedFile(directory.below(file.path()), file.bytes()));
                }
            }

            @Override
            public boolean enter(String path) {
                return entered.test(path.substring(begin));
            }
        });
        found.sort(Comparator.comparing(listed -> listed.file().path()));
        return found;
    }

    /**
     * Follows a link that the user has named, and none to a directory below it. What is deleted meanwhile, as the
     * temporary files of a sink are, is passed over; a directory that may not be read fails only if it is entered.
     *
     * @param parent path of the directory with a slash at its end; empty for the one that the user has named
     */
    private static void addFiles(
            Path directory, String parent, Predicate<String> wanted, Predicate<String> entered, List<ListedFile> into)
            throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                String path = parent + entry.getFileName();
                if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                    if (entered.test(path)) {
                        addFiles(entry, path + "/", wanted, entered, into);
                    }
                } else if (wanted.test(path) && Files.isRegularFile(entry)) {
                    addFile(entry, into);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } catch (NoSuchFileException e) {
            // The directory was deleted since it was listed.
        }
    }

    private static void addFile(Path file, List<ListedFile> into) throws IOException {
        try {
            into.add(new ListedFile(FileLocation.of(file), Files.size(file)));
        } catch (NoSuchFileException e) {
            // Likewise.
        }
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
