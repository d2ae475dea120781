package io.parquetry.connect.source.offset;

import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * A point in a {@link Stream}. Offsets can repeat in a later generation; a generation begins when somebody alters the
 * sink's offset.
 *
 * <p>As Connect's source offset of a stream, it is the point of the next record:
 * {@code {"generation": 0, "offset": 7}}. Users can leave out the generation, or write {@code {"done": true}} for
 * {@link #END}.
 */
public record StreamPoint(int generation, long offset) implements Comparable<StreamPoint>, LazyMap.Position {
    /** Before all records. */
    public static final StreamPoint START = new StreamPoint(0, 0);

    /** After all records. */
    public static final StreamPoint END = new StreamPoint(Integer.MAX_VALUE, Long.MAX_VALUE);

    private static final String GENERATION = "generation";
    private static final String OFFSET = "offset";

    public boolean isBefore(StreamPoint other) {
        return compareTo(other) < 0;
    }

    /** The point after this one. */
    public StreamPoint next() {
        return new StreamPoint(generation, offset + 1);
    }

    @Override
    public int compareTo(StreamPoint other) {
        return generation == other.generation
                ? Long.compare(offset, other.offset)
                : Integer.compare(generation, other.generation);
    }

    public Map<String, Object> toMap() {
        return new LazyMap(this);
    }

    /** The entries of {@link #toMap}. */
    @Override
    public Map<String, Object> entries() {
        return equals(END) ? Fields.DONE : Map.of(GENERATION, generation, OFFSET, offset);
    }

    /**
     * Parses a source offset. Numbers may have changed their class on the way through JSON.
     *
     * @throws ConnectException when the map is not one that {@link #toMap} makes
     */
    public static StreamPoint fromMap(Map<String, ?> map) {
        try {
            if (map.equals(Fields.DONE)) {
                return END;
            }
            Fields fields = new Fields(map);
            long generation = fields.numberOr(GENERATION, 0);
            long offset = fields.number(OFFSET);
            fields.requireNoOthers();
            if (generation < 0 || generation > Integer.MAX_VALUE || offset < 0) {
                throw new IllegalArgumentException("neither may be negative, nor the generation more than 2147483647");
            }
            return new StreamPoint((int) generation, offset);
        } catch (IllegalArgumentException e) {
            throw new ConnectException(
                    "the source offset " + map + " is not a point in a stream: " + e.getMessage()
                            + "; it must be {\"offset\": n}, n the offset to be sent next, with \"generation\": g where"
                            + " the sink's offset was altered g times, or {\"done\": true} to send no more",
                    e);
        }
    }
}
