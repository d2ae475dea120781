package io.parquetry.cli.inspect;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.console.TextTable;
import io.parquetry.cli.console.TextTable.Column;
import io.parquetry.cli.describe.ColumnText;
import io.parquetry.cli.input.FileArguments;
import io.parquetry.cli.input.InputFiles.ListedFile;
import io.parquetry.cli.json.JsonLines;
import io.parquetry.cli.json.JsonOption;
import io.parquetry.cli.json.JsonRow;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.KeyValue;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code parquetry dump}. */
@Command(
        name = "dump",
        mixinStandardHelpOptions = true,
        description = {
            "Print a summary of the footer: the file, then each row group, column by column.",
            "",
            "TV is the number of entries of the column, values and nulls together; RL and DL are its highest repetition"
                    + " and definition level. Bytes are the size in the file, raw the size before compression. The"
                    + " bounds of"
                    + " long values are shortened."
        },
        footerHeading = "%nExample:%n",
        footer = "  parquetry dump quakes.parquet")
public final class DumpCommand implements Callable<Integer> {
    private static final String INDENT = "  ";
    private static final int FACT_WIDTH = 12;

    @Spec
    private CommandSpec spec;

    @Mixin
    private JsonOption json;

    @Mixin
    private FileArguments arguments;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        try (JsonLines lines = new JsonLines(out)) {
            arguments.forEach((listed, reader, index, count) -> {
                List<RowGroupMetadata> groups = reader.metadata().rowGroups();
                if (!json.isGiven()) {
                    FileHeading.printGap(out, index);
                    printFile(listed, reader.metadata(), out);
                }
                for (int i = 0; i < groups.size(); i++) {
                    if (json.isGiven()) {
                        printRowGroup(listed, i, groups.get(i), reader.schema().leaves(), lines);
                    } else {
                        out.println();
                        printRowGroup(i, groups.get(i), reader.schema().leaves(), out);
                    }
                }
            });
        }
        return 0;
    }

    private static void printRowGroup(
            ListedFile listed, int ordinal, RowGroupMetadata group, List<LeafColumn> leaves, JsonLines lines)
            throws IOException {
        for (int i = 0; i < group.columns().size(); i++) {
            ColumnChunkMetadata chunk = group.columns().get(i);
            LeafColumn leaf = leaves.get(i);
            lines.write(new JsonRow()
                    .put("file", listed.file().toString())
                    .put("rowGroup", ordinal)
                    .put("rows", group.rows())
                    .put("column", leaf.dottedPath())
                    .put("type", ColumnText.type(leaf.type()))
                    .put("entries", chunk.entries())
                    .put("maxRepetitionLevel", leaf.maxRepetitionLevel())
                    .put("maxDefinitionLevel", leaf.maxDefinitionLevel())
                    .put("codec", ColumnText.codec(chunk))
                    .put(
                            "encodings",
                            chunk.encodingIds().stream()
                                    .map(ColumnText::encoding)
                                    .toList())
                    .put("bytes", chunk.bytes().compressed())
                    .put("rawBytes", chunk.bytes().uncompressed())
                    .put("nulls", ColumnText.nulls(chunk.statistics()))
                    .put("min", value(leaf, chunk.statistics().flatMap(Statistics::min)))
                    .put("max", value(leaf, chunk.statistics().flatMap(Statistics::max))));
        }
    }

    private static Object value(LeafColumn leaf, Optional<Statistics.Bound> bound) {
        return bound.map(value -> ColumnText.boundValue(leaf.type(), value.value()))
                .orElse(null);
    }

    private static void printFile(ListedFile listed, FileMetadata footer, PrintWriter out) {
        out.println(listed.file());
        fact(
                out,
                "rows",
                NumberText.grouped(footer.rows()) + " in "
                        + NumberText.counted(footer.rowGroups().size(), "row group"));
        fact(out, "columns", NumberText.grouped(footer.schema().leaves().size()));
        fact(out, "bytes", NumberText.grouped(listed.bytes()));
        fact(out, "version", Integer.toString(footer.version()));
        fact(out, "created by", footer.createdBy().orElse("(unknown)"));
        for (KeyValue pair : footer.keyValues()) {
            String length = pair.value()
                    .map(text -> ", " + NumberText.counted(text.length(), "character"))
                    .orElse(", without a value");
            fact(out, "metadata", pair.key() + length);
        }
    }

    private static void fact(PrintWriter out, String name, String value) {
        out.println(INDENT + name + " ".repeat(FACT_WIDTH - name.length()) + value);
    }

    private static void printRowGroup(int ordinal, RowGroupMetadata group, List<LeafColumn> leaves, PrintWriter out) {
        long bytes = group.columns().stream()
                .mapToLong(chunk -> chunk.bytes().compressed())
                .sum();
        out.println("row group " + ordinal + ": " + NumberText.counted(group.rows(), "row") + ", "
                + NumberText.counted(bytes, "byte") + ", " + NumberText.grouped(group.uncompressedBytes()) + " raw"
                + files(group));
        TextTable chunks = new TextTable(
                Column.left("column"),
                Column.left("type"),
                Column.right("TV"),
                Column.right("RL"),
                Column.right("DL"),
                Column.left("codec"),
                Column.left("encodings"),
                Column.right("bytes"),
                Column.right("raw"),
                Column.right("nulls"),
                Column.left("min"),
                Column.left("max"));
        for (int i = 0; i < group.columns().size(); i++) {
            ColumnChunkMetadata chunk = group.columns().get(i);
            LeafColumn leaf = leaves.get(i);
            chunks.row(
                    leaf.dottedPath(),
                    ColumnText.type(leaf.type()),
                    NumberText.grouped(chunk.entries()),
                    Integer.toString(leaf.maxRepetitionLevel()),
                    Integer.toString(leaf.maxDefinitionLevel()),
                    ColumnText.codec(chunk),
                    ColumnText.encodings(chunk),
                    NumberText.grouped(chunk.bytes().compressed()),
                    NumberText.grouped(chunk.bytes().uncompressed()),
                    count(ColumnText.nulls(chunk.statistics())),
                    bound(leaf, chunk.statistics().flatMap(Statistics::min)),
                    bound(leaf, chunk.statistics().flatMap(Statistics::max)));
        }
        chunks.print(out, INDENT);
    }

    /** The other files that hold chunks of the row group. */
    private static String files(RowGroupMetadata group) {
        String paths = group.columns().stream()
                .flatMap(chunk -> chunk.filePath().stream())
                .filter(path -> !path.isEmpty())
                .distinct()
                .collect(Collectors.joining(", "));
        return paths.isEmpty() ? "" : ", in " + paths;
    }

    private static String count(OptionalLong count) {
        return count.isPresent() ? NumberText.grouped(count.getAsLong()) : "-";
    }

    private static String bound(LeafColumn leaf, Optional<Statistics.Bound> bound) {
        return bound.map(value -> ColumnText.bound(leaf.type(), value)).orElse("-");
    }
}
