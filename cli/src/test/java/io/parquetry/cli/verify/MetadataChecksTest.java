package io.parquetry.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.SizeStatistics;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.metadata.Statistics.Bound;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The contract of the checks of {@code verify}: true metadata passes, false metadata is reported with both numbers. */
class MetadataChecksTest {
    private static final Place PLACE = Place.of("f");
    private static final ActualStatistics INTS = tally("optional int32 v", 5, null, -3);
    private static final ActualStatistics DOUBLES = tally("optional double v", 0.0, Double.NaN, -1.0);

    @Test
    void trueStatisticsPass() {
        assertThatCode(() -> check(statistics(bound(-3, true), bound(5, true), 1, 2, 0), INTS))
                .doesNotThrowAnyException();
        assertThatCode(() -> check(statistics(bound(-9, false), bound(9, false), 1, 2, 0), INTS))
                .doesNotThrowAnyException();
        assertThatCode(() -> check(statistics(bound(-1.0), bound(-0.0), 0, 3, 1), DOUBLES))
                .doesNotThrowAnyException();
        assertThatCode(() -> check(statistics(bound(Double.NaN), bound(Double.NaN), 0, 3, 1), DOUBLES))
                .doesNotThrowAnyException();
    }

    @Test
    void falseCountsAreNamed() {
        assertRefused(
                statistics(bound(-3, true), bound(5, true), 2, 2, 0), INTS, "nulls: 2 are claimed, but there are 1");
        assertRefused(
                statistics(bound(-3, true), bound(5, true), 1, 3, 0),
                INTS,
                "distinct values: 3 are claimed, but there are 2 values");
        assertRefused(
                statistics(bound(-1.0), bound(0.0), 0, 3, 0), DOUBLES, "NaN values: 0 are claimed, but there are 1");
    }

    @Test
    void boundsThatExcludeAValueAreNamed() {
        assertRefused(
                statistics(bound(-2, false), bound(5, true), 1, 2, 0),
                INTS,
                "lower bound is -2, but there is a value -3");
        assertRefused(
                statistics(bound(-3, true), bound(4, false), 1, 2, 0),
                INTS,
                "upper bound is 4, but there is a value 5");
        assertRefused(
                statistics(bound(-4, true), bound(5, true), 1, 2, 0),
                INTS,
                "lower bound is -4, said to be exact, but there is a value -3 and none closer");
        assertRefused(
                statistics(Optional.of(new Bound(new byte[3], Optional.empty())), bound(5, true), 1, 2, 0),
                INTS,
                "lower bound has 3 bytes, which is no value of INT32");
    }

    @Test
    void eachTypeComparesInItsOwnOrder() {
        ActualStatistics unsigned = tally("required int32 v (INTEGER(32,false))", 1, -1);
        ActualStatistics decimal = tally("required binary v (DECIMAL(4,0))", new byte[] {-1}, new byte[] {0, 1});
        ActualStatistics half = tally("required fixed_len_byte_array(2) v (FLOAT16)", half(0xC000), half(0x3C00));

        assertThatCode(() -> check(statistics(bound(1, true), bound(-1, true), 0, 2, 0), unsigned))
                .doesNotThrowAnyException();
        assertThatCode(() -> check(bytes(new byte[] {-1}, new byte[] {1}), decimal))
                .doesNotThrowAnyException();
        assertThatCode(() -> check(bytes(half(0xC000), half(0x3C00)), half)).doesNotThrowAnyException();
        assertThatThrownBy(() -> check(bytes(half(0x3C00), half(0xC000)), half)).hasMessageContaining("lower bound");
    }

    @Test
    void emptyListsMayCountAsNulls() {
        ActualStatistics lists =
                new ActualStatistics(leaf("repeated group list { optional int32 v; }"), Optional.empty());
        lists.add(0, 0, null);
        lists.add(0, 1, null);
        lists.add(1, 2, 7);

        for (long nulls : new long[] {1, 2}) {
            assertThatCode(() -> check(statistics(Optional.empty(), Optional.empty(), nulls, 0, 0), lists))
                    .doesNotThrowAnyException();
        }
        for (long nulls : new long[] {0, 3}) {
            assertRefused(statistics(Optional.empty(), Optional.empty(), nulls, 0, 0), lists, "are claimed");
        }
        Statistics three = statistics(Optional.empty(), Optional.empty(), 3, 0, 0);
        MetadataChecks.ofChunk(three, lists, true, 0, PLACE);
        assertThat(MetadataChecks.overcounted(three, lists)).contains("the statistics count 3 nulls, the lists have 2");
        assertThatThrownBy(() -> MetadataChecks.ofChunk(
                        statistics(Optional.empty(), Optional.empty(), 0, 0, 0), lists, true, 0, PLACE))
                .hasMessageContaining("0 are claimed");
        assertThatThrownBy(() -> MetadataChecks.ofChunk(
                        statistics(Optional.empty(), Optional.empty(), 3, 0, 0), INTS, true, 0, PLACE))
                .hasMessageContaining("3 are claimed");
    }

