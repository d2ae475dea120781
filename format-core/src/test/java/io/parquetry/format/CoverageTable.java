package io.parquetry.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The tables of docs/reference/format-coverage.md. */
public final class CoverageTable {
    private static final Path PAGE =
            Path.of(System.getProperty("basedir", "."), "..", "docs", "reference", "format-coverage.md");

    private CoverageTable() {}

    /**
     * The rows of the table below a heading, without its header row: the first {@code columns} cells of each joined
     * with {@code |}, code marks left out. What stands in the cells behind them is prose.
     */
    public static List<String> rows(String heading, int columns) throws IOException {
        List<String> rows = new ArrayList<>();
        boolean below = false;
        for (String line : Files.readAllLines(PAGE)) {
            if (line.startsWith("#")) {
                below = line.replaceAll("^#+ ", "").equals(heading);
            } else if (below && line.startsWith("|")) {
                List<String> cells = Arrays.stream(line.substring(1).split("\\|"))
                        .map(cell -> cell.replace("`", "").strip())
                        .toList();
                rows.add(String.join(" | ", cells.subList(0, columns)));
            }
        }
        // The header and the line below it.
        return rows.subList(Math.min(2, rows.size()), rows.size());
    }
}
