package io.parquetry.cli.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.TimeUnit;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The contract of {@link LeafText}: each Parquet type has one exact JSON form. */
class LeafTextTest {
    private static final LogicalType UNSIGNED_32 = new LogicalType.Int(32, false);
    private static final LogicalType UNSIGNED_64 = new LogicalType.Int(64, false);

    @Test
    void numbersStayNumbers() {
        assertThat(text(PhysicalType.INT32, 7)).isEqualTo(7);
        assertThat(text(PhysicalType.INT64, Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
        assertThat(text(PhysicalType.DOUBLE, 0.1)).isEqualTo(0.1);
        assertThat(text(PhysicalType.FLOAT, -0.0f)).isEqualTo(-0.0f);
        assertThat(text(PhysicalType.BOOLEAN, true)).isEqualTo(true);
    }

    @Test
    void unsignedNumbersAreNeverNegative() {
        assertThat(text(PhysicalType.INT32, UNSIGNED_32, -1)).isEqualTo(4_294_967_295L);
        assertThat(text(PhysicalType.INT64, UNSIGNED_64, -1L)).isEqualTo(new BigInteger("18446744073709551615"));
    }

    @Test
    void nanAndInfinitiesAreText() {
        assertThat(text(PhysicalType.DOUBLE, Double.NaN)).isEqualTo("NaN");
        assertThat(text(PhysicalType.DOUBLE, Double.NEGATIVE_INFINITY)).isEqualTo("-Infinity");
        assertThat(text(PhysicalType.FLOAT, Float.POSITIVE_INFINITY)).isEqualTo("Infinity");
    }

    @Test
    void decimalsKeepEveryDigit() {
        LogicalType money = new LogicalType.Decimal(9, 2);
        assertThat(text(PhysicalType.INT32, money, -150)).isEqualTo("-1.50");
        assertThat(text(PhysicalType.INT64, new LogicalType.Decimal(18, 0), 1_000L))
                .isEqualTo("1000");
        assertThat(fixed(new LogicalType.Decimal(20, 20), bytes(0xFF))).isEqualTo("-0.00000000000000000001");
    }

    @Test
    void anExtremeScaleDoesNotMakeMillionsOfZeros() {
        assertThat(text(PhysicalType.INT32, new LogicalType.Decimal(9, 2_000_000_000), 5))
                .isEqualTo("5E-2000000000");
    }

    @Test
    @Timeout(10)
    void aDecimalOfMillionsOfDigitsIsBytes() {
        LogicalType any = new LogicalType.Decimal(Integer.MAX_VALUE, 2);
        assertThat(text(PhysicalType.BYTE_ARRAY, any, new byte[10_000])).isEqualTo("0.00");
        assertThat((String) text(PhysicalType.BYTE_ARRAY, any, new byte[30_000_000]))
                .startsWith("AAAA")
                .hasSize(40_000_000);
    }

    @Test
    void datesAndTimesAreIsoWithTheDigitsOfTheirUnit() {
        assertThat(text(PhysicalType.INT32, LogicalType.DATE, -1)).isEqualTo("1969-12-31");
        assertThat(text(PhysicalType.INT32, new LogicalType.Time(true, TimeUnit.MILLIS), 1))
                .isEqualTo("00:00:00.001Z");
        assertThat(text(PhysicalType.INT64, new LogicalType.Time(false, TimeUnit.NANOS), 86_399_999_999_999L))
                .isEqualTo("23:59:59.999999999");
        assertThat(text(PhysicalType.INT64, new LogicalType.Timestamp(true, TimeUnit.MILLIS), 1_517_966_773_840L))
                .isEqualTo("2018-02-07T01:26:13.840Z");
        assertThat(text(PhysicalType.INT64, new LogicalType.Timestamp(false, TimeUnit.MICROS), -1L))
                .isEqualTo("1969-12-31T23:59:59.999999");
        assertThat(text(PhysicalType.INT64, new LogicalType.Timestamp(true, TimeUnit.NANOS), Long.MAX_VALUE))
                .isEqualTo("2262-04-11T23:47:16.854775807Z");
        assertThat(text(PhysicalType.INT64, new LogicalType.Timestamp(true, TimeUnit.MILLIS), Long.MAX_VALUE))
                .isEqualTo("+292278994-08-17T07:12:55.807Z");
    }

    @Test
    void aTimeBeyondADayIsANumber() {
        assertThat(text(PhysicalType.INT32, new LogicalType.Time(true, TimeUnit.MILLIS), 86_400_000))
                .isEqualTo(86_400_000L);
        assertThat(text(PhysicalType.INT32, new LogicalType.Time(true, TimeUnit.MILLIS), -1))
                .isEqualTo(-1L);
    }

    @Test
    void legacyTimestampsHaveNoZone() {
        byte[] noonOf1970 = ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(43_200_000_000_000L)
                .putInt(2_440_588)
                .array();
        assertThat(text(PhysicalType.INT96, noonOf1970)).isEqualTo("1970-01-01T12:00:00.000000000");
    }

    @Test
    void textIsTextAndOtherBytesAreBase64() {
        byte[] value = "zoë".getBytes(StandardCharsets.UTF_8);
        assertThat(text(PhysicalType.BYTE_ARRAY, LogicalType.STRING, value)).isEqualTo("zoë");
        assertThat(text(PhysicalType.BYTE_ARRAY, LogicalType.JSON, value)).isEqualTo("zoë");
        assertThat(text(PhysicalType.BYTE_ARRAY, value)).isEqualTo("em/Dqw==");
        assertThat(text(PhysicalType.BYTE_ARRAY, LogicalType.BSON, value)).isEqualTo("em/Dqw==");
    }

    @Test
    void annotatedFixedBytesHaveTheirOwnForms() {
        byte[] uuid = ByteBuffer.allocate(16).putLong(1).putLong(2).array();
        byte[] interval = ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(1)
                .putInt(-1)
                .putInt(1500)
                .array();
        assertThat(fixed(LogicalType.UUID, uuid)).isEqualTo("00000000-0000-0001-0000-000000000002");
        assertThat(fixed(LogicalType.INTERVAL, interval)).isEqualTo("P1M4294967295DT1.500S");
    }

    @Test
    void halfPrecisionNumbersAreNumbers() {
        assertThat(fixed(LogicalType.FLOAT16, bytes(0x00, 0x3C))).isEqualTo(1.0f);
        assertThat(fixed(LogicalType.FLOAT16, bytes(0xFF, 0xFB))).isEqualTo(-65504.0f);
        assertThat(fixed(LogicalType.FLOAT16, bytes(0x01, 0x00))).isEqualTo(0x1p-24f);
        assertThat(fixed(LogicalType.FLOAT16, bytes(0x00, 0x80))).isEqualTo(-0.0f);
        assertThat(fixed(LogicalType.FLOAT16, bytes(0x00, 0x7C))).isEqualTo("Infinity");
        assertThat(fixed(LogicalType.FLOAT16, bytes(0x01, 0x7C))).isEqualTo("NaN");
    }

    @Test
    void anAnnotationThatDoesNotFitTheLengthIsIgnored() {
        assertThat(text(PhysicalType.BYTE_ARRAY, LogicalType.UUID, bytes(1, 2))).isEqualTo("AQI=");
    }

    @Test
    void aDecimalWithoutBytesIsZero() {
        assertThat(text(PhysicalType.BYTE_ARRAY, new LogicalType.Decimal(5, 2), bytes()))
                .isEqualTo("0.00");
    }

    private static Object text(PhysicalType type, Object value) {
        return LeafText.of(LeafText.maker(PrimitiveType.of("x", Repetition.REQUIRED, type)), value);
    }

    private static Object text(PhysicalType type, LogicalType annotation, Object value) {
        return LeafText.of(LeafText.maker(PrimitiveType.of("x", Repetition.REQUIRED, type, annotation)), value);
    }

    private static Object fixed(LogicalType annotation, byte[] value) {
        PrimitiveType type = PrimitiveType.fixed("x", Repetition.REQUIRED, value.length, annotation);
        return LeafText.of(LeafText.maker(type), value);
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }
}
