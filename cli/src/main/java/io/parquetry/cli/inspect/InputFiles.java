package io.parquetry.cli.inspect;

import io.parquetry.cli.CommandException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.LocalInputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Opens the files that a command line names; page checksums are verified. */
public final class InputFiles {
    private static final ReaderOptions OPTIONS = new ReaderOptions(ReaderOptions.Checksums.VERIFY);

    private InputFiles() {}

    static ParquetReader open(Path file) throws IOException {
        return ParquetReader.open(local(file), OPTIONS);
    }

    /** The bare file. */
    public static InputFile local(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new CommandException(file + ": is a directory; name the Parquet files in it, as in " + file
                    + (file.toString().endsWith("/") ? "" : "/") + "*.parquet");
        }
        return LocalInputFile.open(file);
    }
}
