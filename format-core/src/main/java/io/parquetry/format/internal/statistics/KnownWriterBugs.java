package io.parquetry.format.internal.statistics;

import io.parquetry.format.metadata.WriterVersion;
import io.parquetry.format.metadata.WriterVersion.Release;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PrimitiveType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The known bugs that a writer's release has in its bounds, in those of chunks and those of page indexes.
 *
 * @param staleBinaryBounds deprecated bounds of byte arrays may be of other values: parquet-mr before 1.8.0 kept a
 *     reference to a buffer that changed (PARQUET-251), except Cloudera's 1.5.0 from CDH 5.5 on. A writer without a
 *     {@code created_by} may be one of those (PARQUET-297)
 * @param signedBounds bounds were compared as signed values or bytes whatever the type: parquet-mr before 1.10.0,
 *     parquet-cpp before 1.3.0 (PARQUET-686)
 * @param decimalBytes bounds of decimals in byte arrays were compared as plain bytes: parquet-cpp of any release and
 *     Arrow's before 4.0.0 (PARQUET-1655, PARQUET-2003), parquet-rs before 14.0.0, ClickHouse before 25.7,
 *     parquet-go and Polars, whose releases cannot be told apart
 * @param variableDecimals the same only of BYTE_ARRAY: parquet-rs
 * @param allDecimals bounds of decimals are other numbers, whatever the physical type: hyparquet
 * @param fewNulls nulls of a chunk may be more than are counted: parquet-cpp, and Arrow's before 6.0.0
 * @param turnedBounds bounds of fixed-length bytes are integers of 128 bits in the other byte order than the values:
 *     Polars, whose releases cannot be told apart
 * @param cutIndexBounds upper bounds of byte strings in a column index, and those that are said to be no value, may
 *     be cut and not raised, so that longer values are above them: parquet-go, and any writer that is not known to
 *     raise them
 * @param unprovenIndexRows the rows that an offset index says may be wrong: parquet.js, and any writer that is not
 *     known to say the right ones
 */
record KnownWriterBugs(
        boolean staleBinaryBounds,
        boolean signedBounds,
        boolean decimalBytes,
        boolean variableDecimals,
        boolean allDecimals,
        boolean fewNulls,
        boolean turnedBounds,
        boolean cutIndexBounds,
        boolean unprovenIndexRows) {
    private static final String PARQUET_MR = "parquet-mr";
    private static final String PARQUET_CPP = "parquet-cpp";
    private static final String PARQUET_RS = "parquet-rs";
    private static final String POLARS = "polars";
    private static final Release STALE_BOUNDS_FIXED = Release.of(1, 8, 0);
    private static final Release STALE_BOUNDS_FIXED_BY_CLOUDERA = new Release(1, 5, 0, "cdh5.5.0");
    private static final Release CLOUDERA_END = Release.of(1, 5, 0);

    private static final List<Map.Entry<String, Release>> SIGNED_BOUNDS_FIXED =
            List.of(Map.entry(PARQUET_MR, Release.of(1, 10, 0)), Map.entry(PARQUET_CPP, Release.of(1, 3, 0)));

    private static final List<Map.Entry<String, Release>> DECIMAL_BYTES_FIXED = List.of(
            Map.entry(PARQUET_CPP, Release.of(Integer.MAX_VALUE, 0, 0)),
            Map.entry("parquet-cpp-arrow", Release.of(4, 0, 0)),
            Map.entry(PARQUET_RS, Release.of(14, 0, 0)),
            Map.entry("clickhouse", Release.of(25, 7, 0)),
            Map.entry("github.com/segmentio/parquet-go", Release.of(Integer.MAX_VALUE, 0, 0)),
            Map.entry("github.com/parquet-go/parquet-go", Release.of(Integer.MAX_VALUE, 0, 0)),
            Map.entry(POLARS, Release.of(Integer.MAX_VALUE, 0, 0)));

    private static final List<Map.Entry<String, Release>> NULLS_FIXED = List.of(
            Map.entry(PARQUET_CPP, Release.of(Integer.MAX_VALUE, 0, 0)),
            Map.entry("parquet-cpp-arrow", Release.of(6, 0, 0)));

    private static final Set<String> RIGHT_INDEXES =
            Set.of("parquetry", PARQUET_MR, PARQUET_CPP, "parquet-cpp-arrow", PARQUET_RS);

    /** The bugs of the writer that this {@code created_by} names. */
    static KnownWriterBugs of(Optional<String> createdBy) {
        Optional<WriterVersion> writer = createdBy.flatMap(WriterVersion::parse);
        boolean hasRightIndexes = writer.filter(each -> RIGHT_INDEXES.contains(each.application()))
                .isPresent();
        return new KnownWriterBugs(
                writer.map(KnownWriterBugs::hasStaleBounds).orElse(true),
                writer.map(each -> isBeforeAny(each, SIGNED_BOUNDS_FIXED)).orElse(false),
                writer.map(each -> isBeforeAny(each, DECIMAL_BYTES_FIXED)).orElse(false),
                isOf(writer, PARQUET_RS),
                isOf(writer, "hyparquet"),
                writer.map(each -> isBeforeAny(each, NULLS_FIXED)).orElse(false),
                isOf(writer, POLARS),
                !hasRightIndexes,
                !hasRightIndexes);
    }

    private static boolean isOf(Optional<WriterVersion> writer, String application) {
        return writer.filter(each -> each.application().equals(application)).isPresent();
    }

    /** Whether no bounds of a column of this type can be used. */
    boolean areBoundsWrong(PrimitiveType type) {
        boolean isDecimal =
                type.logicalType().filter(LogicalType.Decimal.class::isInstance).isPresent();
        return switch (type.physicalType()) {
            case BYTE_ARRAY -> isDecimal && (decimalBytes || variableDecimals || allDecimals);
            case FIXED_LEN_BYTE_ARRAY ->
                isDecimal
                        ? decimalBytes || allDecimals
                        : turnedBounds && type.logicalType().isEmpty();
            case BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE -> isDecimal && allDecimals;
        };
    }

    private static boolean hasStaleBounds(WriterVersion writer) {
        boolean fixedByCloudera = writer.release()
                .filter(release -> release.compareTo(STALE_BOUNDS_FIXED_BY_CLOUDERA) >= 0)
                .filter(release -> release.compareTo(CLOUDERA_END) < 0)
                .isPresent();
        return writer.isBefore(PARQUET_MR, STALE_BOUNDS_FIXED) && !fixedByCloudera;
    }

    private static boolean isBeforeAny(WriterVersion writer, List<Map.Entry<String, Release>> fixes) {
        return fixes.stream().anyMatch(fix -> writer.isBefore(fix.getKey(), fix.getValue()));
    }
}
