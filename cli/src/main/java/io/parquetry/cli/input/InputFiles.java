package io.parquetry.cli.input;

import io.parquetry.cli.failure.CommandException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.io.LocalSiblingFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Opens the files that a command line names and verifies page checksums. A {@code _metadata} file is read as the table
 * whose files it names; they are searched beside it.
 */
public final class InputFiles {
    private static final ReaderOptions OPTIONS =
            ReaderOptions.builder().checksums(ReaderOptions.Checksums.VERIFY).build();

    private static final String COMMON_METADATA = "_common_metadata";

    private InputFiles() {}

    public static ParquetReader open(Path file) throws IOException {
        return ParquetReader.open(local(file), LocalSiblingFiles.of(file), OPTIONS);
    }

    /**
     * Whether this is a {@code _common_metadata} file, which is a table without rows; the user may have meant its
     * sibling.
     */
    public static boolean isSchemaOnly(Path file, ParquetReader reader) {
        return reader.metadata().rowGroups().isEmpty() && COMMON_METADATA.equals(String.valueOf(file.getFileName()));
    }

    /** The bytes of the file. */
    public static InputFile local(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new CommandException(file + ": is a directory; name the Parquet files in it, as in " + file
                    + (file.toString().endsWith("/") ? "" : "/") + "*.parquet");
        }
        return LocalInputFile.open(file);
    }
}
