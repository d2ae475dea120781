package io.parquetry.format.internal.statistics;

import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.ColumnOrder;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.metadata.Statistics.Bound;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Which of a file's statistics can be believed. Whoever skips rows because of a bound, or calls a file bad because of one,
 * asks here; nobody else looks at {@link Statistics} of a file.
 *
 * <p>What it gives keeps these promises, as far as the writer was not simply wrong: (a) a bound is a whole value of the
 * column's {@link #order}, never NaN, and no value but NaN lies outside it; (b) a bound of zero is -0.0 below and +0.0
 * above; (c) counts lie between 0 and the number of entries, and there may be NaN unless their number is given as 0; (d)
 * {@code legacyMin} and {@code legacyMax} are empty: where they can be used, they stand as {@code min} and {@code max}.
 *
 * <p>Sources: parquet.thrift ({@code Statistics}, {@code ColumnOrder}) and the faults in {@link KnownWriterBugs}.
 */
public final class StatisticsValidator {
    private static final Statistics NOTHING = Statistics.builder().build();

    private final List<ValueOrder> orders;
    private final List<Belief> beliefs;
    private final KnownWriterBugs faults;

    /** What the bounds of one column are worth. */
    private enum Belief {
        /** Those with a column order, and old ones where they agree with it. */
        IN_ORDER,
        /** Compared as signed values, whatever the column's order: good where this is the same. */
        SIGNED_ONLY,
        NONE
    }

    private StatisticsValidator(List<ValueOrder> orders, List<Belief> beliefs, KnownWriterBugs faults) {
        this.orders = List.copyOf(orders);
        this.beliefs = List.copyOf(beliefs);
        this.faults = faults;
    }

    /** Looks at the writer and the column orders of a file. */
    public static StatisticsValidator of(FileMetadata footer) {
        KnownWriterBugs faults = KnownWriterBugs.of(footer.createdBy());
        MessageType schema = footer.schema();
        List<ValueOrder> orders = new ArrayList<>();
        List<Belief> beliefs = new ArrayList<>();
        for (LeafColumn leaf : schema.leaves()) {
            ValueOrder order = ValueOrder.of(schema, leaf);
            orders.add(order);
            beliefs.add(belief(footer.columnOrders(), leaf.ordinal(), order, faults));
        }
        return new StatisticsValidator(orders, beliefs, faults);
    }

    private static Belief belief(
            List<ColumnOrder> columnOrders, int ordinal, ValueOrder order, KnownWriterBugs faults) {
        if (order == ValueOrder.NONE || (order == ValueOrder.DECIMAL_BYTES && faults.decimalBytes())) {
            return Belief.NONE;
        }
        if (ordinal >= columnOrders.size() || faults.signedBounds()) {
            return Belief.SIGNED_ONLY;
        }
        return switch (columnOrders.get(ordinal)) {
            case TYPE_DEFINED -> Belief.IN_ORDER;
            case IEEE_754_TOTAL -> isFloating(order) ? Belief.IN_ORDER : Belief.NONE;
            case UNRECOGNIZED -> Belief.NONE;
        };
    }

    /** How the column's values compare, also where none of its bounds can be used. */
    public ValueOrder order(LeafColumn leaf) {
        return orders.get(leaf.ordinal());
    }

    /** Whether bounds of the column that are not deprecated are bounds in its order, whatever the values. */
    public boolean isInOrder(LeafColumn leaf) {
        return beliefs.get(leaf.ordinal()) == Belief.IN_ORDER;
    }

    /** What can be believed of a chunk's statistics; empty ones when it has none. */
    public Statistics of(LeafColumn leaf, ColumnChunkMetadata chunk) {
        return chunk.statistics()
                .map(said -> of(leaf, said, Math.max(0, chunk.entries())))
                .orElse(NOTHING);
    }

    /**
     * What can be believed of the statistics of a chunk or page.
     *
     * @param entries values and nulls of the chunk or page
     */
    public Statistics of(LeafColumn leaf, Statistics said, long entries) {
        boolean current = said.min().isPresent() || said.max().isPresent();
        Bounded bounds = current
                ? bounds(leaf, said.min(), said.max(), beliefs.get(leaf.ordinal()))
                : legacyBounds(leaf, said.legacyMin(), said.legacyMax());
        return Statistics.builder()
                .min(bounds.min())
                .max(bounds.max())
                .nulls(within(said.nulls(), 0, entries))
                .distinct(within(said.distinct(), 1, entries))
                .nans(isFloating(order(leaf)) ? within(said.nans(), 0, entries) : OptionalLong.of(0))
                .build();
    }

