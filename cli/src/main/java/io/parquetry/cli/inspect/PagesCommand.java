package io.parquetry.cli.inspect;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.console.TextTable;
import io.parquetry.cli.console.TextTable.Column;
import io.parquetry.cli.describe.ColumnText;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.json.JsonLines;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code parquetry pages}. */
@Command(
        name = "pages",
        mixinStandardHelpOptions = true,
        description = {
            "Print each page of each column chunk, as its header and the page indexes describe it.",
            "",
            "Offset is the position of the header. Bytes are the size of the page in the file, raw the size before"
                    + " compression,"
                    + " both without the header. TV is the number of entries, values and nulls together. A - means"
                    + " that the file does not say: data pages V1 of repeated columns have row counts only with an"
                    + " offset index; bounds come from the column index, or else from the page header. No page is"
                    + " decoded; verify checks these statements."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  parquetry pages quakes.parquet",
            "  parquetry pages --column geometry.coordinates.list.element quakes.parquet"
        })
public final class PagesCommand extends LeafCommand {
    @Override
    void print(FileLocation file, ParquetReader reader, List<LeafColumn> leaves, JsonLines lines) throws IOException {
        for (int rowGroup = 0; rowGroup < reader.metadata().rowGroups().size(); rowGroup++) {
            for (LeafColumn leaf : leaves) {
                for (PageSummary page : PageSummary.of(reader, rowGroup, leaf)) {
                    lines.write(page.object(file, rowGroup));
                }
            }
        }
    }

    @Override
    void print(ParquetReader reader, List<LeafColumn> leaves, PrintWriter out) throws IOException {
        String gap = "";
        for (int rowGroup = 0; rowGroup < reader.metadata().rowGroups().size(); rowGroup++) {
            for (LeafColumn leaf : leaves) {
                out.print(gap);
                print(reader, rowGroup, leaf, out);
                gap = System.lineSeparator();
            }
        }
    }

    private static void print(ParquetReader reader, int rowGroup, LeafColumn leaf, PrintWriter out) throws IOException {
        List<PageSummary> pages = PageSummary.of(reader, rowGroup, leaf);
        ColumnChunkMetadata chunk =
                reader.metadata().rowGroups().get(rowGroup).columns().get(leaf.ordinal());
        out.println("row group " + rowGroup + ", " + leaf.dottedPath() + "  (" + ColumnText.type(leaf.type()) + ", "
                + ColumnText.codec(chunk) + ", " + NumberText.counted(pages.size(), "page")
                + chunk.filePath()
                        .filter(path -> !path.isEmpty())
                        .map(path -> ", in " + path)
                        .orElse("") + ")");
        TextTable table = new TextTable(
                Column.right("page"),
                Column.right("offset"),
                Column.left("type"),
                Column.left("encoding"),
                Column.right("header"),
                Column.right("bytes"),
                Column.right("raw"),
                Column.right("TV"),
                Column.right("first row"),
                Column.right("rows"),
                Column.right("nulls"),
                Column.left("min"),
                Column.left("max"),
                Column.left("crc"));
        pages.forEach(page -> table.row(page.cells()));
        table.print(out, "  ");
    }
}
