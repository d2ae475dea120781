package io.parquetry.connect.source.offset;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;

/** A set of points of a stream, as ranges of offsets; ranges that touch are one. Not safe for several threads. */
public final class PointRanges {
    /** The last points of the ranges by their first points; a range is in one generation. */
    private final TreeMap<StreamPoint, StreamPoint> lasts = new TreeMap<>();

    /**
     * A range.
     *
     * @param last of the range, of the same generation as {@code first}
     */
    public record Range(StreamPoint first, StreamPoint last) {
        public Range {
            Objects.requireNonNull(first, "first");
            if (first.generation() != last.generation() || last.isBefore(first)) {
                throw new IllegalArgumentException(first + " to " + last + " is no range of one generation");
            }
        }

        /** The number of its offsets. */
        public long count() {
            return last.offset() - first.offset() + 1;
        }

        @Override
        public String toString() {
            return first.offset() + " to " + last.offset()
                    + (first.generation() == 0 ? "" : " of generation " + first.generation());
        }
    }

    public void add(Range range) {
        StreamPoint first = range.first();
        StreamPoint last = range.last();
        Map.Entry<StreamPoint, StreamPoint> near = lasts.floorEntry(last.next());
        while (near != null
                && !near.getValue().next().isBefore(first)
                && near.getValue().generation() == first.generation()) {
            first = near.getKey().isBefore(first) ? near.getKey() : first;
            last = last.isBefore(near.getValue()) ? near.getValue() : last;
            lasts.remove(near.getKey());
            near = lasts.floorEntry(last.next());
        }
        lasts.put(first, last);
    }

    /** Takes the points from one up to another of the same range out. */
    public void remove(StreamPoint from, StreamPoint to) {
        Map.Entry<StreamPoint, StreamPoint> range = lasts.floorEntry(from);
        if (range == null || range.getValue().isBefore(to)) {
            throw new IllegalArgumentException(from + " to " + to + " are not in one of " + lasts);
        }
        lasts.remove(range.getKey());
        if (range.getKey().isBefore(from)) {
            lasts.put(range.getKey(), new StreamPoint(from.generation(), from.offset() - 1));
        }
        if (to.isBefore(range.getValue())) {
            lasts.put(to.next(), range.getValue());
        }
    }

    public boolean contains(StreamPoint point) {
        Map.Entry<StreamPoint, StreamPoint> range = lasts.floorEntry(point);
        return range != null && !range.getValue().isBefore(point);
    }

    /** The first point of the set from one to another; null when there is none. */
    public StreamPoint firstIn(StreamPoint first, StreamPoint last) {
        if (contains(first)) {
            return first;
        }
        StreamPoint next = lasts.ceilingKey(first);
        return next == null || last.isBefore(next) ? null : next;
    }

    /** The first point of the range that contains this one. */
    public StreamPoint beginOf(StreamPoint point) {
        return lasts.floorKey(point);
    }

    /** The first point from one on that is not in the set. */
    public StreamPoint endFrom(StreamPoint point) {
        return contains(point) ? lasts.floorEntry(point).getValue().next() : point;
    }

    public boolean isEmpty() {
        return lasts.isEmpty();
    }

    public int size() {
        return lasts.size();
    }

    /** The ranges, in order. */
    public List<Range> ranges() {
        List<Range> ranges = new ArrayList<>(lasts.size());
        lasts.forEach((first, last) -> ranges.add(new Range(first, last)));
        return ranges;
    }

    /** Forgets the ranges that fulfil a condition. */
    public void removeIf(Predicate<Range> condition) {
        lasts.entrySet().removeIf(range -> condition.test(new Range(range.getKey(), range.getValue())));
    }

    /** Forgets the first range, which is returned. */
    public Range removeFirst() {
        Map.Entry<StreamPoint, StreamPoint> first = lasts.pollFirstEntry();
        return new Range(first.getKey(), first.getValue());
    }
}
