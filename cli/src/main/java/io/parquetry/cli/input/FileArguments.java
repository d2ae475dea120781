package io.parquetry.cli.input;

import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The Parquet files that a command reads. */
public final class FileArguments {
    @Mixin
    private StorageOptions storages;

    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description = "Parquet files, directories of them, or patterns such as 'topics/**/*.parquet': paths,"
                    + " s3://bucket/key or hdfs://...")
    private List<FileLocation> locations;

    /** Opens the storages; they are closed with the result. */
    public InputFiles open() {
        return storages.files();
    }

    /** The files, in the order of the arguments; those of a directory or pattern by path. */
    public List<InputFiles.ListedFile> listed(InputFiles files) throws IOException {
        return files.parquetFiles(locations);
    }
}
