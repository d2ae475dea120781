package io.parquetry.format.internal.statistics;

import io.parquetry.format.metadata.ColumnChunkMetadata;
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
 * Decides which statistics of a file can be trusted. All code that skips rows by a bound, or reports a file as bad
 * because of one, gets {@link Statistics} of a file from here only.
 *
 * <p>Invariants of the trusted statistics, unless the writer has an unknown bug: (a) a bound is a complete value in
 * the column's {@link #order}, never NaN, and only NaN is outside the bounds; (b) a bound of zero is -0.0 as min and
 * +0.0 as max; (c) counts are between 0 and the number of entries, and there may be NaN unless their count is 0; (d)
 * {@code legacyMin} and {@code legacyMax} are empty: where they can be used, they are {@code min} and {@code max}; (e)
 * statistics that contradict themselves ({@link Contradictions}) are empty, because any part of them may be wrong.
 *
 * <p>Sources: parquet.thrift ({@code Statistics}, {@code ColumnOrder}) and the bugs in {@link KnownWriterBugs}.
 */
public final class StatisticsValidator {
    private final List<ValueOrder> orders;
    private final List<Trust> trusts;
    private final KnownWriterBugs bugs;

    /** Which bounds of one column can be trusted. */
    private enum Trust {
        /** Bounds in the column order, and deprecated ones where signed comparison gives the same order. */
        IN_ORDER,
        /** Bounds compared as signed values: only where signed comparison gives the column's order. */
        SIGNED_ONLY,
        NONE
    }

    private StatisticsValidator(List<ValueOrder> orders, List<Trust> trusts, KnownWriterBugs bugs) {
        this.orders = List.copyOf(orders);
        this.trusts = List.copyOf(trusts);
        this.bugs = bugs;
    }

    /** The validator for a file, by its writer and column orders. */
    public static StatisticsValidator of(FileMetadata footer) {
        KnownWriterBugs bugs = KnownWriterBugs.of(footer.createdBy());
        MessageType schema = footer.schema();
        List<ValueOrder> orders = new ArrayList<>();
        List<Trust> trusts = new ArrayList<>();
        for (LeafColumn leaf : schema.leaves()) {
            ValueOrder order = ValueOrder.of(schema, leaf);
            orders.add(order);
            trusts.add(
                    bugs.areBoundsWrong(leaf.type())
                            ? Trust.NONE
                            : trust(footer.columnOrders(), leaf.ordinal(), order, bugs));
        }
        return new StatisticsValidator(orders, trusts, bugs);
    }

    private static Trust trust(List<ColumnOrder> columnOrders, int ordinal, ValueOrder order, KnownWriterBugs bugs) {
        if (order == ValueOrder.NONE) {
            return Trust.NONE;
        }
        if (ordinal >= columnOrders.size() || bugs.signedBounds()) {
            return Trust.SIGNED_ONLY;
        }
        return switch (columnOrders.get(ordinal)) {
            case TYPE_DEFINED -> Trust.IN_ORDER;
            case IEEE_754_TOTAL -> order.isFloating() ? Trust.IN_ORDER : Trust.NONE;
            case UNRECOGNIZED -> Trust.NONE;
        };
    }

    /** How the column's values compare, also where none of its bounds can be used. */
    public ValueOrder order(LeafColumn leaf) {
        return orders.get(leaf.ordinal());
    }

    /** Whether bounds of the column, unless deprecated, are always bounds in its order. */
    public boolean isInOrder(LeafColumn leaf) {
        return trusts.get(leaf.ordinal()) == Trust.IN_ORDER;
    }

    /** Whether the counts of nulls are right, as far as is known of the writer. */
    public boolean isNullCountRight() {
        return !bugs.fewNulls();
    }

    /** The trusted part of a chunk's statistics; empty statistics if it has none. */
    public Statistics of(LeafColumn leaf, ColumnChunkMetadata chunk) {
        return isContradictory(leaf, chunk)
                ? nothing(leaf)
                : chunk.statistics()
                        .map(claimed -> of(leaf, claimed, Math.max(0, chunk.entries())))
                        .orElseGet(() -> nothing(leaf));
    }

    /**
     * The trusted part of the statistics of a chunk or page.
     *
     * @param entries values and nulls of the chunk or page
     */
    public Statistics of(LeafColumn leaf, Statistics claimed, long entries) {
        if (contradiction(leaf, claimed, entries).isPresent()) {
            return nothing(leaf);
        }
        boolean current = claimed.min().isPresent() || claimed.max().isPresent();
        Optional<Bound> max = claimed.max().flatMap(bound -> raised(leaf, bound));
        Bounded bounds = current
                ? bounds(leaf, claimed.min(), max, trusts.get(leaf.ordinal()))
                : legacyBounds(leaf, claimed.legacyMin(), claimed.legacyMax());
        return Statistics.builder()
                .min(bounds.min())
                .max(bounds.max())
                .nulls(bugs.fewNulls() ? OptionalLong.empty() : within(claimed.nulls(), 0, entries))
                .distinct(within(claimed.distinct(), 1, entries))
                .nans(order(leaf).isFloating() ? within(claimed.nans(), 0, entries) : OptionalLong.of(0))
                .build();
    }

