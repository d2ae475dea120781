package io.parquetry.format.internal.statistics;

import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.ColumnIndex.BoundaryOrder;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.metadata.Statistics.Bound;
import io.parquetry.format.schema.LeafColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The trusted statistics of each page of a chunk, by the chunk's column index. An index is trusted as a whole or not at
 * all: it is not where it contradicts itself, the offset index, or the statistics of the chunk. All code that skips
 * pages by a column index gets it from here.
 */
public final class PageStatistics {
    /** Of UTF-8. */
    private static final int CHARACTER_BYTES_MAX = 4;

    private final StatisticsValidator validator;
    private final LeafColumn leaf;
    private final ColumnIndex index;
    private final long[] entries;
    private final Statistics chunk;
    private final List<Statistics> pages = new ArrayList<>();
    private String contradiction = "";

    private PageStatistics(
            StatisticsValidator validator, LeafColumn leaf, ColumnIndex index, long[] entries, Statistics chunk) {
        this.validator = validator;
        this.leaf = leaf;
        this.index = index;
        this.entries = entries.clone();
        this.chunk = chunk;
    }

    /**
     * Checks the index of a column that is not repeated, so that each page has an entry for each of its rows.
     *
     * @param rows rows of each page, by the offset index; as many as the column index has pages
     * @param chunk the trusted statistics of the chunk
     */
    public static PageStatistics of(
            StatisticsValidator validator, LeafColumn leaf, ColumnIndex index, long[] rows, Statistics chunk) {
        PageStatistics statistics = new PageStatistics(validator, leaf, index, rows, chunk);
        for (int page = 0; page < rows.length; page++) {
            statistics.add(page);
        }
        statistics.checkOrder();
        statistics.checkChunk();
        return statistics;
    }

    /** Why the index cannot be trusted; absent if it can. */
    public Optional<String> contradiction() {
        return Optional.of(contradiction).filter(text -> !text.isEmpty());
    }

    /** The trusted statistics of a page; a page of only nulls has no bounds. */
    public Statistics page(int page) {
        return pages.get(page);
    }

    /**
     * Whether a page has only nulls. A negative count means that the writer has not counted the nulls; some writers
     * then mark pages full of values as null pages.
     */
    public boolean isOnlyNulls(int page) {
        return index.nullPages().get(page)
                && (index.nulls().isEmpty() || index.nulls().get(page) >= 0);
    }

    private void distrust(String reason) {
        if (contradiction.isEmpty()) {
            contradiction = reason;
        }
    }

    private void add(int page) {
        boolean nullPage = index.nullPages().get(page);
        Bound min = new Bound(index.mins().get(page), Optional.empty());
        Bound max = new Bound(index.maxs().get(page), Optional.empty());
        Optional<Bound> upper =
                validator.upperInIndex(leaf, max.value()).map(raised -> new Bound(raised, Optional.empty()));
        Statistics.Builder said =
                Statistics.builder().nulls(count(index.nulls(), page)).nans(count(index.nans(), page));
        if (!nullPage) {
            said.min(Optional.of(min)).max(Optional.of(max));
        }
        validator.contradiction(leaf, said.build(), entries[page]).ifPresent(reason -> distrust(page, reason));
        if (nullPage && min.value().length + max.value().length > 0) {
            distrust(page, "a page of nulls has bounds");
        }
        checkNulls(page, nullPage);
        pages.add(validator.of(leaf, nullPage ? said.build() : said.max(upper).build(), entries[page]));
    }

    private void distrust(int page, String reason) {
        distrust("the column index contradicts itself at page " + page + ": " + reason);
    }

    private static OptionalLong count(List<Long> counts, int page) {
        return counts.isEmpty() ? OptionalLong.empty() : OptionalLong.of(counts.get(page));
    }

    private void checkNulls(int page, boolean nullPage) {
        OptionalLong nulls = count(index.nulls(), page);
        boolean counted = nulls.isPresent() && nulls.getAsLong() >= 0;
        if (counted && entries[page] > 0 && nullPage != (nulls.getAsLong() == entries[page])) {
            distrust(
                    page,
                    nulls.getAsLong() + " of " + entries[page] + " entries are nulls, but it "
                            + (nullPage ? "is" : "is not") + " a page of nulls");
        }
        int levels = index.definitionLevels().size() / entries.length;
        if (levels != leaf.maxDefinitionLevel() + 1) {
            return;
        }
        long sum = 0;
        for (int level = 0; level < levels; level++) {
            sum += index.definitionLevels().get(page * levels + level);
        }
        long values = index.definitionLevels().get((page + 1) * levels - 1);
        if (sum != entries[page]) {
            distrust(
                    page, "it has " + sum + " definition levels, but the offset index says " + entries[page] + " rows");
        } else if (counted && nulls.getAsLong() != sum - values) {
            distrust(page, "it has " + nulls.getAsLong() + " nulls, but " + (sum - values) + " levels of nulls");
        }
    }

