package io.parquetry.format.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.metadata.ColumnOrder;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.metadata.Statistics.Bound;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds are trusted only if the writer's order is the column's order, and counts only if they are possible. */
class StatisticsValidatorTest {
    private static final String NOW = "parquetry version 1.0.0 (build x)";
    private static final String OLD = "parquet-mr version 1.8.1 (build x)";
    private static final List<ColumnOrder> TYPE_ORDER = List.of(ColumnOrder.TYPE_DEFINED);
    private static final List<ColumnOrder> NO_ORDER = List.of();
    private static final long ENTRIES = 10;

    private static Statistics trusted(
            String column, String createdBy, List<ColumnOrder> orders, Statistics statistics) {
        MessageType schema = MessageType.parse("message m { optional " + column + "; }");
        FileMetadata footer = FileMetadata.builder()
                .version(1)
                .schema(schema)
                .rows(ENTRIES)
                .createdBy(Optional.of(createdBy))
                .columnOrders(orders)
                .build();
        LeafColumn leaf = schema.leaves().get(0);
        return StatisticsValidator.of(footer).of(leaf, statistics, ENTRIES);
    }

    private static Statistics bounds(byte[] min, byte[] max) {
        return Statistics.builder().min(bound(min)).max(bound(max)).build();
    }

    private static Statistics legacy(byte[] min, byte[] max) {
        return Statistics.builder().legacyMin(bound(min)).legacyMax(bound(max)).build();
    }

    private static Optional<Bound> bound(byte[] value) {
        return Optional.of(new Bound(value, Optional.empty()));
    }

    private static byte[] int32(int value) {
        return ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(value)
                .array();
    }

    private static byte[] float32(float value) {
        return int32(Float.floatToRawIntBits(value));
    }

