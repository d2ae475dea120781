package io.parquetry.cli.inspect;

import io.parquetry.cli.CommandException;
import io.parquetry.format.UsageException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.RecordQuery;
import io.parquetry.format.schema.Projection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code parquetry cat}. */
@Command(
        name = "cat",
        mixinStandardHelpOptions = true,
        description = {
            "Print the rows of files as JSON, one row a line.",
            "",
            "Every field of the schema is there, null where it has no value. Decimals are strings with all their digits,"
                    + " dates and times are ISO 8601, binary values are base64, NaN and infinities are strings. A map"
                    + " whose keys are text is an object, any other map a list of {\"key\", \"value\"}.",
            "",
            "A _metadata file stands for the files that it names: their rows are printed as those of one table.",
            "",
            "Columns that --columns does not name are not read. A group names all below it, fields come in the order of the"
                    + " schema, and a map keeps its keys."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  parquetry cat --limit 3 quakes.parquet",
            "  parquetry cat --columns id,properties.mag quakes.parquet",
            "  parquetry cat --columns 'id,\"a name.with dots\"' odd.parquet",
            "  parquetry cat topics/quakes/*.parquet | jq .properties.mag"
        })
public final class CatCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            description = "Stop after N rows, counted over all files.")
    private Long limit;

    @Option(
            names = {"-c", "--columns"},
            paramLabel = "COLUMNS",
            description = "Only these columns, as 'parquetry schema' shows them, with commas between columns and dots"
                    + " between a group and its fields. A name with a dot, a comma or a quote stands between \" or `.")
    private String columns;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Parquet files, printed one after the other.")
    private List<Path> files;

    @Override
    public Integer call() throws IOException {
        if (limit != null && limit < 0) {
            throw new ParameterException(
                    spec.commandLine(), "--limit is " + limit + "; it is the number of rows to print, 0 or more");
        }
        RecordQuery query = query();
        long left = limit == null ? Long.MAX_VALUE : limit;
        try (JsonLines lines = new JsonLines(spec.commandLine().getOut())) {
            for (Path file : files) {
                left -= print(file, query, left, lines);
            }
        }
        return 0;
    }

    private RecordQuery query() {
        try {
            return columns == null ? RecordQuery.ALL : RecordQuery.ALL.columns(Projection.parse(columns));
        } catch (UsageException e) {
            throw new ParameterException(spec.commandLine(), "--columns: " + e.getMessage());
        }
    }

    private long print(Path file, RecordQuery query, long rowsMax, JsonLines lines) throws IOException {
        long printed = 0;
        try (ParquetReader reader = InputFiles.open(file)) {
            if (InputFiles.isSchemaOnly(file, reader)) {
                spec.commandLine()
                        .getErr()
                        .println(file + ": has a schema and no row groups, so there are no rows; see schema");
            }
            RecordCursor rows = cursor(file, reader, query);
            while (printed < rowsMax && rows.next()) {
                lines.write(rows.record());
                printed++;
            }
        }
        return printed;
    }

    private static RecordCursor cursor(Path file, ParquetReader reader, RecordQuery query) {
        try {
            return reader.records(new JsonRecords(), query);
        } catch (UsageException e) {
            throw new CommandException(file + ": " + e.getMessage(), e);
        }
    }
}
