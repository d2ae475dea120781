package io.parquetry.cli.inspect;

import io.parquetry.cli.input.FileArguments;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.json.JsonLines;
import io.parquetry.cli.json.JsonOption;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that prints what each file has in the columns that are named. */
abstract class LeafCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ColumnsOption columns;

    @Mixin
    private JsonOption json;

    @Mixin
    private FileArguments arguments;

    final CommandSpec spec() {
        return spec;
    }

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        try (JsonLines lines = new JsonLines(out)) {
            arguments.forEach((listed, reader, index, count) -> {
                List<LeafColumn> leaves = columns.of(listed.file(), reader.schema());
                if (json.isGiven()) {
                    print(listed.file(), reader, leaves, lines);
                } else {
                    FileHeading.print(out, listed.file(), index, count);
                    print(reader, leaves, out);
                }
            });
        }
        return 0;
    }

    abstract void print(FileLocation file, ParquetReader reader, List<LeafColumn> leaves, JsonLines lines)
            throws IOException;

    /** Prints a text; columns have a blank line between them. */
    abstract void print(ParquetReader reader, List<LeafColumn> leaves, PrintWriter out) throws IOException;
}
