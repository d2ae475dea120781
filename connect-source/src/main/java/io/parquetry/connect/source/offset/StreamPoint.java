package io.parquetry.connect.source.offset;

/**
 * A point in a {@link SinkStream}. Offsets can repeat in a later generation; a generation begins when somebody alters
 * the sink's offset.
 */
public record StreamPoint(int generation, long offset) implements Comparable<StreamPoint> {
    /** Before all records. */
    public static final StreamPoint START = new StreamPoint(0, 0);

    /** After all records. */
    public static final StreamPoint END = new StreamPoint(Integer.MAX_VALUE, Long.MAX_VALUE);

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
}
