package io.parquetry.connect.source.discover;

import java.util.Comparator;

/**
 * A place in a {@link Stream}: offsets count anew in each generation, which begins when somebody moved the sink's
 * position by hand.
 */
public record StreamPoint(int generation, long offset) implements Comparable<StreamPoint> {
    /** Before everything. */
    public static final StreamPoint START = new StreamPoint(0, 0);

    /** After everything. */
    public static final StreamPoint END = new StreamPoint(Integer.MAX_VALUE, Long.MAX_VALUE);

    private static final Comparator<StreamPoint> ORDER =
            Comparator.comparingInt(StreamPoint::generation).thenComparingLong(StreamPoint::offset);

    public boolean isBefore(StreamPoint other) {
        return compareTo(other) < 0;
    }

    @Override
    public int compareTo(StreamPoint other) {
        return ORDER.compare(this, other);
    }
}
