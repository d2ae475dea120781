package io.parquetry.cli.console;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows of text under a header, with columns as wide as their widest cell. */
public final class TextTable {
    private static final String GAP = "  ";

    private final List<Column> columns;
    private final List<List<String>> rows = new ArrayList<>();

    /** The alignment of a column. */
    public enum Alignment {
        LEFT,
        RIGHT
    }

    /** @param title the header, which may be empty */
    public record Column(String title, Alignment alignment) {
        public static Column left(String title) {
            return new Column(title, Alignment.LEFT);
        }

        public static Column right(String title) {
            return new Column(title, Alignment.RIGHT);
        }
    }

    public TextTable(Column... columns) {
        this.columns = List.of(columns);
    }

    /** @param cells one for each column */
    public void row(String... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException(cells.length + " cells for " + columns.size() + " columns");
        }
        rows.add(List.of(cells));
    }

    /** Prints header and rows; each line begins with {@code indent}. */
    public void print(PrintWriter out, String indent) {
        out.println(indent + line(columns.stream().map(Column::title).toList()));
        for (List<String> row : rows) {
            out.println(indent + line(row));
        }
    }

    private String line(List<String> cells) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            String padding = " ".repeat(width(i) - length(cells.get(i)));
            line.append(i == 0 ? "" : GAP);
            switch (columns.get(i).alignment()) {
                case LEFT -> line.append(cells.get(i)).append(padding);
                case RIGHT -> line.append(padding).append(cells.get(i));
            }
        }
        return line.toString().stripTrailing();
    }

    private int width(int column) {
        int widest = length(columns.get(column).title());
        for (List<String> row : rows) {
            widest = Math.max(widest, length(row.get(column)));
        }
        return widest;
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
