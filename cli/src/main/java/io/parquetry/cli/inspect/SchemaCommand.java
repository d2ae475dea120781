package io.parquetry.cli.inspect;

import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.input.InputFiles;
import io.parquetry.cli.input.StorageOptions;
import io.parquetry.format.file.ParquetReader;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code parquetry schema}. */
@Command(
        name = "schema",
        mixinStandardHelpOptions = true,
        description = "Print the schema of a file in the text form that Parquet tools share.",
        footerHeading = "%nExample:%n",
        footer = "  parquetry schema quakes.parquet")
public final class SchemaCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private StorageOptions storages;

    @Parameters(paramLabel = "FILE", description = "A Parquet file: a path, s3://bucket/key or hdfs://...")
    private FileLocation file;

    @Override
    public Integer call() throws IOException {
        try (InputFiles files = storages.files();
                ParquetReader reader = files.open(file)) {
            spec.commandLine().getOut().print(reader.schema());
            return 0;
        }
    }
}