    private static byte[] text(String value) {
        return value.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"int32 x", "int32 x (DATE)", "int32 x (DECIMAL(5,2))", "int32 x (INTEGER(8,true))"})
    void deprecatedBoundsOfSignedNumbersAreTrusted(String column) {
        for (List<ColumnOrder> orders : List.of(TYPE_ORDER, NO_ORDER)) {
            Statistics trusted = trusted(column, OLD, orders, legacy(int32(-5), int32(7)));

            assertThat(trusted.min()).isEqualTo(bound(int32(-5)));
            assertThat(trusted.max()).isEqualTo(bound(int32(7)));
            assertThat(trusted.legacyMin()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"binary x", "binary x (STRING)", "binary x (DECIMAL(5,2))", "fixed_len_byte_array(1) x"})
    void deprecatedBoundsOfBytesAreTrustedOnlyIfAllValuesAreTheSame(String column) {
        assertThat(trusted(column, OLD, NO_ORDER, legacy(text("a"), text("b"))).min())
                .isEmpty();
        assertThat(trusted(column, OLD, NO_ORDER, legacy(text("a"), text("a"))).max())
                .isEqualTo(bound(text("a")));
    }

    @ParameterizedTest
    @CsvSource({
        "parquet-cpp-arrow version 5.0.0, false",
        "parquet-cpp version 1.5.0, false",
        "parquet-cpp-arrow version 6.0.0, true"
    })
    void countsOfNullsAreTrustedWhereTheWriterCountsThemAll(String createdBy, boolean right) {
        Statistics none = Statistics.builder().nulls(OptionalLong.of(0)).build();

        assertThat(trusted("int32 x", createdBy, TYPE_ORDER, none).nulls().isPresent())
                .isEqualTo(right);
    }

    /** They differ in which decimals they compare as plain bytes, or state as other numbers. */
    @ParameterizedTest
    @CsvSource({
        "Polars,                   false, false, true",
        "parquet-rs version 60.0.0, false, true, true",
        "hyparquet,                false, false, false"
    })
    void boundsOfDecimalsAreTrustedWhereTheWriterHasThemRight(
            String createdBy, boolean variable, boolean fixed, boolean number) {
        Statistics bytes = bounds(new byte[] {0, 0, 0, 1}, new byte[] {0, 0, 0, 2});

        assertThat(trusted("binary x (DECIMAL(9,2))", createdBy, TYPE_ORDER, bytes)
                        .min()
                        .isPresent())
                .isEqualTo(variable);
        assertThat(trusted("fixed_len_byte_array(4) x (DECIMAL(9,2))", createdBy, TYPE_ORDER, bytes)
                        .min()
                        .isPresent())
                .isEqualTo(fixed);
        assertThat(trusted("int32 x (DECIMAL(9,2))", createdBy, TYPE_ORDER, bounds(int32(1), int32(2)))
                        .min()
                        .isPresent())
                .isEqualTo(number);
        assertThat(trusted("int32 x", createdBy, TYPE_ORDER, bounds(int32(1), int32(2)))
                        .min())
                .isPresent();
    }

    /** An Int128 of Polars has its lowest byte first, and its bounds have the highest first. */
    @Test
    void boundsOfPolarsAreNotTrustedWhereTheyAreIntegersOf128Bits() {
        String column = "fixed_len_byte_array(2) x";

        assertThat(trusted(column, "Polars", TYPE_ORDER, bounds(text("aa"), text("bb")))
                        .min())
                .isEmpty();
        assertThat(trusted(column, NOW, TYPE_ORDER, bounds(text("aa"), text("bb")))
                        .min())
                .isEqualTo(bound(text("aa")));
        assertThat(trusted(column + " (FLOAT16)", "Polars", TYPE_ORDER, bounds(new byte[] {0, 1}, new byte[] {0, 2}))
                        .min())
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquet-mr version 1.7.0", "parquet-mr", ""})
    void boundsFromChangedBuffersAreNeverTrusted(String createdBy) {
        assertThat(trusted("binary x", createdBy, NO_ORDER, legacy(text("a"), text("a")))
                        .min())
                .isEmpty();
        assertThat(trusted("int32 x", createdBy, NO_ORDER, legacy(int32(1), int32(2)))
                        .min())
                .as("numbers were never kept by reference")
                .isEqualTo(bound(int32(1)));
    }

    @Test
    void deprecatedBoundsOfUnsignedNumbersAreTrustedWhereBothOrdersAgree() {
        String column = "int32 x (INTEGER(32,false))";

        assertThat(trusted(column, OLD, NO_ORDER, legacy(int32(1), int32(9))).max())
                .isEqualTo(bound(int32(9)));
        assertThat(trusted(column, OLD, NO_ORDER, legacy(int32(-1), int32(9))).max())
                .isEmpty();
        assertThat(trusted(column, OLD, NO_ORDER, legacy(int32(1), int32(-9))).max())
                .isEmpty();
        assertThat(trusted(column, NOW, TYPE_ORDER, bounds(int32(1), int32(-9))).max())
                .isEqualTo(bound(int32(-9)));
    }

    @Test
    void currentBoundsTakePrecedenceOverDeprecatedOnes() {
        Statistics both = Statistics.builder()
                .min(bound(text("a")))
                .max(bound(text("\u00e4")))
                .legacyMin(bound(text("\u00e4")))
                .legacyMax(bound(text("a")))
                .build();

        assertThat(trusted("binary x", NOW, TYPE_ORDER, both).min()).isEqualTo(bound(text("a")));
    }

    @Test
    void withoutAColumnOrderOnlyTypesWithASingleOrderAreTrusted() {
        assertThat(trusted("int32 x", NOW, NO_ORDER, bounds(int32(1), int32(2))).min())
                .isPresent();
        assertThat(trusted("binary x (STRING)", NOW, NO_ORDER, bounds(text("a"), text("b")))
                        .min())
                .isEmpty();
        assertThat(trusted("binary x (STRING)", NOW, TYPE_ORDER, bounds(text("a"), text("b")))
                        .min())
                .isPresent();
        assertThat(trusted("int32 x", NOW, List.of(ColumnOrder.UNRECOGNIZED), bounds(int32(1), int32(2)))
                        .min())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"int96 x", "fixed_len_byte_array(12) x (INTERVAL)", "binary x (GEOMETRY)", "binary x (UNKNOWN)"})
    void typesWithoutAnOrderHaveNoBounds(String column) {
        byte[] value = new byte[12];

        assertThat(trusted(column, NOW, TYPE_ORDER, bounds(value, value)).min()).isEmpty();
        assertThat(trusted(column, NOW, TYPE_ORDER, legacy(value, value)).min()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "parquet-cpp version 1.5.1, false",
        "parquet-cpp-arrow version 3.0.0, false",
        "parquet-cpp-arrow version 14.0.0, true"
    })
    void decimalsThatWereComparedAsBytesHaveNoBounds(String createdBy, boolean trusted) {
        Statistics said = bounds(new byte[] {0, 1}, new byte[] {0, 2});

        assertThat(trusted("fixed_len_byte_array(2) x (DECIMAL(4,2))", createdBy, TYPE_ORDER, said)
                        .min()
                        .isPresent())
                .isEqualTo(trusted);
    }

    @Test
    void nanIsNotABoundAndZerosCoverEachOther() {
        assertThat(trusted("float x", NOW, TYPE_ORDER, bounds(float32(1), float32(Float.NaN))))
                .as("the other bound is in doubt too")
                .isEqualTo(trusted("float x", NOW, TYPE_ORDER, bounds(float32(Float.NaN), float32(1))))
                .satisfies(nothing -> assertThat(nothing.min()).isEmpty());

        Statistics zeros = trusted("float x", NOW, TYPE_ORDER, bounds(float32(0.0f), float32(-0.0f)));
        assertThat(zeros.min()).isEqualTo(bound(float32(-0.0f)));
        assertThat(zeros.max()).isEqualTo(bound(float32(0.0f)));
    }

    @ParameterizedTest
    @CsvSource({"unknown writer, true, abc", "unknown writer, false, abd", "parquet-mr version 1.13.0, false, abc"})
    void anUpperBoundThatSaysThatItIsCutIsRaisedUnlessTheWriterDoesSo(String createdBy, boolean exact, String upper) {
        Statistics claimed = Statistics.builder()
                .min(bound(text("a")))
                .max(Optional.of(new Bound(text("abc"), Optional.of(exact))))
                .build();

        assertThat(trusted("binary x (STRING)", createdBy, TYPE_ORDER, claimed)
                        .max()
                        .orElseThrow()
                        .value())
                .isEqualTo(text(upper));
    }

    @Test
    void invalidOrContradictoryBoundsAreNotTrusted() {
        assertThat(trusted("int32 x", NOW, TYPE_ORDER, bounds(new byte[3], int32(2)))
                        .max())
                .isEmpty();
        assertThat(trusted("int32 x", NOW, TYPE_ORDER, bounds(int32(3), int32(2)))
                        .max())
                .isEmpty();
        assertThat(trusted("binary x (DECIMAL(4,2))", NOW, TYPE_ORDER, bounds(new byte[0], new byte[1]))
                        .max())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"-1, false", "0, true", "10, true", "11, false", "9223372036854775807, false"})
    void onlyPossibleCountsAreTrusted(long count, boolean trusted) {
        Statistics nulls = Statistics.builder().nulls(OptionalLong.of(count)).build();
        Statistics nans = Statistics.builder().nans(OptionalLong.of(count)).build();

        assertThat(trusted("double x", NOW, TYPE_ORDER, nulls).nulls().isPresent())
                .isEqualTo(trusted);
        assertThat(trusted("double x", NOW, TYPE_ORDER, nans).nans().isPresent())
                .isEqualTo(trusted);
        assertThat(trusted("int64 x", NOW, TYPE_ORDER, nans).nans())
                .as("numbers that cannot be NaN have none")
                .hasValue(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "int32 x (INTEGER(8,true)); 1; 300",
                "int32 x (INTEGER(8,false)); -1; 3",
                "int32 x (DECIMAL(3,1)); 1; 1000",
                "int32 x; 3; 2"
            })
    void statisticsWithImpossibleBoundsAreNotTrustedAtAll(String column, int min, int max) {
        Statistics said = bounds(int32(min), int32(max)).toBuilder()
                .nulls(OptionalLong.of(0))
                .build();

        assertThat(trusted(column, NOW, TYPE_ORDER, said))
                .isEqualTo(Statistics.builder().nans(OptionalLong.of(0)).build());
    }

    @ParameterizedTest
    @CsvSource({"10, 0, 5", "4, 6, 5", "0, 11, 5", "11, 0, 5", "0, 0, 11", "0, 0, 1"})
    void countsThatContradictTheBoundsOrEachOtherAreNotTrustedAtAll(long nulls, long nans, long distinct) {
        MessageType schema = MessageType.parse("message m { optional float x; }");
        FileMetadata footer = FileMetadata.builder()
                .version(1)
                .schema(schema)
                .rows(ENTRIES)
                .createdBy(Optional.of(NOW))
                .columnOrders(TYPE_ORDER)
                .build();
        Statistics said = Statistics.builder()
                .min(Optional.of(new Bound(float32(1), Optional.of(true))))
                .max(Optional.of(new Bound(float32(2), Optional.of(true))))
                .nulls(OptionalLong.of(nulls))
                .nans(OptionalLong.of(nans))
                .distinct(OptionalLong.of(distinct))
                .build();

        Statistics trusted = StatisticsValidator.of(footer).of(schema.leaves().get(0), said, ENTRIES);

        assertThat(trusted.min()).isEmpty();
        assertThat(trusted.nulls()).isEmpty();
        assertThat(trusted.nans()).isEmpty();
        assertThat(trusted.distinct()).isEmpty();
    }

    @Test
    void deprecatedBoundsThatDifferFromTheCurrentOnesOfASignedNumberContradictThem() {
        Statistics both = Statistics.builder()
                .min(bound(int32(1)))
                .max(bound(int32(2)))
                .legacyMin(bound(int32(-100)))
                .legacyMax(bound(int32(100)))
                .build();

        assertThat(trusted("int32 x", NOW, TYPE_ORDER, both).min()).isEmpty();
    }
}
