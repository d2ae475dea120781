package io.parquetry.cli.input;

import io.parquetry.format.file.ParquetReader;
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
            description = "Parquet files, directories of them, or patterns such as 'topics/**/*.parquet': paths"
                    + " or URLs, such as s3://bucket/key; - is stdin.")
    private List<FileLocation> locations;

    /** Opens the storages; they are closed with the result. */
    public InputFiles open() throws IOException {
        return storages.files();
    }

    /** Takes a file of several. */
    @FunctionalInterface
    public interface FileAction {
        /** @param index of the file among {@code count} */
        void accept(InputFiles.ListedFile file, ParquetReader reader, int index, int count) throws IOException;
    }

    /** Opens one file after the other. */
    public void forEach(FileAction action) throws IOException {
        try (InputFiles files = open()) {
            List<InputFiles.ListedFile> all = listed(files);
            for (int i = 0; i < all.size(); i++) {
                try (ParquetReader reader = files.open(all.get(i).file())) {
                    action.accept(all.get(i), reader, i, all.size());
                }
            }
        }
    }

    /** The files, in the order of the arguments; those of a directory or pattern by path. */
    public List<InputFiles.ListedFile> listed(InputFiles files) throws IOException {
        return files.parquetFiles(locations);
    }
}
