package io.parquetry.connect.source.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.io.InputFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The end of a file is read once where its footer is short, twice where it is long, and never beyond what the heap
 * holds.
 */
class FileTailTest {
    /** A file of zeros of any length, with a footer of this length. */
    private static final class Zeros implements InputFile {
        private final long length;
        private final int footerBytes;
        private final List<Integer> reads = new ArrayList<>();

        Zeros(long length, int footerBytes) {
            this.length = length;
            this.footerBytes = footerBytes;
        }

        @Override
        public String name() {
            return "zeros";
        }

        @Override
        public long length() {
            return length;
        }

        @Override
        public void readFully(long position, byte[] buffer, int offset, int count) {
            reads.add(count);
            assertThat(position + count).isEqualTo(length);
            ByteBuffer.wrap(buffer)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(offset + count - 8, footerBytes)
                    .putInt(offset + count - 4, 0x31524150);
        }

        @Override
        public void close() {}
    }

    @Test
    void aShortFooterCostsOneReadAndALongOneTwo() throws IOException {
        Zeros small = new Zeros(1L << 20, 1_000);
        Zeros large = new Zeros(1L << 20, 100_000);

        FileTail ofSmall = FileTail.of(small);
        FileTail ofLarge = FileTail.of(large);

        assertThat(small.reads).containsExactly(8_192);
        assertThat(large.reads).containsExactly(8_192, 100_008);
        assertThat(ofLarge.bytes()).hasSize(100_008);
        assertThat(ofSmall.footerHash()).hasSize(32).isNotEqualTo(ofLarge.footerHash());
    }

    @Test
    void theHashIsOfTheFooterAndNotOfWhatWasReadWithIt() throws IOException {
        assertThat(FileTail.of(new Zeros(1_200, 1_000)).footerHash())
                .isEqualTo(FileTail.of(new Zeros(1L << 20, 1_000)).footerHash());
    }

    @Test
    void aFooterThatMemoryDoesNotHoldIsRefusedBeforeItIsRead() {
        Zeros huge = new Zeros(3L << 30, 2_000_000_000);

        assertThatThrownBy(() -> FileTail.of(huge))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("zeros: unsupported: the footer claims 2000000000 bytes");
        assertThat(huge.reads).hasSize(1);
    }
}
