package io.parquetry.format.metadata;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Counts and bounds of a column chunk or page ({@code Statistics} in parquet.thrift).
 *
 * @param min lower bound in the column's order ({@code min_value})
 * @param max upper bound in the column's order ({@code max_value})
 * @param legacyMin {@code min} of old writers, compared as signed bytes whatever the type
 * @param legacyMax {@code max} of old writers
 */
public record Statistics(
        Optional<Bound> min,
        Optional<Bound> max,
        OptionalLong nulls,
        OptionalLong distinct,
        OptionalLong nans,
        Optional<Bound> legacyMin,
        Optional<Bound> legacyMax) {
    public Statistics {
        Objects.requireNonNull(min, "min");
        Objects.requireNonNull(max, "max");
        Objects.requireNonNull(nulls, "nulls");
        Objects.requireNonNull(distinct, "distinct");
        Objects.requireNonNull(nans, "nans");
        Objects.requireNonNull(legacyMin, "legacyMin");
        Objects.requireNonNull(legacyMax, "legacyMax");
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
}
