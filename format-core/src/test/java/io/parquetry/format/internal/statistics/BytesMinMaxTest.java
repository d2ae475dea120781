package io.parquetry.format.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The bounds are those that comparing whole values finds, also where values begin or end alike. */
class BytesMinMaxTest {
    private static final int ROUNDS = 20_000;
    private static final byte[] BYTES = {0, 1, 'a', 127, -128, -1};

    private final Random random = new Random(7);

    @Test
    void boundsOfBytesAreTheFirstAndTheLastValue() {
        for (int round = 0; round < ROUNDS; round++) {
            requireBounds(ValueOrder.BYTES, 1 + random.nextInt(6), () -> random.nextInt(20));
        }
    }

    @Test
    void boundsOfDecimalsAreTheLeastAndTheGreatestNumber() {
        for (int round = 0; round < ROUNDS; round++) {
            int length = 1 + random.nextInt(20);
            requireBounds(ValueOrder.DECIMAL_BYTES, 1 + random.nextInt(6), () -> length);
        }
    }

    @Test
    void boundsOfDecimalsOfSeveralLengthsAreNumbers() {
        for (int round = 0; round < ROUNDS; round++) {
            requireBounds(ValueOrder.DECIMAL_BYTES, 1 + random.nextInt(6), () -> 1 + random.nextInt(3) * 8);
        }
    }

    @Test
    void boundsOfValuesOfOneLengthAreThose() {
        for (int round = 0; round < ROUNDS; round++) {
            int length = 1 + random.nextInt(20);
            requireFixedBounds(ValueOrder.DECIMAL_BYTES, 1 + random.nextInt(6), length);
            requireFixedBounds(ValueOrder.BYTES, 1 + random.nextInt(6), length);
        }
    }

    private void requireFixedBounds(ValueOrder order, int values, int length) {
        BytesMinMax expected = new BytesMinMax(order);
        byte[] all = new byte[values * length + random.nextInt(10)];
        for (int at = 0; at < values * length; at += length) {
            byte[] value = value(length, BYTES[random.nextInt(2)]);
            System.arraycopy(value, 0, all, at, length);
            expected.add(value, 0, length);
        }
        BytesMinMax bounds = new BytesMinMax(order);
        bounds.addFixed(all, values * length, length);
        assertThat(bounds.min()).isEqualTo(expected.min());
        assertThat(bounds.max()).isEqualTo(expected.max());
    }

    private interface Length {
        int next();
    }

    private void requireBounds(ValueOrder order, int values, Length length) {
        BytesMinMax bounds = new BytesMinMax(order);
        byte[] least = null;
        byte[] greatest = null;
        byte repeated = BYTES[random.nextInt(BYTES.length)];
        for (int i = 0; i < values; i++) {
            byte[] value = value(length.next(), repeated);
            int slack = random.nextInt(10);
            bounds.add(Arrays.copyOf(value, value.length + slack), 0, value.length);
            least = least == null || order.compare(value, least) < 0 ? value : least;
            greatest = greatest == null || order.compare(value, greatest) > 0 ? value : greatest;
        }
        assertThat(bounds.min()).isEqualTo(least);
        assertThat(bounds.max()).isEqualTo(greatest);
    }

    private byte[] value(int length, byte repeated) {
        byte[] value = new byte[length];
        Arrays.fill(value, repeated);
        for (int change = random.nextInt(3); change > 0 && value.length > 0; change--) {
            value[random.nextInt(value.length)] = BYTES[random.nextInt(BYTES.length)];
        }
        return value;
    }
}
