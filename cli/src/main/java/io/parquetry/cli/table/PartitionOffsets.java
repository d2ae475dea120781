package io.parquetry.cli.table;

import io.parquetry.connect.common.ledger.OffsetSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Any offsets of a topic-partition, in sets of {@value #WIDTH_BITS} bits each. */
final class PartitionOffsets {
    private static final int WIDTH_BITS = 31;

    private final TreeMap<Long, OffsetSet> parts = new TreeMap<>();

    /** Offsets from the first to the last. */
    record Range(long first, long last) {
        boolean meets(long otherFirst, long otherLast) {
            return otherFirst <= last && otherLast >= first;
        }

        /** The subject and verb of a sentence. */
        @Override
        public String toString() {
            return first == last ? "offset " + first + " is" : "offsets " + first + " to " + last + " are";
        }
    }

    private static long base(long part) {
        return part << WIDTH_BITS;
    }

    private OffsetSet part(long offset) {
        return parts.computeIfAbsent(offset >> WIDTH_BITS, part -> OffsetSet.from(base(part)));
    }

    /** Returns whether the offset is new. */
    boolean add(long offset) {
        OffsetSet part = part(offset);
        boolean isNew = !part.contains(offset);
        part.add(offset);
        return isNew;
    }

    void add(Range range) {
        long first = range.first();
        while (first <= range.last()) {
            long last = Math.min(range.last(), base((first >> WIDTH_BITS) + 1) - 1);
            part(first).addRange(first, last);
            first = last + 1;
        }
    }

    void addAll(OffsetSet set) {
        ranges(set).forEach(this::add);
    }

    boolean contains(long offset) {
        OffsetSet part = parts.get(offset >> WIDTH_BITS);
        return part != null && part.contains(offset);
    }

    boolean isEmpty() {
        return parts.values().stream().allMatch(OffsetSet::isEmpty);
    }

    List<Range> ranges() {
        List<Range> found = new ArrayList<>();
        parts.values().forEach(part -> found.addAll(ranges(part)));
        return found;
    }

    /** The offsets from {@code begin} to before {@code end} that are in none of the sets. */
    static List<Range> gaps(long begin, long end, List<PartitionOffsets> sets) {
        List<Range> found = new ArrayList<>();
        long first = begin;
        while (first < end) {
            long key = first >> WIDTH_BITS;
            long behind = Math.min(end, base(key + 1));
            List<OffsetSet> present = sets.stream()
                    .filter(set -> set.parts.containsKey(key))
                    .map(set -> set.parts.get(key))
                    .toList();
            found.addAll(ranges(OffsetSet.without(first, behind, present)));
            first = behind;
        }
        return found;
    }

    /** The runs of a set, in the order of their offsets. */
    static List<Range> ranges(OffsetSet set) {
        List<Range> found = new ArrayList<>();
        if (set.isEmpty()) {
            return found;
        }
        OptionalLong last = OptionalLong.of(set.last());
        while (last.isPresent()) {
            OptionalLong absent = set.lastAbsentBelow(last.getAsLong());
            long first = absent.isPresent() ? absent.getAsLong() + 1 : set.base();
            found.add(new Range(first, last.getAsLong()));
            last = set.lastBelow(first);
        }
        Collections.reverse(found);
        return found;
    }
}
