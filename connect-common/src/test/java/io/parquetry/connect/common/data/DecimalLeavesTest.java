package io.parquetry.connect.common.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.model.RecordBuilder.LeafMaker;
import io.parquetry.format.model.RecordWalker.LeafAccess;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The numbers at which an unscaled value needs one byte, bit or digit more, as long and as bytes. */
class DecimalLeavesTest {
    private static final int SCALE = 2;

    private static Schema schema(int precision) {
        return Decimal.builder(SCALE)
                .parameter("connect.decimal.precision", Integer.toString(precision))
                .build();
    }

    private static List<BigDecimal> edges(int precision) {
        BigInteger end = BigInteger.TEN.pow(precision);
        TreeSet<BigInteger> numbers = new TreeSet<>();
        for (int bits = 0; bits < end.bitLength(); bits++) {
            addAround(BigInteger.ONE.shiftLeft(bits), numbers);
        }
        for (int digits = 1; digits <= precision; digits++) {
            addAround(BigInteger.TEN.pow(digits), numbers);
        }
        return numbers.stream()
                .filter(number -> number.abs().compareTo(end) < 0)
                .map(number -> new BigDecimal(number, SCALE))
                .toList();
    }

    private static void addAround(BigInteger number, TreeSet<BigInteger> numbers) {
        for (BigInteger near : List.of(number.subtract(BigInteger.ONE), number, number.add(BigInteger.ONE))) {
            numbers.add(near);
            numbers.add(near.negate());
        }
    }

    private static PrimitiveType column(PhysicalType type, int length, int precision) {
        LogicalType decimal = new LogicalType.Decimal(precision, SCALE);
        return new PrimitiveType("d", Repetition.REQUIRED, type, length, Optional.of(decimal), OptionalInt.empty());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 8, 9, 15, 18, 19, 20, 24, 31, 38})
    void bytesAreTheNumberInTwosComplement(int precision) {
        int least = BigInteger.TEN.pow(precision).bitLength() / Byte.SIZE + 1;
        for (int length : new int[] {least, least + 1, Math.max(least, 8), Math.max(least, 17)}) {
            PrimitiveType column = column(PhysicalType.FIXED_LEN_BYTE_ARRAY, length, precision);
            LeafAccess.OfBytes<Object> access = bytesOf(DecimalLeaves.access(schema(precision), column));
            LeafMaker.OfBytes maker = (LeafMaker.OfBytes) DecimalLeaves.maker(schema(precision), column);

            for (BigDecimal number : edges(precision)) {
                byte[] bytes = access.bytesOf(number).clone();
                assertThat(bytes).hasSize(length);
                assertThat(new BigInteger(bytes)).isEqualTo(number.unscaledValue());
                byte[] shortest = number.unscaledValue().toByteArray();
                assertThat(maker.ofBytes(bytes, 0, length)).isEqualTo(number);
                assertThat(maker.ofBytes(shortest, 0, shortest.length)).isEqualTo(number);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 9, 17, 18, 19, 38})
    void oneDigitMoreThanTheColumnHasIsRefused(int precision) {
        PrimitiveType column = column(PhysicalType.FIXED_LEN_BYTE_ARRAY, 17, precision);
        LeafAccess.OfBytes<Object> access = bytesOf(DecimalLeaves.access(schema(precision), column));

        BigDecimal tooLong = new BigDecimal(BigInteger.TEN.pow(precision), SCALE);
        for (BigDecimal number : List.of(tooLong, tooLong.negate())) {
            assertThatThrownBy(() -> access.bytesOf(number)).isInstanceOf(InvalidRecordException.class);
        }
    }

    @SuppressWarnings("unchecked")
    private static LeafAccess.OfBytes<Object> bytesOf(LeafAccess access) {
        return (LeafAccess.OfBytes<Object>) access;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 9, 10, 17, 18})
    @SuppressWarnings("unchecked")
    void longsAreTheUnscaledNumber(int precision) {
        PrimitiveType column = column(PhysicalType.INT64, 0, precision);
        LeafAccess.OfLong<Object> access = (LeafAccess.OfLong<Object>) DecimalLeaves.access(schema(precision), column);

        for (BigDecimal number : edges(precision)) {
            assertThat(access.longOf(number)).isEqualTo(number.unscaledValue().longValueExact());
        }
    }
}
