package io.parquetry.format.internal.statistics;

import io.parquetry.format.metadata.SizeStatistics;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.metadata.Statistics.Bound;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.LogicalType;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Finds counts and bounds of one chunk or page that cannot be true of any values together. Counts below zero are
 * absent: some writers store -1 for an unknown count.
 */
final class Contradictions {
    private final LeafColumn leaf;
    private final ValueOrder order;
    private final long entries;
    private final OptionalLong nulls;
    private final OptionalLong nans;
    private final OptionalLong distinct;

    private Contradictions(LeafColumn leaf, ValueOrder order, Statistics claimed, long entries) {
        this.leaf = leaf;
        this.order = order;
        this.entries = entries;
        this.nulls = counted(claimed.nulls());
        this.nans = order.isFloating() ? counted(claimed.nans()) : OptionalLong.empty();
        this.distinct = counted(claimed.distinct());
    }

    /**
     * The first contradiction, if there is one.
     *
     * @param inOrder whether the writer compared values in the order of the column; else its bounds are not compared
     * @param entries values and nulls of the chunk or page
     */
    static Optional<String> of(LeafColumn leaf, ValueOrder order, boolean inOrder, Statistics claimed, long entries) {
        Contradictions found = new Contradictions(leaf, order, claimed, entries);
        Optional<String> counts = found.ofCounts();
        if (counts.isPresent() || !inOrder) {
            return counts;
        }
        boolean current = claimed.min().isPresent() || claimed.max().isPresent();
        boolean signed =
                order == ValueOrder.BOOLEAN || order == ValueOrder.INT32_SIGNED || order == ValueOrder.INT64_SIGNED;
        if (current
                && signed
                && (differ(claimed.min(), claimed.legacyMin()) || differ(claimed.max(), claimed.legacyMax()))) {
            return Optional.of("the deprecated bounds are not those that took their place");
        }
        return current
                ? found.ofBounds(claimed.min(), claimed.max())
                : signed ? found.ofBounds(claimed.legacyMin(), claimed.legacyMax()) : Optional.empty();
    }

    /** The nulls of a chunk against the levels that its size statistics count, unless the column is repeated. */
    static Optional<String> ofLevels(
            LeafColumn leaf, Statistics claimed, Optional<SizeStatistics> sizes, long entries) {
        List<Long> levels = sizes.map(SizeStatistics::definitionLevels).orElse(List.of());
        OptionalLong nulls = counted(claimed.nulls());
        if (levels.size() != leaf.maxDefinitionLevel() + 1 || leaf.maxRepetitionLevel() > 0 || nulls.isEmpty()) {
            return Optional.empty();
        }
        long values = levels.get(leaf.maxDefinitionLevel());
        return nulls.getAsLong() == entries - values
                ? Optional.empty()
                : Optional.of(nulls.getAsLong() + " of " + entries + " entries are nulls, and by the levels " + values
                        + " are values");
    }

    private static OptionalLong counted(OptionalLong count) {
        return count.isPresent() && count.getAsLong() < 0 ? OptionalLong.empty() : count;
    }

    private static boolean differ(Optional<Bound> left, Optional<Bound> right) {
        return left.isPresent()
                && right.isPresent()
                && !Arrays.equals(left.get().value(), right.get().value());
    }

    private Optional<String> ofCounts() {
        long nullCount = nulls.orElse(0);
        if (nullCount > entries) {
            return Optional.of(nullCount + " of " + entries + " entries are nulls");
        }
        if (nullCount > 0 && leaf.maxDefinitionLevel() == 0) {
            return Optional.of("a required column has " + nullCount + " nulls");
        }
        if (nans.orElse(0) > entries - nullCount) {
            return Optional.of(nans.getAsLong() + " of " + (entries - nullCount) + " values are NaN");
        }
        return distinct.orElse(0) > entries
                ? Optional.of(distinct.getAsLong() + " of " + entries + " entries are distinct")
                : Optional.empty();
    }

    private Optional<String> ofBounds(Optional<Bound> min, Optional<Bound> max) {
        if (min.isEmpty() && max.isEmpty()) {
            return Optional.empty();
        }
        if (isOutsideType(min) || isOutsideType(max)) {
            return Optional.of("a bound is not a value of the column's type");
        }
        boolean ordinary = min.filter(bound -> !isUsable(bound)).isEmpty()
                && max.filter(bound -> !isUsable(bound)).isEmpty();
        if (!ordinary) {
            return Optional.empty();
        }
        long values = entries - nulls.orElse(0) - nans.orElse(0);
        if (values == 0 && entries > 0) {
            return Optional.of("there are bounds, but no values other than null and NaN");
        }
        if (min.isEmpty() || max.isEmpty()) {
            return Optional.empty();
        }
        int difference = order.compare(
                order.lowestZero(min.get().value()), order.highestZero(max.get().value()));
        return difference > 0
                ? Optional.of("the lower bound is above the upper bound")
                : ofDistinct(min.get(), max.get(), difference == 0);
    }

    /** Some writers count null as one more distinct value, so there may be two where the bounds are the same. */
    private Optional<String> ofDistinct(Bound min, Bound max, boolean same) {
        boolean exact = order.width() > 0 && !order.isFloating()
                || min.exact().orElse(false) && max.exact().orElse(false);
        boolean contradicts =
                exact && distinct.isPresent() && (same ? distinct.getAsLong() > 2 : distinct.getAsLong() == 1);
        return contradicts
                ? Optional.of("the bounds are " + (same ? "the same" : "different") + ", but there are "
                        + distinct.getAsLong() + " distinct values")
                : Optional.empty();
    }

    /** Some writers store a bound without bytes where they have none. */
    private boolean isUsable(Bound bound) {
        return StatisticsValidator.isValue(bound.value(), order);
    }

    private boolean isOutsideType(Optional<Bound> bound) {
        if (bound.isEmpty() || bound.get().value().length == 0) {
            return false;
        }
        byte[] value = bound.get().value();
        int fixed = leaf.type().typeLength();
        LogicalType meaning = leaf.type().logicalType().orElse(null);
        return switch (order) {
            case BOOLEAN -> value.length != 1 || value[0] != 0 && value[0] != 1;
            case INT32_SIGNED, INT32_UNSIGNED, INT64_SIGNED, INT64_UNSIGNED ->
                value.length != order.width() || !fits(number(value), meaning);
            case FLOAT, DOUBLE, FLOAT16 -> value.length != order.width();
            case DECIMAL_BYTES ->
                fixed > 0 && value.length != fixed || !((LogicalType.Decimal) meaning).holds(new BigInteger(value));
            case BYTES -> fixed > 0 && value.length > fixed;
            case NONE -> false;
        };
    }

    private static long number(byte[] value) {
        ByteBuffer bytes = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
        return value.length == Integer.BYTES ? bytes.getInt() : bytes.getLong();
    }

    private static boolean fits(long number, LogicalType meaning) {
        if (meaning instanceof LogicalType.Decimal decimal) {
            return decimal.holds(BigInteger.valueOf(number));
        }
        if (!(meaning instanceof LogicalType.Int type) || type.bitWidth() >= Integer.SIZE) {
            return true;
        }
        return type.signed()
                ? number >= -(1L << (type.bitWidth() - 1)) && number < 1L << (type.bitWidth() - 1)
                : number >= 0 && number < 1L << type.bitWidth();
    }
}
