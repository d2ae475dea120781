package io.parquetry.format.metadata;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Counts and bounds of a column chunk or page ({@code Statistics} in parquet.thrift).
 */
public final class Statistics {
    private final Optional<Bound> min;
    private final Optional<Bound> max;
    private final OptionalLong nulls;
    private final OptionalLong distinct;
    private final OptionalLong nans;
    private final Optional<Bound> legacyMin;
    private final Optional<Bound> legacyMax;

    private Statistics(Builder from) {
        min = Objects.requireNonNull(from.min, "min");
        max = Objects.requireNonNull(from.max, "max");
        nulls = Objects.requireNonNull(from.nulls, "nulls");
        distinct = Objects.requireNonNull(from.distinct, "distinct");
        nans = Objects.requireNonNull(from.nans, "nans");
        legacyMin = Objects.requireNonNull(from.legacyMin, "legacyMin");
        legacyMax = Objects.requireNonNull(from.legacyMax, "legacyMax");
    }

    public static Builder builder() {
        return new Builder();
    }

    /** A builder that starts from these values. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.min = min;
        builder.max = max;
        builder.nulls = nulls;
        builder.distinct = distinct;
        builder.nans = nans;
        builder.legacyMin = legacyMin;
        builder.legacyMax = legacyMax;
        return builder;
    }

    /** Lower bound in the column's order ({@code min_value}). */
    public Optional<Bound> min() {
        return min;
    }

    /** Upper bound in the column's order ({@code max_value}). */
    public Optional<Bound> max() {
        return max;
    }

    public OptionalLong nulls() {
        return nulls;
    }

    public OptionalLong distinct() {
        return distinct;
    }

    public OptionalLong nans() {
        return nans;
    }

    /** {@code min} of old writers, compared as signed bytes whatever the type. */
    public Optional<Bound> legacyMin() {
        return legacyMin;
    }

    /** {@code max} of old writers. */
    public Optional<Bound> legacyMax() {
        return legacyMax;
    }

    /**
     * A bound in the PLAIN form of its type, without a length prefix.
     *
     * @param exact whether a value of the column has this very value; absent when the writer did not say
     */
    public record Bound(byte[] value, Optional<Boolean> exact) {
        public Bound {
            Objects.requireNonNull(value, "value");
            Objects.requireNonNull(exact, "exact");
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Bound that && Arrays.equals(value, that.value) && exact.equals(that.exact);
        }

        @Override
        public int hashCode() {
            return 31 * Arrays.hashCode(value) + exact.hashCode();
        }
    }

    private List<Object> values() {
        return List.of(min, max, nulls, distinct, nans, legacyMin, legacyMax);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Statistics that && values().equals(that.values());
    }

    @Override
    public int hashCode() {
        return values().hashCode();
    }

    @Override
    public String toString() {
        return "Statistics" + values();
    }

    /** Collects the values; those without a default must be set. */
    public static final class Builder {
        private Optional<Bound> min = Optional.empty();
        private Optional<Bound> max = Optional.empty();
        private OptionalLong nulls = OptionalLong.empty();
        private OptionalLong distinct = OptionalLong.empty();
        private OptionalLong nans = OptionalLong.empty();
        private Optional<Bound> legacyMin = Optional.empty();
        private Optional<Bound> legacyMax = Optional.empty();

        private Builder() {}

        public Builder min(Optional<Bound> value) {
            min = value;
            return this;
        }

        public Builder max(Optional<Bound> value) {
            max = value;
            return this;
        }

        public Builder nulls(OptionalLong value) {
            nulls = value;
            return this;
        }

        public Builder distinct(OptionalLong value) {
            distinct = value;
            return this;
        }

        public Builder nans(OptionalLong value) {
            nans = value;
            return this;
        }

        public Builder legacyMin(Optional<Bound> value) {
            legacyMin = value;
            return this;
        }

        public Builder legacyMax(Optional<Bound> value) {
            legacyMax = value;
            return this;
        }

        public Statistics build() {
            return new Statistics(this);
        }
    }
}
