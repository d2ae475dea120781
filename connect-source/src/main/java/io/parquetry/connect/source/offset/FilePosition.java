package io.parquetry.connect.source.offset;

import io.parquetry.connect.common.storage.StoredFile;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * How far a file was sent, as Connect's source offset: {@code {"row": 3, "rows": 10, "size": 1234, "modified":
 * 1700000000000, "footer": "ab12...", "sent": 3}}, with {@code "version": "cd34..."} where the storage has versions,
 * {@code "id": 77} where it numbers its files, {@code "content": "ef56..."} after the last row, and {@code "lost": 2}
 * when the file is bad. Users can also write {@code {"row": 3}} and {@code {"done": true}},
 * which hold for any content of the file.
 *
 * @param row the number of the next row to send; {@link #ALL_ROWS} when no row is to be sent
 * @param file the file whose rows were sent; empty in a position that a user wrote
 * @param lost how many of the rows before {@code row} could not be read and were not sent
 * @param sent so many rows, counted from the first one without a gap, were sent by this connector; less than
 *     {@code row} when rows or columns were left out, or a user moved the position
 */
public record FilePosition(long row, Optional<FileIdentity> file, long lost, long sent) implements Position {
    /** In place of a row number: no row is to be sent. */
    public static final long ALL_ROWS = Long.MAX_VALUE;

    /** No row of the file is to be sent, whatever its content. */
    public static final FilePosition DONE = new FilePosition(ALL_ROWS, Optional.empty());

    private static final String ROW = "row";
    private static final String ROWS = "rows";
    private static final String SIZE = "size";
    private static final String MODIFIED = "modified";
    private static final String VERSION = "version";
    private static final String FOOTER = "footer";
    private static final String ID = "id";
    private static final String CONTENT = "content";
    private static final String LOST = "lost";
    private static final String SENT = "sent";

    public FilePosition(long row, Optional<FileIdentity> file) {
        this(row, file, 0, 0);
    }

    public FilePosition {
        Objects.requireNonNull(file, "file");
        if (row < 0 || file.isPresent() && row > file.get().rows()) {
            throw new IllegalArgumentException("row " + row + " is not a row of a file"
                    + file.map(known -> " with " + known.rows() + " rows").orElse(""));
        }
        if (lost < 0 || lost > row) {
            throw new IllegalArgumentException("of " + row + " rows, " + lost + " cannot be lost");
        }
        if (sent < 0 || sent > row) {
            throw new IllegalArgumentException("of " + row + " rows, " + sent + " cannot be sent");
        }
    }

    /** Whether all rows of the file were sent, if it is as it was then. */
    public boolean isFinished(StoredFile listed) {
        return file.map(known -> row == known.rows() && known.isOf(listed)).orElse(row == ALL_ROWS);
    }

    /** Whether this connector has sent all rows of the file, each with all columns. */
    public boolean isSentWhole() {
        return file.filter(known -> row == known.rows() && sent == known.rows()).isPresent();
    }

    /** The same position, with a hash of the content of the file. */
    public FilePosition withContent(String hash) {
        return new FilePosition(row, file.map(known -> known.withContent(hash)), lost, sent);
    }

    /** The position of another row of the same file. */
    public FilePosition at(long nextRow) {
        return new FilePosition(nextRow, file, lost, Math.min(sent, nextRow));
    }

    /** The same position, with so many lost rows before it. */
    public FilePosition losing(long rows) {
        return new FilePosition(row, file, rows, sent);
    }

    /** The same position, with so many rows that this connector has sent without a gap. */
    public FilePosition sending(long rows) {
        return new FilePosition(row, file, lost, rows);
    }

    @Override
    public Map<String, Object> toMap() {
        if (file.isEmpty()) {
            return row == ALL_ROWS ? OffsetFields.DONE : Map.of(ROW, row);
        }
        FileIdentity known = file.get();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(ROW, row);
        map.put(ROWS, known.rows());
        map.put(SIZE, known.bytes());
        map.put(MODIFIED, known.modifiedMs());
        if (!known.version().isEmpty()) {
            map.put(VERSION, known.version());
        }
        if (known.fileId() != 0) {
            map.put(ID, known.fileId());
        }
        map.put(FOOTER, known.footer());
        if (!known.content().isEmpty()) {
            map.put(CONTENT, known.content());
        }
        if (lost > 0) {
            map.put(LOST, lost);
        }
        if (sent > 0) {
            map.put(SENT, sent);
        }
        return map;
    }

    /**
     * Parses a source offset. Numbers may have changed their class on the way through JSON.
     *
     * @throws ConnectException when the map is not one that {@link #toMap} makes
     */
    public static FilePosition fromMap(Map<String, ?> map) {
        try {
            if (map.equals(OffsetFields.DONE)) {
                return DONE;
            }
            OffsetFields fields = new OffsetFields(map);
            long row = fields.number(ROW);
            Optional<FileIdentity> file = fields.has(FOOTER)
                    ? Optional.of(new FileIdentity(
                            fields.number(ROWS),
                            fields.number(SIZE),
                            fields.number(MODIFIED),
                            fields.has(VERSION) ? fields.text(VERSION) : "",
                            fields.text(FOOTER),
                            fields.numberOrZero(ID),
                            fields.has(CONTENT) ? fields.text(CONTENT) : ""))
                    : Optional.empty();
            long lost = fields.numberOrZero(LOST);
            // A user who moves the position back leaves the number as it was.
            long sent = file.isPresent() ? Math.min(row, fields.numberOrZero(SENT)) : 0;
            fields.requireNoOthers();
            return new FilePosition(row, file, lost, sent);
        } catch (IllegalArgumentException e) {
            throw new ConnectException(
                    "the source offset " + map + " is not a position in a file: " + e.getMessage()
                            + "; it must be {\"row\": n}, n the row to be sent next, counted from 0, or"
                            + " {\"done\": true} to send no more of the file, or what the connector wrote itself:"
                            + " {\"row\": n, \"rows\": n, \"size\": n, \"modified\": n, \"footer\": \"hash\"}",
                    e);
        }
    }
}
