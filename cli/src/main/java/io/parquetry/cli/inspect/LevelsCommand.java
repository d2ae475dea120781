package io.parquetry.cli.inspect;

import io.parquetry.cli.describe.ColumnText;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.json.JsonLines;
import io.parquetry.cli.json.JsonRow;
import io.parquetry.cli.json.LeafText;
import io.parquetry.format.file.ColumnCursor;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.model.RecordBuilder.LeafMaker;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code parquetry levels}. */
@Command(
        name = "levels",
        mixinStandardHelpOptions = true,
        description = {
            "Print each column as the Dremel paper does: value, repetition level r, definition level d.",
            "",
            "r is the repeated field of the path that repeats with this entry; 0 begins a new row. d is how much of the"
                    + " path is present; the entry has a value where d is the highest of the column, else it is NULL."
        },
        footerHeading = "%nExample:%n",
        footer = "  parquetry levels --column geometry.coordinates.list.element quakes.parquet")
public final class LevelsCommand extends LeafCommand {
    /** A longer value moves its levels to the right. */
    private static final int VALUE_WIDTH = 32;

    @Override
    void print(FileLocation file, ParquetReader reader, List<LeafColumn> leaves, JsonLines lines) throws IOException {
        for (LeafColumn leaf : leaves) {
            LeafMaker maker = LeafText.maker(leaf.type());
            ColumnCursor entries = reader.column(leaf);
            while (entries.next()) {
                lines.write(new JsonRow()
                        .put("file", file.toString())
                        .put("column", leaf.dottedPath())
                        .put("value", entries.value() == null ? null : LeafText.of(maker, entries.value()))
                        .put("r", entries.repetitionLevel())
                        .put("d", entries.definitionLevel()));
            }
        }
    }

    @Override
    void print(ParquetReader reader, List<LeafColumn> leaves, PrintWriter out) throws IOException {
        String gap = "";
        for (LeafColumn leaf : leaves) {
            out.print(gap);
            print(reader, leaf, out);
            gap = System.lineSeparator();
        }
    }

    private static void print(ParquetReader reader, LeafColumn leaf, PrintWriter out) throws IOException {
        out.println(leaf.dottedPath() + "  (" + ColumnText.type(leaf.type()) + ", highest r "
                + leaf.maxRepetitionLevel() + ", highest d " + leaf.maxDefinitionLevel() + ")");
        out.println("  " + padded("value") + "  r  d");
        LeafMaker maker = LeafText.maker(leaf.type());
        ColumnCursor entries = reader.column(leaf);
        while (entries.next()) {
            String value = entries.value() == null ? "NULL" : JsonLines.leaf(LeafText.of(maker, entries.value()));
            out.println("  " + padded(value) + "  " + entries.repetitionLevel() + "  " + entries.definitionLevel());
        }
    }

    private static String padded(String value) {
        return value.length() >= VALUE_WIDTH ? value : value + " ".repeat(VALUE_WIDTH - value.length());
    }
}
