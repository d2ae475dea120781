package io.parquetry.cli.layout;

import java.util.List;

/**
 * Something that could be better, with its figure.
 *
 * @param title what it is, with the figure
 * @param text what it costs and what to do
 * @param bytes that it concerns, by which advice is sorted
 * @param columns ordinals of the columns that it concerns; empty for the file as a whole
 */
record Advice(String title, String text, long bytes, List<Integer> columns) {
    Advice {
        columns = List.copyOf(columns);
    }
}