    @Test
    void theBytesOfValuesAreCounted() {
        ActualStatistics texts = tally("required binary v (STRING)", new byte[3], new byte[4]);

        assertThat(MetadataChecks.missized("it counts ", OptionalLong.of(7), texts))
                .isEmpty();
        assertThat(MetadataChecks.missized("it counts ", OptionalLong.empty(), texts))
                .isEmpty();
        assertThat(MetadataChecks.missized("it counts ", OptionalLong.of(6), texts))
                .contains("it counts 6 bytes of values, there are 7");
        assertThat(MetadataChecks.missized("it counts ", OptionalLong.of(6), INTS))
                .isEmpty();
    }

    @Test
    void histogramsAreCounted() {
        assertThatCode(() -> MetadataChecks.levels(sizes(List.of(1L, 2L)), INTS, PLACE))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> MetadataChecks.levels(sizes(List.of(0L, 3L)), INTS, PLACE))
                .hasMessage("f: size statistics: definition level 0: 0 are claimed, but there are 1");
        assertThatThrownBy(() -> MetadataChecks.levels(sizes(List.of(3L)), INTS, PLACE))
                .hasMessage("f: size statistics: definition level histogram has 1 level, the column 2");
    }

    @Test
    void aColumnIndexMustMarkPagesOfNulls() {
        ColumnIndex index = index(true, new byte[0], new byte[0], 0);

        assertThatThrownBy(() -> MetadataChecks.indexed(index, 0, INTS, true, PLACE))
                .hasMessage("f: the column index says that the page has only nulls, but it has 2 values");
    }

    @Test
    void aColumnIndexMustHaveTheDeclaredOrder() {
        ColumnIndex rising = ColumnIndex.builder()
                .nullPages(List.of(false, true, false))
                .mins(List.of(plain(1), new byte[0], plain(2)))
                .maxs(List.of(plain(5), new byte[0], plain(4)))
                .boundaryOrderId(1)
                .build();

        assertThatThrownBy(() -> MetadataChecks.boundaryOrder(rising, INTS, PLACE))
                .isInstanceOf(CorruptFileException.class)
                .hasMessage("f, page 2: the column index says that bounds are ASCENDING, but those of this page do not"
                        + " follow those of page 0");
    }

    private static void check(Statistics stated, ActualStatistics actual) {
        MetadataChecks.statistics(stated, actual, true, "statistics:", PLACE);
    }

    private static void assertRefused(Statistics stated, ActualStatistics actual, String reason) {
        assertThatThrownBy(() -> check(stated, actual))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageStartingWith("f: statistics: ")
                .hasMessageContaining(reason);
    }

    private static LeafColumn leaf(String field) {
        return MessageType.parse("message m { " + field + (field.endsWith("}") ? " }" : "; }"))
                .leaves()
                .get(0);
    }

    private static ActualStatistics tally(String field, Object... values) {
        LeafColumn leaf = leaf(field);
        ActualStatistics tally = new ActualStatistics(leaf, ValueComparison.of(leaf.type()));
        for (Object value : values) {
            tally.add(0, value == null ? 0 : leaf.maxDefinitionLevel(), value);
        }
        return tally;
    }

    private static byte[] half(int bits) {
        return new byte[] {(byte) bits, (byte) (bits >> 8)};
    }

    private static byte[] plain(int value) {
        return ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(value)
                .array();
    }

    private static Optional<Bound> bound(int value, boolean exact) {
        return Optional.of(new Bound(plain(value), Optional.of(exact)));
    }

    private static Optional<Bound> bound(double value) {
        byte[] bytes = ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putDouble(value)
                .array();
        return Optional.of(new Bound(bytes, Optional.empty()));
    }

    private static Statistics bytes(byte[] min, byte[] max) {
        return statistics(
                Optional.of(new Bound(min, Optional.empty())), Optional.of(new Bound(max, Optional.empty())), 0, 2, 0);
    }

    private static Statistics statistics(
            Optional<Bound> min, Optional<Bound> max, long nulls, long distinct, long nans) {
        return Statistics.builder()
                .min(min)
                .max(max)
                .nulls(OptionalLong.of(nulls))
                .distinct(OptionalLong.of(distinct))
                .nans(OptionalLong.of(nans))
                .build();
    }

    private static SizeStatistics sizes(List<Long> definitionLevels) {
        return new SizeStatistics(OptionalLong.empty(), List.of(), definitionLevels);
    }

    private static ColumnIndex index(boolean nulls, byte[] min, byte[] max, int order) {
        return ColumnIndex.builder()
                .nullPages(List.of(nulls))
                .mins(List.of(min))
                .maxs(List.of(max))
                .boundaryOrderId(order)
                .build();
    }
}
