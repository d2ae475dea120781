package io.parquetry.cli.verify;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.describe.ColumnText;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.file.BloomFilter;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.model.Utf8Text;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PhysicalType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The checks of a chunk that need every value: its annotation, bloom filter, distinct count, geospatial statistics. */
final class ValueChecks {
    private static final int DIGITS_BYTES_MAX = 1 << 14;

    private static final Set<LogicalType> TEXTS = Set.of(LogicalType.STRING, LogicalType.ENUM, LogicalType.JSON);

    private final LeafColumn leaf;
    private final Optional<BloomFilter> filter;
    /** The annotation of numbers that have fewer bits than they are stored in. */
    private final Optional<LogicalType.Int> integers;

    private final Optional<LogicalType.Decimal> decimals;
    /** The annotation of times of day. */
    private final Optional<LogicalType.Time> times;
    /** The annotation of text. */
    private final Optional<LogicalType> texts;

    private final boolean onlyNulls;

    private final OptionalLong distinctStated;
    private final DistinctCounter distinct;
    private final Optional<GeospatialCheck> geospatial;

    ValueChecks(
            LeafColumn leaf,
            ColumnChunkMetadata chunk,
            Optional<ValueComparison> comparison,
            Optional<BloomFilter> filter) {
        this.leaf = leaf;
        this.filter = filter;
        this.integers = leaf.type()
                .logicalType()
                .filter(LogicalType.Int.class::isInstance)
                .map(LogicalType.Int.class::cast)
                .filter(annotation -> annotation.bitWidth() < Integer.SIZE)
                .filter(annotation -> leaf.type().physicalType() == PhysicalType.INT32);
        this.decimals = leaf.type()
                .logicalType()
                .filter(LogicalType.Decimal.class::isInstance)
                .map(LogicalType.Decimal.class::cast)
                .filter(annotation -> hasUnscaledValues(leaf.type().physicalType()));
        this.times = leaf.type()
                .logicalType()
                .filter(LogicalType.Time.class::isInstance)
                .map(LogicalType.Time.class::cast);
        this.texts = leaf.type()
                .logicalType()
                .filter(TEXTS::contains)
                .filter(annotation -> leaf.type().physicalType() == PhysicalType.BYTE_ARRAY);
        this.onlyNulls =
                leaf.type().logicalType().filter(LogicalType.UNKNOWN::equals).isPresent();
        this.distinctStated = chunk.statistics().map(Statistics::distinct).orElse(OptionalLong.empty());
        this.distinct = new DistinctCounter(comparison);
        this.geospatial = GeospatialCheck.of(leaf.type(), chunk.geospatialStatistics());
    }

    /**
     * Checks a value.
     *
     * @param row of the value, in the file
     * @param place of its page
     */
    void value(Object value, long row, Place place) {
        if (onlyNulls) {
            throw new CorruptFileException(
                    place,
                    "row " + row + " has the value " + ColumnText.value(leaf.type(), value)
                            + ", but UNKNOWN columns have only nulls, which is what other readers show");
        }
        if (texts.isPresent() && !isUtf8((byte[]) value)) {
            throw new CorruptFileException(
                    place,
                    "row " + row + " has bytes that are not UTF-8, which " + texts.get()
                            + " must be; others refuse them or show other text");
        }
        if (integers.isPresent() && !fits((Integer) value, integers.get())) {
            throw new CorruptFileException(
                    place, "the value " + value + " does not fit " + integers.get() + ", with which it is annotated");
        }
        if (decimals.isPresent()) {
            digits(value, decimals.get(), row, place);
        }
        if (times.isPresent() && !times.get().unit().isOfDay(((Number) value).longValue())) {
            throw new CorruptFileException(
                    place,
                    "the value " + value + " is outside of the day, and " + times.get()
                            + " counts from midnight; readers show another time or none");
        }
        if (filter.isPresent() && !filter.get().mightContain(value)) {
            throw new CorruptFileException(
                    place,
                    "the bloom filter says that there is no " + ColumnText.value(leaf.type(), value)
                            + ", but there is");
        }
        if (distinctStated.isPresent()) {
            distinct.add(value);
        }
        if (geospatial.isPresent()) {
            geospatial.get().value((byte[]) value, place);
        }
    }

    private static boolean isUtf8(byte[] text) {
        return Utf8Text.orNull(text, 0, text.length) != null;
    }

    private static boolean hasUnscaledValues(PhysicalType type) {
        return switch (type) {
            case INT32, INT64, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> true;
            case BOOLEAN, INT96, FLOAT, DOUBLE -> false;
        };
    }

    private void digits(Object value, LogicalType.Decimal annotation, long row, Place place) {
        BigInteger unscaled = value instanceof Number number
                ? BigInteger.valueOf(number.longValue())
                : ((byte[]) value).length == 0 ? BigInteger.ZERO : new BigInteger((byte[]) value);
        if (!annotation.holds(unscaled)) {
            throw new CorruptFileException(
                    place,
                    "row " + row + " has the value " + ColumnText.value(leaf.type(), value) + " of " + extent(unscaled)
                            + ", but " + annotation + " allows " + annotation.precision());
        }
    }

    /** The digits of millions would take minutes to count. */
    private static String extent(BigInteger unscaled) {
        int bytes = unscaled.bitLength() / Byte.SIZE + 1;
        return bytes <= DIGITS_BYTES_MAX ? new BigDecimal(unscaled).precision() + " digits" : bytes + " bytes";
    }

    private static boolean fits(int value, LogicalType.Int annotation) {
        int unused = Integer.SIZE - annotation.bitWidth();
        return value == (annotation.signed() ? value << unused >> unused : value << unused >>> unused);
    }

    /**
     * Ends the checks after the last value. DuckDB counts all values of an ENUM, which are its dictionary.
     *
     * @param dictionaryValues of the chunk, used or not
     * @return a deviation that misleads no reader
     */
    Optional<String> finish(long dictionaryValues, Place place) {
        if (distinctStated.isEmpty() || distinct.allows(distinctStated.getAsLong())) {
            return Optional.empty();
        }
        long stated = distinctStated.getAsLong();
        if (stated == dictionaryValues && stated > distinct.count()) {
            return Optional.of("the statistics count " + NumberText.grouped(stated)
                    + " distinct values, those of the dictionary, the pages have "
                    + NumberText.grouped(distinct.count()));
        }
        throw new CorruptFileException(
                place,
                "statistics: distinct values: " + NumberText.grouped(stated) + " are claimed, but there are "
                        + NumberText.grouped(distinct.count()));
    }
}
