package io.parquetry.cli.diff;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.console.ProgressLines;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.format.schema.Shape;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compares rows with the same key. The rows of A are in memory while those of B are read. Where they do not fit, the
 * hash of the key divides the rows into parts, and both tables are read once for each part. Rows of one key are
 * compared in their order: the first of A with the first of B.
 */
final class KeyedComparison {
    /** Keys that so many parts do not separate are the same, or their rows are too large. */
    private static final int BITS_MAX = 16;

    private static final long OBJECT_BYTES = 24;
    private static final long COLLECTION_BYTES = 64;
    private static final long ENTRY_BYTES = 48;

    private final TableRows a;
    private final TableRows b;
    private final KeyColumns key;
    private final DifferenceReport report;
    private final long memoryBytesMax;
    private final ProgressLines progress;
    private final Deque<Part> parts = new ArrayDeque<>(List.of(new Part(0, 0)));
    private int passes;
    private long rowsRead;

    /** The rows of the keys whose hash ends with these bits. */
    private record Part(int bits, int ending) {
        boolean has(List<Object> key) {
            int hash = key.hashCode();
            hash = (hash ^ (hash >>> 16)) * 0x85EBCA6B;
            hash = (hash ^ (hash >>> 13)) * 0xC2B2AE35;
            return ((hash ^ (hash >>> 16)) & ((1 << bits) - 1)) == ending;
        }

        Part half() {
            return new Part(bits + 1, ending);
        }

        Part otherHalf() {
            return new Part(bits + 1, ending | (1 << bits));
        }
    }

    /** @param memoryBytesMax approximate bytes of rows that are in memory at a time */
    KeyedComparison(
            TableRows a,
            TableRows b,
            KeyColumns key,
            DifferenceReport report,
            long memoryBytesMax,
            ProgressLines progress) {
        this.a = a;
        this.b = b;
        this.key = key;
        this.report = report;
        this.memoryBytesMax = memoryBytesMax;
        this.progress = progress;
    }

    void run() throws IOException {
        while (!parts.isEmpty() && !report.isEnough()) {
            passes++;
            Map<List<Object>, Deque<Map<String, Object>>> rows = new LinkedHashMap<>();
            compare(read(parts.remove(), rows), rows);
        }
    }

    /** How often the tables were read. */
    int passes() {
        return passes;
    }

    /** Keeps the rows of A in the part, or in a half of it and so on that fits; the other halves become parts. */
    private Part read(Part wanted, Map<List<Object>, Deque<Map<String, Object>>> rows) throws IOException {
        Part part = wanted;
        long bytes = 0;
        a.rewind();
        for (Optional<Map<String, Object>> row = a.next(); row.isPresent(); row = a.next()) {
            progress.reached(++rowsRead);
            List<Object> values = key.of(row.get());
            if (part.has(values)) {
                rows.computeIfAbsent(values, none -> new ArrayDeque<>(1)).add(row.get());
                bytes += bytes(row.get());
            }
            while (bytes > memoryBytesMax) {
                if (part.bits() == BITS_MAX) {
                    throw new CommandException("--key does not tell rows apart: those of "
                            + key.text(rows.keySet().iterator().next()) + " and few other keys take more than "
                            + NumberText.counted(memoryBytesMax, "byte")
                            + " of memory; name more columns, or give Java more memory with -Xmx");
                }
                parts.add(part.otherHalf());
                part = part.half();
                bytes = keep(part, rows);
            }
        }
        return part;
    }

    private static long keep(Part part, Map<List<Object>, Deque<Map<String, Object>>> rows) {
        long bytes = 0;
        for (Iterator<Map.Entry<List<Object>, Deque<Map<String, Object>>>> entries =
                        rows.entrySet().iterator();
                entries.hasNext(); ) {
            Map.Entry<List<Object>, Deque<Map<String, Object>>> entry = entries.next();
            if (part.has(entry.getKey())) {
                bytes += entry.getValue().stream()
                        .mapToLong(KeyedComparison::bytes)
                        .sum();
            } else {
                entries.remove();
            }
        }
        return bytes;
    }

    private void compare(Part part, Map<List<Object>, Deque<Map<String, Object>>> ofA) throws IOException {
        Shape.StructShape shape = Shape.of(a.selected());
        b.rewind();
        for (Optional<Map<String, Object>> row = b.next(); row.isPresent() && !report.isEnough(); row = b.next()) {
            progress.reached(++rowsRead);
            List<Object> values = key.of(row.get());
            if (!part.has(values)) {
                continue;
            }
            Deque<Map<String, Object>> same = ofA.get(values);
            if (same == null) {
                report.add(key.text(values) + ": only in B");
                continue;
            }
            Map<String, Object> left = same.remove();
            if (same.isEmpty()) {
                ofA.remove(values);
            }
            if (!left.equals(row.get())) {
                for (String difference : RowDifference.of(shape, left, row.get(), report.left())) {
                    report.add(key.text(values) + ", " + difference);
                }
            }
        }
        for (Map.Entry<List<Object>, Deque<Map<String, Object>>> entry : ofA.entrySet()) {
            for (int i = 0; i < entry.getValue().size() && !report.isEnough(); i++) {
                report.add(key.text(entry.getKey()) + ": only in A");
            }
        }
    }

    /** About what a value takes on the heap; a map or a list counts its elements. */
    private static long bytes(Object value) {
        if (value instanceof Map<?, ?> fields) {
            return COLLECTION_BYTES
                    + fields.values().stream()
                            .mapToLong(field -> ENTRY_BYTES + bytes(field))
                            .sum();
        } else if (value instanceof List<?> elements) {
            return COLLECTION_BYTES
                    + elements.stream()
                            .mapToLong(element -> Long.BYTES + bytes(element))
                            .sum();
        } else if (value instanceof Map.Entry<?, ?> entry) {
            return ENTRY_BYTES + bytes(entry.getKey()) + bytes(entry.getValue());
        } else if (value instanceof ByteBuffer bytes) {
            return COLLECTION_BYTES + OBJECT_BYTES + bytes.remaining();
        } else if (value instanceof ExactVariant variant) {
            return 2 * COLLECTION_BYTES
                    + 2L * variant.json().length()
                    + (long) Long.BYTES * variant.types().size();
        }
        return value == null ? 0 : OBJECT_BYTES;
    }
}
