package io.parquetry.cli.inspect;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.input.InputFiles;
import io.parquetry.cli.input.StorageOptions;
import io.parquetry.format.file.ParquetReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code parquetry meta}. */
@Command(
        name = "meta",
        mixinStandardHelpOptions = true,
        description = {
            "Print the whole footer of a file, with the names of parquet.thrift.",
            "",
            "Absent fields are left out. Bounds have the form of values in cat, or 0x and digits where they"
                    + " are no value of the column. Without --json, text over 100 characters is cut; dump prints an"
                    + " overview."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  parquetry meta quakes.parquet",
            "  parquetry meta --json quakes.parquet | jq '.row_groups[].columns[].statistics.null_count'"
        })
public final class MetaCommand implements Callable<Integer> {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "Print one JSON object, with nothing cut.")
    private boolean json;

    @Mixin
    private StorageOptions storages;

    @Parameters(paramLabel = "FILE", description = "A Parquet file: a path, s3://bucket/key or hdfs://...")
    private FileLocation file;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        try (InputFiles files = storages.files();
                ParquetReader reader = files.open(file)) {
            ObjectNode footer = FooterTree.of(reader.metadata());
            if (json) {
                out.println(JSON.writer(linePerMember()).writeValueAsString(footer));
            } else {
                new JsonOutline(out).print(footer);
            }
        }
        return 0;
    }

    private static DefaultPrettyPrinter linePerMember() {
        return new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));
    }
}
