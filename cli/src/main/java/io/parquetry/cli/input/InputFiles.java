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
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * Opens the files that a command line names, on the local disk and in storages, and verifies page checksums. A
 * {@code _metadata} file is read as the table whose files it names; they are searched beside it. Storages are closed
 * with this, not with the files.
 */
public final class InputFiles implements Closeable {
    private static final ReaderOptions OPTIONS =
            ReaderOptions.builder().checksums(ReaderOptions.Checksums.VERIFY).build();

    private static final String COMMON_METADATA = "_common_metadata";

    private final StorageOptions options;
    private final Map<String, Storage> storages = new HashMap<>();

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
        if (file.local().isPresent()) {
            return open(file.local().get());
        }
        Storage storage = storage(file);
        String directory = StoragePath.parent(file.path());
        return ParquetReader.open(bytes(file), path -> storage.open(StoragePath.in(directory, path)), OPTIONS);
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
        return LocalInputFile.open(file);
    }

    private static CommandException notAFile(FileLocation file) {
        return new CommandException(file + ": is a directory; name the Parquet files in it, as in " + file
                + (file.toString().endsWith("/") ? "" : "/")
                + (file.local().isPresent() ? "*.parquet" : "part-0.parquet"));
    }

    /** Whether there is such a directory. */
    public boolean isDirectory(FileLocation location) throws IOException {
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
        if (file.local().isPresent()) {
            Path local = file.local().get();
            return Files.isRegularFile(local) ? Files.size(local) : 0;
        }
        return file.path().isEmpty() ? 0 : storage(file).length(file.path()).orElse(0);
    }

    /**
     * The files below a directory of a storage, by path. Nothing is listed whose name begins with {@code _} or a dot.
     *
     * @param names which files are wanted, by the last segments of their paths
     */
    public List<ListedFile> within(FileLocation directory, Predicate<String> names) throws IOException {
        List<ListedFile> found = new ArrayList<>();
        storage(directory).list(directory.path(), new ListingVisitor() {
            @Override
            public void file(StoredFile file) {
                if (isVisible(file.path()) && names.test(file.name())) {
                    found.add(new ListedFile(directory.below(file.path()), file.bytes()));
                }
            }

            @Override
            public boolean enter(String path) {
                return isVisible(path);
            }
        });
        found.sort(Comparator.comparing(listed -> listed.file().path()));
        return found;
    }

    private static boolean isVisible(String path) {
        String name = StoragePath.name(path);
        return !name.startsWith("_") && !name.startsWith(".");
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
        for (Storage storage : storages.values()) {
            storage.close();
        }
    }
}
