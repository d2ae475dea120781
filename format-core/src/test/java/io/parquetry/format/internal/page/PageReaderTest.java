package io.parquetry.format.internal.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.MemoryLimitException;
import io.parquetry.format.Place;
import io.parquetry.format.internal.thrift.CompactWriter;
import io.parquetry.format.internal.thrift.PageHeaderThrift;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.metadata.Statistics.Bound;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages are read by their headers, and a header is trusted only within the chunk, the codec's ratio and the limit. */
class PageReaderTest {
    private static final LeafColumn COLUMN =
            new LeafColumn(0, List.of("c"), PrimitiveType.of("c", Repetition.REQUIRED, PhysicalType.INT32), 0, 0);
    private static final PageLimits LIMITS = new PageLimits(1 << 10, true, false, false);

    private final ByteArrayOutputStream chunk = new ByteArrayOutputStream();

    private void page(int uncompressed, byte[] body, PageHeader.Content content) {
        CompactWriter header = new CompactWriter();
        PageHeaderThrift.write(new PageHeader(uncompressed, body.length, OptionalInt.empty(), content), header);
        chunk.write(header.buffer(), 0, header.size());
        chunk.writeBytes(body);
    }

    private static PageHeader.DataV1 data(Optional<Statistics> statistics) {
        return new PageHeader.DataV1(1, 0, 3, 3, statistics);
    }

    private PageReader open(CompressionCodec codec) {
        PageReader reader = new PageReader(COLUMN, LIMITS, new ReadMemory(1 << 20, 1 << 20));
        reader.open(new MemoryInputFile("pages", chunk.toByteArray()), 0, chunk.size(), codec, Place.of("pages"));
        return reader;
    }

    static Stream<CompressionCodec> compressing() {
        return Stream.of(CompressionCodec.values())
                .filter(codec -> codec.isRead() && codec != CompressionCodec.UNCOMPRESSED);
    }

    static Stream<CompressionCodec> bounded() {
        return compressing().filter(codec -> 10L * codec.expansionMax() < 1 << 20);
    }

    @ParameterizedTest
    @MethodSource("bounded")
    void aSmallPageThatClaimsToBeLargeIsRefusedBeforeItTakesMemory(CompressionCodec codec) throws IOException {
        page(1 << 20, new byte[10], data(Optional.empty()));
        PageReader reader = open(codec);
        assertThat(reader.next()).isTrue();
        assertThatThrownBy(reader::data)
                .isInstanceOf(CorruptFileException.class)
                .hasMessageStartingWith("the page claims to have 1048576 bytes uncompressed, but its 10 bytes");
    }

    @Test
    void aPageBeyondTheLimitIsRefusedWithWhatItNeeds() throws IOException {
        page((1 << 20) + 1, new byte[10], data(Optional.empty()));
        PageReader reader = open(CompressionCodec.BROTLI);
        assertThat(reader.next()).isTrue();
        assertThatThrownBy(reader::data)
                .isInstanceOf(MemoryLimitException.class)
                .hasMessageContaining("a decompressed page needs 1048585 bytes of memory")
                .hasMessageContaining("this reader takes up to 1048576 together");
    }

    /** Claims many more bytes than the page has, from just enough compressed bytes for the codec. */
    @ParameterizedTest
    @MethodSource("compressing")
    void aPageThatClaimsToGrowFarIsBelievedOnlyWhenItDoes(CompressionCodec codec) throws IOException {
        int claimed = 200 << 20;
        byte[] body = new byte[claimed / 20];
        new Random(3).nextBytes(body);
        page(claimed, body, data(Optional.empty()));
        PageReader reader = new PageReader(COLUMN, LIMITS, new ReadMemory(Long.MAX_VALUE, Long.MAX_VALUE));
        reader.open(new MemoryInputFile("pages", chunk.toByteArray()), 0, chunk.size(), codec, Place.of("pages"));
        assertThat(reader.next()).isTrue();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        assertThatThrownBy(reader::data).isInstanceOf(CorruptFileException.class);
        long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
        assertThat(allocated).isLessThan(body.length + (64 << 20));
    }

    @Test
    void aPageThatClaimsMoreBytesThanTheFileHasIsRefused() {
        page(4, new byte[5], data(Optional.empty()));
        byte[] cut = Arrays.copyOf(chunk.toByteArray(), chunk.size() - 1);
        PageReader ofCut = new PageReader(COLUMN, LIMITS, new ReadMemory(1 << 20, 1 << 20));
        ofCut.open(new MemoryInputFile("pages", cut), 0, cut.length, CompressionCodec.UNCOMPRESSED, Place.of("pages"));
        assertThatThrownBy(ofCut::next)
                .isInstanceOf(CorruptFileException.class)
                .hasMessage("pages: the page at byte 0 claims 5 bytes, but only 4 bytes of the column chunk are left");
    }

    @Test
    void aHeaderLargerThanTheWindowIsReadWhole() throws IOException {
        Bound large = new Bound(new byte[300_000], Optional.empty());
        Statistics statistics = Statistics.builder()
                .min(Optional.of(large))
                .max(Optional.of(large))
                .build();
        page(4, new byte[] {1, 0, 0, 0}, data(Optional.of(statistics)));
        page(4, new byte[] {2, 0, 0, 0}, data(Optional.empty()));
        PageReader reader = open(CompressionCodec.UNCOMPRESSED);
        assertThat(reader.next()).isTrue();
        assertThat(reader.headerBytes()).isGreaterThan(600_000);
        assertThat(reader.data().bytes()[reader.data().from()]).isEqualTo((byte) 1);
        assertThat(reader.next()).isTrue();
        assertThat(reader.data().bytes()[reader.data().from()]).isEqualTo((byte) 2);
        assertThat(reader.next()).isFalse();
    }

    @Test
    void aHeaderThatTheChunkEndsInIsRefused() {
        page(4, new byte[4], data(Optional.empty()));
        byte[] cut = Arrays.copyOf(chunk.toByteArray(), 5);
        PageReader reader = new PageReader(COLUMN, LIMITS, new ReadMemory(1 << 20, 1 << 20));
        reader.open(new MemoryInputFile("pages", cut), 0, cut.length, CompressionCodec.UNCOMPRESSED, Place.of("pages"));
        assertThatThrownBy(reader::next)
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("the page header at byte 0 does not end within 5 bytes");
    }

    @Test
    void pagesOfTypesThatAreNotKnownAreSteppedOver() throws IOException {
        page(3, new byte[3], new PageHeader.Other(1));
        page(4, new byte[] {7, 0, 0, 0}, data(Optional.empty()));
        page(3, new byte[3], new PageHeader.Other(99));
        PageReader reader = open(CompressionCodec.UNCOMPRESSED);
        assertThat(reader.next()).isTrue();
        assertThat(reader.place().page()).isZero();
        assertThat(reader.data().bytes()[reader.data().from()]).isEqualTo((byte) 7);
        assertThat(reader.next()).isFalse();
    }
}
