package io.parquetry.cli.rows;

import io.parquetry.cli.input.FileArguments;
import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which rows and columns of which files a command prints. */
final class RowOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = {"-c", "--columns"},
            paramLabel = "COLUMNS",
            description = "Only these columns, as 'parquetry schema' shows them, with commas between columns and dots"
                    + " between a group and its fields. A name with a dot, a comma or a quote goes in \" or `.")
    private String columns;

    @Option(
            names = {"-w", "--where"},
            paramLabel = "FILTER",
            description = "Only the rows that match, like \"price < 9.99 AND name IS NOT NULL\".")
    private String where;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "json",
            description =
                    "json (the default) or csv: a header, then a record a row, quoted as in RFC 4180. A null is an"
                            + " empty field and an empty text is \"\"; groups, lists and maps are JSON text.")
    private RowFormat format;

    @Mixin
    private FileArguments files;

    FileArguments files() {
        return files;
    }

    PrintWriter err() {
        return command.commandLine().getErr();
    }

    RowOutput output() throws IOException {
        return RowOutput.of(format, command.commandLine().getOut());
    }

    RowSelection selection() {
        return RowSelection.of(command, columns, where);
    }

    /** The number of rows that {@code --limit} gives. */
    long requireRows(long rows, long most) {
        if (rows < 0 || rows > most) {
            throw new ParameterException(
                    command.commandLine(),
                    "--limit is " + rows + "; it is the number of rows to print, 0 or more"
                            + (most == Long.MAX_VALUE ? "" : ", at most " + most));
        }
        return rows;
    }
}
