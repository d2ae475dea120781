package io.parquetry.connect.sink.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lists of {@code column} or {@code column:value}; the column is a dotted path, the last colon separates. */
final class PerColumnValues {
    private PerColumnValues() {}

    /**
     * For each column the value after its colon, or "".
     *
     * @throws IllegalArgumentException when a column is named twice, or not at all
     */
    static Map<String, String> parse(List<String> entries) {
        Map<String, String> columns = new LinkedHashMap<>();
        for (String entry : entries) {
            int colon = entry.lastIndexOf(':');
            String column = (colon < 0 ? entry : entry.substring(0, colon)).trim();
            if (column.isEmpty()) {
                throw new IllegalArgumentException("\"" + entry + "\" names no column");
            }
            if (columns.put(column, colon < 0 ? "" : entry.substring(colon + 1).trim()) != null) {
                throw new IllegalArgumentException("the column " + column + " is named twice");
            }
        }
        return columns;
    }
}
