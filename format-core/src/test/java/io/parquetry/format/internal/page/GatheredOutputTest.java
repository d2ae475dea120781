package io.parquetry.format.internal.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.io.MemoryOutputFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The bytes are those that were written, in that order; small ones are in the file after a flush. */
class GatheredOutputTest {
    private final MemoryOutputFile file = new MemoryOutputFile("file");
    private final GatheredOutput out = new GatheredOutput(file);

    @Test
    void pagesOfAllSizesAreWrittenInTheirOrder() throws IOException {
        Random random = new Random(7);
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        for (int i = 0; i < 500; i++) {
            byte[] page = new byte[random.nextInt(i % 10 == 0 ? 100_000 : 5_000)];
            random.nextBytes(page);
            int from = random.nextInt(page.length + 1);
            out.write(page, from, page.length - from);
            expected.write(page, from, page.length - from);
            assertThat(out.position()).isEqualTo(expected.size());
            if (random.nextInt(50) == 0) {
                out.flush();
                assertThat(file.position()).isEqualTo(expected.size());
            }
        }
        out.flush();
        assertThat(file.toByteArray()).isEqualTo(expected.toByteArray());
    }

    @Test
    void smallPagesAreWrittenTogether() throws IOException {
        for (int i = 0; i < 60; i++) {
            out.write(new byte[1024], 0, 1024);
        }
        assertThat(file.position()).isZero();
        assertThat(out.position()).isEqualTo(60 * 1024);
        out.flush();
        assertThat(file.position()).isEqualTo(60 * 1024);
    }

    @Test
    void whatAFileIsDiscardedWithIsNotWritten() throws IOException {
        out.write(new byte[10], 0, 10);
        out.discard();
        assertThat(file.position()).isZero();
    }
}
