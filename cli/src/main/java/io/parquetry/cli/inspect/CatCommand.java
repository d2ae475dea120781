package io.parquetry.cli.inspect;

import io.parquetry.cli.failure.CommandException;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.input.InputFiles;
import io.parquetry.cli.input.StorageOptions;
import io.parquetry.cli.json.JsonLines;
import io.parquetry.cli.json.JsonRecordBuilder;
import io.parquetry.format.UsageException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.RecordQuery;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.schema.Projection;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
            "Every field of the schema is printed, null where it has no value. Decimals are strings with all their"
                    + " digits,"
                    + " dates and times are ISO 8601, binary values are base64, NaN and infinities are strings. A map"
                    + " whose keys are text is an object, any other map a list of {\"key\", \"value\"}.",
            "",
            "A _metadata file is read as the table of the files that it names.",
            "",
            "Columns that --columns does not name are not read. A group names all columns below it, fields are in"
                    + " the order of the"
                    + " schema, and a map keeps its keys.",
            "",
            "--where compares columns with =, !=, <, <=, >, >=, IN (...), IS NULL and IS NOT NULL, joined by AND,"
                    + " OR, NOT and"
                    + " parentheses. Texts, dates, times and UUIDs are in single quotes, bytes are X'0AFF'. Row groups"
                    + " and pages that cannot match are not read; --verbose prints how many. docs/filters.md has"
                    + " the whole grammar."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  parquetry cat --limit 3 quakes.parquet",
            "  parquetry cat --columns id,properties.mag quakes.parquet",
            "  parquetry cat --columns 'id,\"a name.with dots\"' odd.parquet",
            "  parquetry cat --where \"ts >= '2026-01-01T00:00:00Z' AND country IN ('DE','FR')\" orders.parquet",
            "  parquetry cat --where 'properties.mag > 6 OR properties.place IS NULL' -c id -v quakes.parquet",
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
                    + " between a group and its fields. A name with a dot, a comma or a quote goes in \" or `.")
    private String columns;

    @Option(
            names = {"-w", "--where"},
            paramLabel = "FILTER",
            description = "Only the rows that match, like \"price < 9.99 AND name IS NOT NULL\".")
    private String where;

    @Option(
            names = {"-v", "--verbose"},
            description = "Print on stderr, for each file, what was read and what was skipped.")
    private boolean verbose;

    @Mixin
    private StorageOptions storages;

    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description = "Parquet files, printed one after the other: paths, s3://bucket/key or hdfs://...")
    private List<FileLocation> locations;

    @Override
    public Integer call() throws IOException {
        if (limit != null && limit < 0) {
            throw new ParameterException(
                    spec.commandLine(), "--limit is " + limit + "; it is the number of rows to print, 0 or more");
        }
        RecordQuery query = query();
        long left = limit == null ? Long.MAX_VALUE : limit;
        try (InputFiles files = storages.files();
                JsonLines lines = new JsonLines(spec.commandLine().getOut())) {
            for (FileLocation file : locations) {
                left -= print(files, file, query, left, lines);
            }
        }
        return 0;
    }

    /** Parses the options before any file is opened. */
    private RecordQuery query() {
        String option = "--columns: ";
        try {
            RecordQuery query = columns == null ? RecordQuery.ALL : RecordQuery.ALL.columns(Projection.parse(columns));
            option = "--where: ";
            return where == null ? query : query.where(Filter.parse(where));
        } catch (UsageException e) {
            throw new ParameterException(spec.commandLine(), option + e.getMessage());
        }
    }

    private long print(InputFiles files, FileLocation file, RecordQuery query, long rowsMax, JsonLines lines)
            throws IOException {
        long printed = 0;
        try (ParquetReader reader = files.open(file)) {
            if (InputFiles.isSchemaOnly(file, reader)) {
                spec.commandLine()
                        .getErr()
                        .println(file + ": has a schema and no row groups, so there are no rows; see schema");
            }
            RecordCursor<JsonRecordBuilder.Struct> rows = cursor(file, reader, query);
            while (printed < rowsMax && rows.next()) {
                lines.write(rows.record());
                printed++;
            }
            if (verbose) {
                spec.commandLine().getErr().println(file + ": " + ReadSummary.of(rows.counters()));
            }
        }
        return printed;
    }

    private RecordCursor<JsonRecordBuilder.Struct> cursor(FileLocation file, ParquetReader reader, RecordQuery query) {
        try {
            // With the schema, so that a message gives the position in the filter.
            return reader.records(
                    new JsonRecordBuilder(), where == null ? query : query.where(Filter.parse(where, reader.schema())));
        } catch (UsageException e) {
            throw new CommandException(file + ": " + e.getMessage(), e);
        }
    }
}
