package io.parquetry.cli.inspect;

import io.parquetry.cli.failure.CommandException;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.input.InputFiles;
import io.parquetry.cli.input.InputFiles.ListedFile;
import io.parquetry.cli.input.StorageOptions;
import io.parquetry.format.UsageException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.RecordQuery;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.Projection;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code parquetry count}. */
@Command(
        name = "count",
        mixinStandardHelpOptions = true,
        description = {
            "Print how many rows files have; of several files, a line for each and the sum.",
            "",
            "Without --where only footers are read. In a directory, all files *.parquet count, also in"
                    + " subdirectories, but nothing whose name begins with _ or a dot. Numbers have digits only, for"
                    + " other programs."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  parquetry count quakes.parquet",
            "  parquetry count topics/quakes/ s3://archive/topics/quakes/",
            "  parquetry count --where 'properties.mag > 6' topics/quakes/"
        })
public final class CountCommand implements Callable<Integer> {
    private static final String TOTAL = "total";

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-w", "--where"},
            paramLabel = "FILTER",
            description = "Count only the rows that match, like \"price < 9.99\"; docs/filters.md has the grammar.")
    private String where;

    @Mixin
    private StorageOptions storages;

    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description = "Parquet files, or directories of them: paths, s3://bucket/key or hdfs://...")
    private List<FileLocation> locations;

    @Override
    public Integer call() throws IOException {
        requireFilter();
        PrintWriter out = spec.commandLine().getOut();
        try (InputFiles files = storages.files()) {
            List<ListedFile> found = files.parquetFiles(locations);
            if (found.size() == 1) {
                out.println(rows(files, found.get(0).file()));
                return 0;
            }
            long total = 0;
            for (ListedFile listed : found) {
                long rows = rows(files, listed.file());
                total = Math.addExact(total, rows);
                print(out, rows, listed.file().toString());
            }
            print(out, total, TOTAL);
        }
        return 0;
    }

    private static void print(PrintWriter out, long rows, String what) {
        out.println(rows + "\t" + what);
    }

    private void requireFilter() {
        try {
            if (where != null) {
                Filter.parse(where);
            }
        } catch (UsageException e) {
            throw new ParameterException(spec.commandLine(), "--where: " + e.getMessage());
        }
    }

    private long rows(InputFiles files, FileLocation file) throws IOException {
        try (ParquetReader reader = files.open(file)) {
            return where == null ? reader.metadata().rows() : matches(reader);
        } catch (UsageException e) {
            throw new CommandException(file + ": " + e.getMessage(), e);
        }
    }

    /** Beside the columns of the filter, a row must have something to be counted by: the smallest column. */
    private long matches(ParquetReader reader) throws IOException {
        LeafColumn smallest = reader.schema().leaves().stream()
                .min(Comparator.comparingLong(leaf -> bytes(reader, leaf.ordinal())))
                .orElseThrow();
        RecordCursor<?> rows = reader.records(
                PlainRecords.builder(),
                RecordQuery.ALL
                        .columns(Projection.of(List.of(new ColumnPath(smallest.path()))))
                        .where(Filter.parse(where, reader.schema())));
        long count = 0;
        while (rows.next()) {
            count++;
        }
        return count;
    }

    private static long bytes(ParquetReader reader, int column) {
        return reader.metadata().rowGroups().stream()
                .mapToLong(group -> group.columns().get(column).bytes().compressed())
                .sum();
    }
}