    private void checkOrder() {
        BoundaryOrder stated = index.boundaryOrder();
        if (stated == BoundaryOrder.UNORDERED) {
            return;
        }
        Statistics before = null;
        for (int page = 0; page < entries.length; page++) {
            Statistics here = pages.get(page);
            if (here.min().isEmpty() || here.max().isEmpty()) {
                continue;
            }
            if (before != null) {
                boolean ascending = stated == BoundaryOrder.ASCENDING;
                Statistics first = ascending ? before : here;
                Statistics second = ascending ? here : before;
                if (compare(first.min(), second.min()) > 0 || compare(first.max(), second.max()) > 0) {
                    distrust(page, "its bounds are not " + stated + ", as the index says");
                }
            }
            before = here;
        }
    }

    private int compare(Optional<Bound> left, Optional<Bound> right) {
        return validator
                .order(leaf)
                .compare(left.orElseThrow().value(), right.orElseThrow().value());
    }

    private void checkChunk() {
        long nulls = 0;
        long all = 0;
        boolean counted = !index.nulls().isEmpty();
        boolean bounded = true;
        boolean anyValues = false;
        Optional<Bound> min = Optional.empty();
        Optional<Bound> max = Optional.empty();
        for (int page = 0; page < entries.length; page++) {
            Statistics here = pages.get(page);
            all += entries[page];
            counted &= here.nulls().isPresent();
            nulls += here.nulls().orElse(0);
            if (isOnlyNulls(page)) {
                continue;
            }
            anyValues |= !index.nullPages().get(page);
            if (here.min().isEmpty() || here.max().isEmpty()) {
                bounded = false;
                continue;
            }
            min = min.isEmpty() || compare(here.min(), min) < 0 ? here.min() : min;
            max = max.isEmpty() || compare(here.max(), max) > 0 ? here.max() : max;
        }
        if (chunk.nulls().isPresent()) {
            long stated = chunk.nulls().getAsLong();
            if (counted && nulls != stated || stated == all && anyValues || stated == 0 && hasNullPage()) {
                distrust("the column index has not the nulls that the statistics of the chunk say");
            }
        }
        boolean agrees = bounded ? agreesBelow(min) && agreesAbove(max) && overlap(min, max) : isWithinChunk(min, max);
        if (!agrees) {
            distrust("the bounds of the column index are not those of the statistics of the chunk");
        }
    }

    private boolean hasNullPage() {
        for (int page = 0; page < entries.length; page++) {
            if (isOnlyNulls(page) && entries[page] > 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether the bounds of some of the pages are possible; those of byte strings may be cut. */
    private boolean isWithinChunk(Optional<Bound> min, Optional<Bound> max) {
        return validator.order(leaf) == ValueOrder.BYTES
                || (min.isEmpty() || chunk.min().isEmpty() || compare(min, chunk.min()) >= 0)
                        && (max.isEmpty() || chunk.max().isEmpty() || compare(max, chunk.max()) <= 0);
    }

    private boolean overlap(Optional<Bound> min, Optional<Bound> max) {
        return (chunk.max().isEmpty() || compare(min, chunk.max()) <= 0)
                && (chunk.min().isEmpty() || compare(chunk.min(), max) <= 0);
    }

    /** Only byte strings may be cut, in the index and in the statistics: a lower bound is the begin of the value. */
    private boolean agreesBelow(Optional<Bound> min) {
        if (chunk.min().isEmpty() || min.isEmpty()) {
            return chunk.min().isEmpty();
        }
        if (validator.order(leaf) != ValueOrder.BYTES) {
            return compare(min, chunk.min()) == 0;
        }
        byte[] ofIndex = min.get().value();
        byte[] ofChunk = chunk.min().get().value();
        int same = sameBytes(ofIndex, ofChunk);
        return same == ofIndex.length || same == ofChunk.length && !isValue(chunk.min());
    }

    private boolean agreesAbove(Optional<Bound> max) {
        if (chunk.max().isEmpty() || max.isEmpty()) {
            return chunk.max().isEmpty();
        }
        if (validator.order(leaf) != ValueOrder.BYTES) {
            return compare(max, chunk.max()) == 0;
        }
        if (!isValue(chunk.max())) {
            return true;
        }
        int compared = compare(max, chunk.max());
        boolean maybeCut = !validator.raisesIndexBounds(leaf)
                || isRaised(max.get().value(), chunk.max().get().value());
        return compared == 0 || compared > 0 && maybeCut;
    }

    /** Whether a bound is the begin of a value whose last character is raised: writers add one to one of its bytes. */
    private static boolean isRaised(byte[] bound, byte[] value) {
        int same = sameBytes(bound, value);
        return same < bound.length
                && bound.length < value.length
                && bound[same] == (byte) (value[same] + 1)
                && bound.length - same <= CHARACTER_BYTES_MAX;
    }

    private static boolean isValue(Optional<Bound> bound) {
        return bound.orElseThrow().exact().orElse(true);
    }

    private static int sameBytes(byte[] left, byte[] right) {
        int different = Arrays.mismatch(left, right);
        return different < 0 ? left.length : different;
    }
}
