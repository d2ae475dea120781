package io.parquetry.cli.diff;

import io.parquetry.cli.console.CliConsole;
import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.console.ProgressLines;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.input.InputFiles;
import io.parquetry.cli.input.StorageOptions;
import io.parquetry.format.UsageException;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.Projection;
import io.parquetry.format.schema.Shape;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code parquetry diff}. */
@Command(
        name = "diff",
        mixinStandardHelpOptions = true,
        exitCodeOnExecutionException = 2,
        description = {
            "Compare the schemas and rows of two files, or of two sets of files. Prints nothing when they are equal."
                    + " Exit code 0: equal, 1: different, 2: a file cannot be read.",
            "",
            "Row n of A is compared with row n of B, whatever pages, encodings, codecs and row groups the files have."
                    + " A difference has the number of the row, from 0, the path of the value, and the values of A and"
                    + " B. Values are compared bit by bit, but all NaN are equal. Where schemas differ, the top-level"
                    + " fields that both have with the same types are compared.",
            "With --key, rows with the same values in these columns are compared, wherever they are: a row is changed,"
                    + " only in A, or only in B. Rows that share a key are compared in their order.",
            "Files are read side by side, so memory does not depend on their size. With --key, the rows of A are in"
                    + " memory; where they take more than a quarter of it, files are read several times."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  parquetry diff a.parquet b.parquet",
            "  parquetry diff --quiet topics/quakes/ s3://archive/topics/quakes/ && echo the same",
            "  parquetry diff -n 1000 -c id,properties.mag before.parquet after.parquet",
            "  parquetry diff --key country,id monday.parquet tuesday.parquet"
        })
public final class DiffCommand implements Callable<Integer> {
    private static final int DIFFERENT = 1;

    /** The part of the heap that rows may take with --key. */
    private static final int HEAP_PART = 4;

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            defaultValue = "10",
            description = "Stop after N differences, ${DEFAULT-VALUE} if not given.")
    private int limit;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print nothing; stop at the first difference.")
    private boolean quiet;

    @Option(
            names = {"-c", "--columns"},
            paramLabel = "COLUMNS",
            description = "Compare only these columns, with commas between columns and dots between a group and its"
                    + " fields.")
    private String columns;

    @Option(
            names = {"-k", "--key"},
            paramLabel = "COLUMNS",
            description = "Compare rows with the same values in these columns, not rows at the same place.")
    private String key;

    @Parameters(
            index = "0",
            paramLabel = "A",
            description =
                    "A Parquet file, a directory or a pattern: a path or a URL, such as s3://bucket/key; - is stdin.")
    private FileLocation left;

    @Parameters(index = "1", paramLabel = "B", description = "Another one.")
    private FileLocation right;

    @Mixin
    private StorageOptions storages;

    @Override
    public Integer call() throws IOException {
        if (limit < 1) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--limit is " + limit + "; it is the number of differences to print, 1 or more");
        }
        List<ColumnPath> wanted = paths("--columns", columns);
        List<ColumnPath> keys = paths("--key", key);
        DifferenceReport report = new DifferenceReport(CliConsole.outliving(spec), limit, quiet);
        try (InputFiles files = storages.files();
                TableRows a = TableRows.of(files, left);
                TableRows b = TableRows.of(files, right)) {
            KeyColumns keyColumns = KeyColumns.of(keys, left, a.schema(), right, b.schema());
            SchemaComparison schemas = SchemaComparison.of(schema(left, a, wanted), schema(right, b, wanted));
            for (String difference : schemas.differences()) {
                if (!report.isEnough()) {
                    report.add("schema: " + difference);
                }
            }
            List<ColumnPath> compared = wanted.isEmpty() ? schemas.common() : within(schemas.common(), wanted);
            if (!report.isEnough() && a.rows() != b.rows()) {
                report.add("rows: A has " + NumberText.grouped(a.rows()) + ", B has " + NumberText.grouped(b.rows()));
            }
            if (keys.isEmpty()) {
                compareInOrder(a, b, compared, report);
            } else if (!report.isEnough()) {
                List<ColumnPath> read = keyColumns.with(compared);
                a.select(read);
                b.select(read);
                long memory = Runtime.getRuntime().maxMemory() / HEAP_PART;
                ProgressLines progress = new ProgressLines(spec.commandLine().getErr(), "", "rows read");
                new KeyedComparison(a, b, keyColumns, report, memory, progress).run();
            }
        }
        return report.isEmpty() ? 0 : DIFFERENT;
    }

    /** Empty where the option is not given. */
    private List<ColumnPath> paths(String option, String text) {
        try {
            return text == null ? List.of() : ColumnPath.parseList(text);
        } catch (UsageException e) {
            throw new ParameterException(spec.commandLine(), option + ": " + e.getMessage());
        }
    }

    private static MessageType schema(FileLocation file, TableRows rows, List<ColumnPath> wanted) {
        try {
            return wanted.isEmpty()
                    ? rows.schema()
                    : Projection.of(wanted).of(rows.schema()).schema();
        } catch (UsageException e) {
            throw new CommandException(file + ": " + e.getMessage(), e);
        }
    }

    private static List<ColumnPath> within(List<ColumnPath> fields, List<ColumnPath> wanted) {
        return wanted.stream()
                .filter(path ->
                        fields.contains(new ColumnPath(List.of(path.names().get(0)))))
                .toList();
    }

    private void compareInOrder(TableRows a, TableRows b, List<ColumnPath> compared, DifferenceReport report)
            throws IOException {
        if (report.isEnough() || compared.isEmpty()) {
            return;
        }
        a.select(compared);
        b.select(compared);
        Shape.StructShape shape = Shape.of(a.selected());
        ProgressLines progress =
                new ProgressLines(spec.commandLine().getErr(), "", "rows", Math.min(a.rows(), b.rows()));
        long row = 0;
        Optional<Map<String, Object>> ofA = a.next();
        Optional<Map<String, Object>> ofB = b.next();
        while (ofA.isPresent() && ofB.isPresent() && !report.isEnough()) {
            if (!ofA.get().equals(ofB.get())) {
                for (String difference : RowDifference.of(shape, ofA.get(), ofB.get(), report.left())) {
                    report.add("row " + row + ", " + difference);
                }
            }
            row++;
            progress.reached(row);
            ofA = a.next();
            ofB = b.next();
        }
    }
}
