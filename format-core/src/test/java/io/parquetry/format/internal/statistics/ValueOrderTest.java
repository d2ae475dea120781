package io.parquetry.format.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of floating-point values that are sorted, NaN included. */
class ValueOrderTest {
    private static byte[] bytes(int length, long bits) {
        byte[] all = ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(bits)
                .array();
        return Arrays.copyOf(all, length);
    }

    /** Infinity, and NaN of both signs with several payloads. */
    private record Type(ValueOrder order, byte[] infinity, List<byte[]> nans) {}

    private static final List<Type> TYPES = List.of(
            new Type(
                    ValueOrder.FLOAT16,
                    bytes(2, 0x7C00),
                    List.of(bytes(2, 0x7E00), bytes(2, 0xFE00), bytes(2, 0x7C01), bytes(2, 0xFFFF))),
            new Type(
                    ValueOrder.FLOAT,
                    bytes(4, 0x7F800000),
                    List.of(bytes(4, 0x7FC00000), bytes(4, 0xFFC00000), bytes(4, 0x7F800001))),
            new Type(
                    ValueOrder.DOUBLE,
                    bytes(8, 0x7FF0000000000000L),
                    List.of(bytes(8, 0x7FF8000000000000L), bytes(8, 0xFFF8000000000000L))));

    @Test
    void everyNanIsTheSameAndBehindInfinityInAllThreeTypes() {
        for (Type type : TYPES) {
            for (byte[] nan : type.nans()) {
                assertThat(type.order().compare(nan, type.infinity()))
                        .as("%s", type.order())
                        .isPositive();
                assertThat(type.order().compare(type.infinity(), nan))
                        .as("%s", type.order())
                        .isNegative();
                for (byte[] other : type.nans()) {
                    assertThat(type.order().compare(nan, other))
                            .as("%s", type.order())
                            .isZero();
                }
            }
        }
    }

    @Test
    void halvesAreComparedInAnArrayAsTheyAreAlone() {
        byte[] both = {0, 0x7C, 0, (byte) 0xFE};

        assertThat(ValueOrder.FLOAT16.compare(both, 0, 2, 2, 4)).isNegative();
    }
}
