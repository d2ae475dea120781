package io.parquetry.cli.inspect;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parquetry.cli.input.FileArguments;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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

    @Option(names = "--json", description = "Print a JSON object for each file, with nothing cut.")
    private boolean json;

    @Mixin
    private FileArguments arguments;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        arguments.forEach((listed, reader, index, count) -> {
            ObjectNode footer =
                    JSON.createObjectNode().put("file", listed.file().toString());
            footer.setAll(FooterTree.of(reader.metadata()));
            if (json) {
                out.println(JSON.writer(linePerMember()).writeValueAsString(footer));
            } else {
                FileHeading.printGap(out, index);
                new JsonOutline(out).print(footer);
            }
        });
        return 0;
    }

    private static DefaultPrettyPrinter linePerMember() {
        return new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));
    }
}