    /**
     * What can be believed of one page of a column index. A page of nothing but nulls has no bounds.
     *
     * @param page within the index's lists
     * @param entries values and nulls of the page, or the most it can have
     */
    public Statistics of(LeafColumn leaf, ColumnIndex index, int page, long entries) {
        Bounded bounds = index.nullPages().get(page)
                ? Bounded.NONE
                : bounds(
                        leaf,
                        Optional.of(new Bound(index.mins().get(page), Optional.empty())),
                        Optional.of(new Bound(index.maxs().get(page), Optional.empty())),
                        beliefs.get(leaf.ordinal()));
        return Statistics.builder()
                .min(bounds.min())
                .max(bounds.max())
                .nulls(within(at(index.nulls(), page), 0, entries))
                .nans(isFloating(order(leaf)) ? within(at(index.nans(), page), 0, entries) : OptionalLong.of(0))
                .build();
    }

    /**
     * Whether a page holds nothing but nulls, by its column index. A writer that has not counted a page's nulls, and says
     * so with a negative count, cannot know: some say that such pages have only nulls though they are full of values.
     */
    public static boolean isOnlyNulls(ColumnIndex index, int page) {
        return index.nullPages().get(page)
                && (page >= index.nulls().size() || index.nulls().get(page) >= 0);
    }

    private static OptionalLong at(List<Long> counts, int page) {
        return page < counts.size() ? OptionalLong.of(counts.get(page)) : OptionalLong.empty();
    }

    /** Some writers give -1 for a count that they do not know. */
    private static OptionalLong within(OptionalLong count, long least, long most) {
        return count.isPresent() && count.getAsLong() >= least && count.getAsLong() <= most
                ? count
                : OptionalLong.empty();
    }

    private record Bounded(Optional<Bound> min, Optional<Bound> max) {
        static final Bounded NONE = new Bounded(Optional.empty(), Optional.empty());
    }

    private Bounded legacyBounds(LeafColumn leaf, Optional<Bound> min, Optional<Bound> max) {
        boolean binary = switch (leaf.type().physicalType()) {
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> true;
            case BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE -> false;
        };
        boolean none = beliefs.get(leaf.ordinal()) == Belief.NONE || (binary && faults.staleBinaryBounds());
        return none ? Bounded.NONE : bounds(leaf, min, max, Belief.SIGNED_ONLY);
    }

    private Bounded bounds(LeafColumn leaf, Optional<Bound> min, Optional<Bound> max, Belief belief) {
        ValueOrder order = order(leaf);
        boolean whole = min.filter(bound -> !isValue(bound.value(), order)).isEmpty()
                && max.filter(bound -> !isValue(bound.value(), order)).isEmpty();
        boolean usable = switch (belief) {
            case IN_ORDER -> whole;
            case SIGNED_ONLY -> whole && signedIsRight(order, min, max);
            case NONE -> false;
        };
        if (!usable || contradict(order, min, max)) {
            return Bounded.NONE;
        }
        return new Bounded(
                min.map(bound -> new Bound(order.lowestZero(bound.value()), bound.exact())),
                max.map(bound -> new Bound(order.highestZero(bound.value()), bound.exact())));
    }

    /** A bound that the order can compare; NaN bounds say nothing, and put the other bound in doubt. */
    private static boolean isValue(byte[] bound, ValueOrder order) {
        return switch (order) {
            case BOOLEAN, INT32_SIGNED, INT32_UNSIGNED, INT64_SIGNED, INT64_UNSIGNED -> bound.length == order.width();
            case FLOAT, DOUBLE, FLOAT16 -> bound.length == order.width() && !order.isNan(bound);
            case DECIMAL_BYTES -> bound.length > 0;
            case BYTES -> true;
            case NONE -> false;
        };
    }

    /**
     * Whether bounds that were found by comparing signed values, or signed bytes, bound in the column's own order too. They
     * do for signed numbers, for unsigned ones when none reaches into the upper half, and for anything when all values
     * are the same.
     */
    private static boolean signedIsRight(ValueOrder order, Optional<Bound> min, Optional<Bound> max) {
        return switch (order) {
            case BOOLEAN, INT32_SIGNED, INT64_SIGNED, FLOAT, DOUBLE -> true;
            case INT32_UNSIGNED, INT64_UNSIGNED ->
                min.isPresent() && max.isPresent() && isLowerHalf(min.get()) && isLowerHalf(max.get());
            case FLOAT16, BYTES, DECIMAL_BYTES ->
                min.isPresent()
                        && max.isPresent()
                        && Arrays.equals(min.get().value(), max.get().value());
            case NONE -> false;
        };
    }

    /** The sign bit is in the last byte, since numbers are little-endian. */
    private static boolean isLowerHalf(Bound bound) {
        return bound.value()[bound.value().length - 1] >= 0;
    }

    private static boolean contradict(ValueOrder order, Optional<Bound> min, Optional<Bound> max) {
        return min.isPresent()
                && max.isPresent()
                && order.compare(
                                order.lowestZero(min.get().value()),
                                order.highestZero(max.get().value()))
                        > 0;
    }

    private static boolean isFloating(ValueOrder order) {
        return order == ValueOrder.FLOAT || order == ValueOrder.DOUBLE || order == ValueOrder.FLOAT16;
    }
}
