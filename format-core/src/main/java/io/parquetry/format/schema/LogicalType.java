package io.parquetry.format.schema;

import java.math.BigInteger;
import java.util.Objects;
import java.util.Optional;

/**
 * What the values of a field mean (LogicalTypes.md). INTERVAL and MAP_KEY_VALUE exist only as legacy converted types;
 * they are listed with the others so that a schema has one annotation, whichever generation wrote it.
 *
 * <p>{@code toString} is the annotation as the message-type text spells it.
 */
public sealed interface LogicalType {
    LogicalType STRING = Simple.STRING;
    LogicalType MAP = Simple.MAP;
    LogicalType LIST = Simple.LIST;
    LogicalType ENUM = Simple.ENUM;
    LogicalType DATE = Simple.DATE;
    LogicalType JSON = Simple.JSON;
    LogicalType BSON = Simple.BSON;
    LogicalType UUID = Simple.UUID;
    LogicalType FLOAT16 = Simple.FLOAT16;
    LogicalType INTERVAL = Simple.INTERVAL;
    /** A column that holds nothing but nulls. */
    LogicalType UNKNOWN = Simple.UNKNOWN;

    LogicalType MAP_KEY_VALUE = Simple.MAP_KEY_VALUE;

    /** The annotations without parameters. */
    enum Simple implements LogicalType {
        STRING,
        MAP,
        LIST,
        ENUM,
        DATE,
        JSON,
        BSON,
        UUID,
        FLOAT16,
        INTERVAL,
        UNKNOWN,
        MAP_KEY_VALUE
    }

    /** Unscaled two's-complement integers; the value is {@code unscaled * 10^-scale}. */
    record Decimal(int precision, int scale) implements LogicalType {
        private static final double DIGITS_PER_BIT = Math.log10(2);
        private static final int BITS_COMPARED_MAX = 1 << 17;

        /**
         * Whether an unscaled value has no more digits than the precision. A file may claim any precision, so no power
         * is computed that is longer than the value; one of more than {@value #BITS_COMPARED_MAX} bits may have a digit
         * too many.
         */
        public boolean holds(BigInteger unscaled) {
            BigInteger magnitude = unscaled.abs();
            int bits = magnitude.bitLength();
            long digitsMax = (long) (bits * DIGITS_PER_BIT) + 1;
            long digitsMin = (long) ((bits - 1) * DIGITS_PER_BIT) + 1;
            return digitsMax <= precision
                    || digitsMin <= precision
                            && (bits > BITS_COMPARED_MAX || magnitude.compareTo(BigInteger.TEN.pow(precision)) < 0);
        }

        @Override
        public String toString() {
            return "DECIMAL(" + precision + "," + scale + ")";
        }
    }

    /** How a file says what a field means; it does not change the meaning. */
    enum Form {
        /** By a logical type, with a converted type beside it where there is one. */
        LOGICAL_TYPE,
        /** As before 2018, by a converted type alone, of which readers differ whether it is adjusted to UTC. */
        CONVERTED_TYPE
    }

    /** Time of day, counted in {@code unit} since midnight. Equal whatever its form. */
    record Time(boolean adjustedToUtc, TimeUnit unit, Form form) implements LogicalType {
        public Time {
            Objects.requireNonNull(unit, "unit");
            Objects.requireNonNull(form, "form");
        }

        public Time(boolean adjustedToUtc, TimeUnit unit) {
            this(adjustedToUtc, unit, Form.LOGICAL_TYPE);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Time that && adjustedToUtc == that.adjustedToUtc && unit == that.unit;
        }

        @Override
        public int hashCode() {
            return Objects.hash(adjustedToUtc, unit);
        }

        @Override
        public String toString() {
            return "TIME(" + unit + "," + adjustedToUtc + ")";
        }
    }

    /**
     * An instant (adjusted to UTC) or a local date and time (not adjusted), counted in {@code unit} since 1970. Equal
     * whatever its form.
     */
    record Timestamp(boolean adjustedToUtc, TimeUnit unit, Form form) implements LogicalType {
        public Timestamp {
            Objects.requireNonNull(unit, "unit");
            Objects.requireNonNull(form, "form");
        }

        public Timestamp(boolean adjustedToUtc, TimeUnit unit) {
            this(adjustedToUtc, unit, Form.LOGICAL_TYPE);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Timestamp that && adjustedToUtc == that.adjustedToUtc && unit == that.unit;
        }

        @Override
        public int hashCode() {
            return Objects.hash(adjustedToUtc, unit);
        }

        @Override
        public String toString() {
            return "TIMESTAMP(" + unit + "," + adjustedToUtc + ")";
        }
    }

    /** Integers of 8, 16, 32 or 64 bits. */
    record Int(int bitWidth, boolean signed) implements LogicalType {
        @Override
        public String toString() {
            return "INTEGER(" + bitWidth + "," + signed + ")";
        }
    }

    /** A group that holds a variant value (VariantEncoding.md). */
    record Variant(int specificationVersion) implements LogicalType {
        @Override
        public String toString() {
            return "VARIANT(" + specificationVersion + ")";
        }
    }

    /** WKB geometry with planar edges; an absent {@code crs} means OGC:CRS84. */
    record Geometry(Optional<String> crs) implements LogicalType {
        public Geometry {
            Objects.requireNonNull(crs, "crs");
        }

        @Override
        public String toString() {
            return crs.map(name -> "GEOMETRY(" + name + ")").orElse("GEOMETRY");
        }
    }

    /** WKB geometry with edges along the surface; an absent algorithm means SPHERICAL. */
    record Geography(Optional<String> crs, Optional<EdgeInterpolation> algorithm) implements LogicalType {
        public Geography {
            Objects.requireNonNull(crs, "crs");
            Objects.requireNonNull(algorithm, "algorithm");
        }

        @Override
        public String toString() {
            if (crs.isEmpty() && algorithm.isEmpty()) {
                return "GEOGRAPHY";
            }
            String name = crs.orElse("OGC:CRS84");
            return "GEOGRAPHY(" + name + algorithm.map(how -> "," + how).orElse("") + ")";
        }
    }

    /** How edges of a GEOGRAPHY run ({@code EdgeInterpolationAlgorithm} in parquet.thrift). */
    enum EdgeInterpolation {
        SPHERICAL,
        VINCENTY,
        THOMAS,
        ANDOYER,
        KARNEY
    }

    /** An annotation newer than this engine: the column is read as its physical type. */
    record Unrecognized(int fieldId) implements LogicalType {
        @Override
        public String toString() {
            return "UNRECOGNIZED(" + fieldId + ")";
        }
    }
}