    /** The statistics of a chunk or page of which nothing is known. */
    public Statistics nothing(LeafColumn leaf) {
        return Statistics.builder()
                .nans(order(leaf).isFloating() ? OptionalLong.empty() : OptionalLong.of(0))
                .build();
    }

    /** Whether the statistics of a chunk contradict themselves. */
    public boolean isContradictory(LeafColumn leaf, ColumnChunkMetadata chunk) {
        long entries = Math.max(0, chunk.entries());
        return chunk.statistics()
                .flatMap(claimed -> Contradictions.ofLevels(leaf, claimed, chunk.sizeStatistics(), entries)
                        .or(() -> contradiction(leaf, claimed, entries)))
                .isPresent();
    }

    /** What statistics claim that cannot be true of any values, if anything. */
    Optional<String> contradiction(LeafColumn leaf, Statistics claimed, long entries) {
        return Contradictions.of(leaf, order(leaf), isInOrder(leaf), claimed, entries);
    }

    /** The least upper bound of a page that its column index allows: the bound may be cut and not raised. */
    Optional<byte[]> upperInIndex(LeafColumn leaf, byte[] max) {
        int length = leaf.type().typeLength();
        boolean whole = length > 0 && max.length == length;
        return bugs.cutIndexBounds() && order(leaf) == ValueOrder.BYTES && !whole
                ? BoundTruncation.above(max)
                : Optional.of(max);
    }

    /** An upper bound that says itself that it is no value may be cut as those in page indexes are. */
    private Optional<Bound> raised(LeafColumn leaf, Bound max) {
        return max.exact().orElse(true)
                ? Optional.of(max)
                : upperInIndex(leaf, max.value()).map(value -> new Bound(value, max.exact()));
    }

    /** Whether the upper bounds of the column in page indexes are those that the writer says. */
    public boolean raisesIndexBounds(LeafColumn leaf) {
        return !bugs.cutIndexBounds() || order(leaf) != ValueOrder.BYTES;
    }

    /** Whether the rows that offset indexes say are to be compared with the headers of the pages. */
    public boolean mustProveIndexRows() {
        return bugs.unprovenIndexRows();
    }

    /** Some writers store -1 for an unknown count. */
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
        boolean none = trusts.get(leaf.ordinal()) == Trust.NONE || (binary && bugs.staleBinaryBounds());
        return none ? Bounded.NONE : bounds(leaf, min, max, Trust.SIGNED_ONLY);
    }

    private Bounded bounds(LeafColumn leaf, Optional<Bound> min, Optional<Bound> max, Trust trust) {
        ValueOrder order = order(leaf);
        boolean whole = min.filter(bound -> !isValue(bound.value(), order)).isEmpty()
                && max.filter(bound -> !isValue(bound.value(), order)).isEmpty();
        boolean usable = switch (trust) {
            case IN_ORDER -> whole;
            case SIGNED_ONLY -> whole && holdsInOrder(order, min, max);
            case NONE -> false;
        };
        if (!usable || contradict(order, min, max)) {
            return Bounded.NONE;
        }
        return new Bounded(
                min.map(bound -> new Bound(order.lowestZero(bound.value()), bound.exact())),
                max.map(bound -> new Bound(order.highestZero(bound.value()), bound.exact())));
    }

    /** Whether the order can compare a bound. A NaN bound means that the other one cannot be trusted either. */
    static boolean isValue(byte[] bound, ValueOrder order) {
        return switch (order) {
            case BOOLEAN, INT32_SIGNED, INT32_UNSIGNED, INT64_SIGNED, INT64_UNSIGNED -> bound.length == order.width();
            case FLOAT, DOUBLE, FLOAT16 -> bound.length == order.width() && !order.isNan(bound);
            case DECIMAL_BYTES -> bound.length > 0;
            case BYTES -> true;
            case NONE -> false;
        };
    }

    /**
     * Whether bounds that were found by signed comparison are bounds in the column's order, too. They are for signed
     * numbers, for unsigned ones if both are in the lower half, and for any type if all values are the same.
     */
    private static boolean holdsInOrder(ValueOrder order, Optional<Bound> min, Optional<Bound> max) {
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
}
