package io.parquetry.cli.console;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rows of text under a header, with columns as wide as their widest cell. */
public final class TextTable {
    private static final String GAP = "  ";
    private static final String ELLIPSIS = "\u2026";

    /** A text column is not cut below this to make a line fit. */
    private static final int TEXT_LEAST = 12;

    /** The widest text column where lines do not fit and the table is printed in parts. */
    private static final int TEXT_IN_PARTS = 24;

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

    /**
     * Prints header and rows; each line begins with {@code indent}. On a terminal, lines are not longer than it: texts
     * are cut in their middle, and columns that still have no space follow in further parts, which begin with the first
     * column.
     */
    public void print(PrintWriter out, String indent) {
        int[] widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = width(i);
        }
        Optional<Terminal> terminal = out instanceof CliConsole console ? console.terminal() : Optional.empty();
        int space = terminal.map(Terminal::columns).orElse(Integer.MAX_VALUE) - indent.length();
        if (!shrink(widths, space)) {
            int textMax = Math.max(TEXT_LEAST, Math.min(TEXT_IN_PARTS, space / 3));
            for (int i = 0; i < widths.length; i++) {
                boolean isText = columns.get(i).alignment() == Alignment.LEFT;
                widths[i] = isText ? Math.min(textMax, width(i)) : width(i);
            }
        }
        int begin = 0;
        while (begin < columns.size()) {
            int end = end(begin, widths, space);
            if (begin > 0) {
                out.println();
            }
            String header = line(columns.stream().map(Column::title).toList(), begin, end, widths);
            out.println(indent
                    + (out instanceof CliConsole console ? console.styled(Terminal.Style.HEADING, header) : header));
            for (List<String> row : rows) {
                out.println(indent + line(row, begin, end, widths));
            }
            begin = end;
        }
    }

    /**
     * Takes space from the widest text columns.
     *
     * @return whether a line fits
     */
    private boolean shrink(int[] widths, int space) {
        int excess = GAP.length() * (widths.length - 1) - space;
        for (int width : widths) {
            excess += width;
        }
        while (excess > 0) {
            int widest = -1;
            for (int i = 0; i < widths.length; i++) {
                boolean isText = columns.get(i).alignment() == Alignment.LEFT;
                if (isText && widths[i] > TEXT_LEAST && (widest < 0 || widths[i] > widths[widest])) {
                    widest = i;
                }
            }
            if (widest < 0) {
                return false;
            }
            widths[widest]--;
            excess--;
        }
        return true;
    }

    /** The column behind the last that has space in a part that begins with this one; each part has at least one. */
    private static int end(int begin, int[] widths, int space) {
        int used = begin == 0 ? widths[0] : widths[0] + GAP.length() + widths[begin];
        int end = begin + 1;
        while (end < widths.length && used + GAP.length() + widths[end] <= space) {
            used += GAP.length() + widths[end];
            end++;
        }
        return end;
    }

    private String line(List<String> cells, int begin, int end, int[] widths) {
        StringBuilder line = new StringBuilder();
        if (begin > 0) {
            append(line, cells, 0, widths);
            line.append(GAP);
        }
        for (int i = begin; i < end; i++) {
            line.append(i == begin ? "" : GAP);
            append(line, cells, i, widths);
        }
        return line.toString().stripTrailing();
    }

    private void append(StringBuilder line, List<String> cells, int column, int[] widths) {
        String cell = cut(cells.get(column), widths[column]);
        String padding = " ".repeat(widths[column] - length(cell));
        switch (columns.get(column).alignment()) {
            case LEFT -> line.append(cell).append(padding);
            case RIGHT -> line.append(padding).append(cell);
        }
    }

    private static String cut(String cell, int width) {
        if (length(cell) <= width) {
            return cell;
        }
        int[] points = cell.codePoints().toArray();
        int begin = width / 2;
        int end = width - begin - 1;
        return new String(points, 0, begin) + ELLIPSIS + new String(points, points.length - end, end);
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
