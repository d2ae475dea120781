package io.parquetry.format.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.deltastrings.DeltaByteArrayWriter;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;

/** Values that share most of their bytes with the one before make a small page large; such values are read a few at a time. */
class PrefixedBinaryTest {
    private static final int VALUES = 700;
    private static final int SHARED = 100_000;

    @Test
    void noMoreValuesAreAtOnceThanFitIntoABoundedArray() throws IOException {
        DeltaByteArrayWriter writer = new DeltaByteArrayWriter(64, 1 << 20, HeapByteBufferAllocator.getInstance());
        for (int i = 0; i < VALUES; i++) {
            writer.writeBytes(Binary.fromConstantByteArray(value(i)));
        }
        byte[] encoded = writer.getBytes().toInputStream().readAllBytes();
        assertThat(encoded.length).isLessThan(2 * SHARED);

        DeltaDecoders.PrefixedBinary decoder = new DeltaDecoders.PrefixedBinary(0);
        byte[] page = Arrays.copyOf(encoded, encoded.length + ValueDecoder.SLACK_BYTES);
        decoder.start(page, 0, encoded.length);
        DecodedValues.Binary into = new DecodedValues.Binary(VALUES);
        int read = 0;
        int reads = 0;
        while (read < VALUES) {
            int count = decoder.fitting(VALUES - read);
            assertThat(count).isPositive();
            decoder.read(into, count);
            assertThat(into.bytes().length).isLessThanOrEqualTo(DeltaDecoders.PrefixedBinary.BYTES_AT_ONCE);
            for (int i = 0; i < count; i++) {
                int from = into.offsets()[i];
                assertThat(Arrays.equals(into.bytes(), from, from + into.lengths()[i], value(read + i), 0, SHARED + 4))
                        .as("value %s", read + i)
                        .isTrue();
            }
            read += count;
            reads++;
        }
        assertThat(reads).isBetween(4, 6);
    }

    private static byte[] value(int number) {
        byte[] value = new byte[SHARED + 4];
        for (int i = 0; i < 4; i++) {
            value[SHARED + i] = (byte) (number >>> (8 * i));
        }
        return value;
    }
}
