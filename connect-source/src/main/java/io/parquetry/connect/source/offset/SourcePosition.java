package io.parquetry.connect.source.offset;

import java.util.Map;
import java.util.Objects;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * How far a file was sent, as Connect's source offset: {@code {"row": 3, "rows": 10, "size": 1234, "footer": "ab12..."}}.
 *
 * @param row number of the next row to send
 * @param rows number of rows in the file; when {@code row} reaches it, the file is finished
 * @param bytes size of the file; one that has the same is taken to be the same without opening it, once finished
 * @param footer hash of the footer, which tells whether the file is the one whose rows were sent
 */
public record SourcePosition(long row, long rows, long bytes, String footer) {
    private static final String ROW = "row";
    private static final String ROWS = "rows";
    private static final String SIZE = "size";
    private static final String FOOTER = "footer";

    public SourcePosition {
        Objects.requireNonNull(footer, "footer");
        if (row < 0 || row > rows || bytes < 0) {
            throw new IllegalArgumentException(
                    "row " + row + " of " + rows + " in " + bytes + " bytes is no place in a file");
        }
    }

    public boolean isFinished() {
        return row == rows;
    }

    public SourcePosition at(long nextRow) {
        return new SourcePosition(nextRow, rows, bytes, footer);
    }

    public Map<String, Object> toMap() {
        return Map.of(ROW, row, ROWS, rows, SIZE, bytes, FOOTER, footer);
    }

    /**
     * The position back; numbers may have become other kinds of numbers on the way.
     *
     * @throws ConnectException when the map is not one that {@link #toMap} makes
     */
    public static SourcePosition fromMap(Map<String, ?> offset) {
        try {
            if (!(offset.get(FOOTER) instanceof String footer)) {
                throw new IllegalArgumentException("\"footer\" must be text, but is " + offset.get(FOOTER));
            }
            return new SourcePosition(number(offset, ROW), number(offset, ROWS), number(offset, SIZE), footer);
        } catch (IllegalArgumentException e) {
            throw new ConnectException(
                    "the source offset " + offset + " is not a place in a file: " + e.getMessage()
                            + "; it must be {\"row\": n, \"rows\": n, \"size\": n, \"footer\": \"hash\"}",
                    e);
        }
    }

    private static long number(Map<String, ?> offset, String key) {
        if (offset.get(key) instanceof Number number && number.longValue() == number.doubleValue()) {
            return number.longValue();
        }
        throw new IllegalArgumentException("\"" + key + "\" must be a whole number, but is " + offset.get(key));
    }
}
