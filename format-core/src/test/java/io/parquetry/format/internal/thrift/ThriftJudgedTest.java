package io.parquetry.format.internal.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.ParquetException;
import io.parquetry.format.Place;
import io.parquetry.format.metadata.BloomFilterHeader;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.PageHeader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.parquet.format.Util;
import shaded.parquet.org.apache.thrift.TBase;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.transport.TIOStreamTransport;

/**
 * Tests each struct against the classes that were generated from parquet.thrift: they read the values that we wrote,
 * we read the values that they wrote, with and without unknown fields, and no truncated struct is taken for a whole
 * one.
 */
class ThriftJudgedTest {
    /** Reads a generated struct. */
    private interface JudgeReader<T> {
        T read(ByteArrayInputStream bytes) throws IOException;
    }

    @Property(tries = 40)
    void footersAreJudged(@ForAll("footers") FileMetadata footer) throws Exception {
        judge(
                footer,
                FooterThrift::write,
                bytes -> FooterThrift.read(Place.of("file"), bytes, 0, bytes.length),
                JudgeStructs.footer(footer),
                Util::readFileMetaData);
    }

    @Property(tries = 300)
    void pageHeadersAreJudged(@ForAll("pageHeaders") PageHeader header) throws Exception {
        judge(
                header,
                PageHeaderThrift::write,
                bytes -> PageHeaderThrift.read(new CompactReader("page header", bytes, 0, bytes.length))
                        .orElseThrow(() -> new CorruptFileException("the window is too short")),
                JudgeStructs.pageHeader(header),
                Util::readPageHeader);
    }

    @Property(tries = 100)
    void columnIndexesAreJudged(@ForAll("columnIndexes") ColumnIndex index) throws Exception {
        judge(
                index,
                ColumnIndexThrift::write,
                bytes -> ColumnIndexThrift.read(bytes, 0, bytes.length),
                JudgeStructs.columnIndex(index),
                Util::readColumnIndex);
    }

    @Property(tries = 200)
    void offsetIndexesAreJudged(@ForAll("offsetIndexes") OffsetIndex index) throws Exception {
        judge(
                index,
                OffsetIndexThrift::write,
                bytes -> OffsetIndexThrift.read(bytes, 0, bytes.length),
                JudgeStructs.offsetIndex(index),
                Util::readOffsetIndex);
    }

    @Property(tries = 20)
    void bloomFilterHeadersAreJudged(@ForAll("bloomFilterHeaders") BloomFilterHeader header) throws Exception {
        judge(
                header,
                BloomFilterHeaderThrift::write,
                bytes -> BloomFilterHeaderThrift.read(new CompactReader("bloom filter", bytes, 0, bytes.length))
                        .orElseThrow(() -> new CorruptFileException("the window is too short")),
                JudgeStructs.bloomFilterHeader(header),
                Util::readBloomFilterHeader);
    }

    @Property(tries = 100)
    void theEndOfAPageHeaderIsFound(@ForAll("pageHeaders") PageHeader header) {
        CompactWriter out = new CompactWriter();
        PageHeaderThrift.write(header, out);
        byte[] window = Arrays.copyOf(out.toByteArray(), out.size() + 50);

        CompactReader in = new CompactReader("page header", window, 0, window.length);

        assertThat(PageHeaderThrift.read(in)).contains(header);
        assertThat(in.consumed()).isEqualTo(out.size());
        for (int length = 0; length < out.size(); length++) {
            assertThat(PageHeaderThrift.read(new CompactReader("page header", window, 0, length)))
                    .as("window of %d bytes", length)
                    .isEmpty();
        }
    }

    private static <O, J extends TBase<?, ?>> void judge(
            O ours, BiConsumer<O, CompactWriter> write, Function<byte[], O> read, J theirs, JudgeReader<J> theirRead)
            throws Exception {
        CompactWriter out = new CompactWriter();
        write.accept(ours, out);
        byte[] written = out.toByteArray();

        assertThat(theirRead.read(new ByteArrayInputStream(written)))
                .as("what they read of ours")
                .isEqualTo(theirs);
        assertSame(read.apply(written), ours, "what we read of ours");
        assertSame(read.apply(theirBytes(theirs, false)), ours, "what we read of theirs");
        assertSame(read.apply(theirBytes(theirs, true)), ours, "what we read between unknown fields");

        int step = Math.max(1, written.length / 100);
        for (int length = 0; length < written.length; length += step) {
            byte[] truncated = Arrays.copyOf(written, length);
            assertThatExceptionOfType(CorruptFileException.class)
                    .as("%d of %d bytes", length, written.length)
                    .isThrownBy(() -> read.apply(truncated));
        }
        flipBits(written, read);
    }

    private static void assertSame(Object actual, Object expected, String what) {
        if (expected instanceof ColumnIndex) {
            // The only record with lists of arrays, whose equals does not compare the content.
            assertThat(actual)
                    .as(what)
                    .usingRecursiveComparison()
                    .withEqualsForType(Arrays::equals, byte[].class)
                    .isEqualTo(expected);
        } else {
            assertThat(actual).as(what).isEqualTo(expected);
        }
    }

    private static byte[] theirBytes(TBase<?, ?> theirs, boolean unknownFields) throws TException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        TIOStreamTransport transport = new TIOStreamTransport(bytes);
        theirs.write(unknownFields ? new UnknownFields(transport) : new TCompactProtocol(transport));
        return bytes.toByteArray();
    }

    /** For any bytes the result is a value or one of the engine's exceptions. */
    private static void flipBits(byte[] written, Function<byte[], ?> read) {
        Random random = new Random(written.length);
        for (int round = 0; round < 50; round++) {
            byte[] flipped = written.clone();
            flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
            try {
                assertThat(read.apply(flipped)).isNotNull();
            } catch (ParquetException e) {
                assertThat(e)
                        .hasMessageMatching(
                                "(?s)(footer|unsupported|page header|column index|offset index|bloom filter|the window).*");
            }
        }
    }

    @Provide
    Arbitrary<FileMetadata> footers() {
        return Arbitraries.randomValue(random -> new RandomMetadata(random).footer());
    }

    @Provide
    Arbitrary<PageHeader> pageHeaders() {
        return Arbitraries.randomValue(random -> new RandomMetadata(random).pageHeader());
    }

    @Provide
    Arbitrary<ColumnIndex> columnIndexes() {
        return Arbitraries.randomValue(random -> new RandomMetadata(random).columnIndex());
    }

    @Provide
    Arbitrary<OffsetIndex> offsetIndexes() {
        return Arbitraries.randomValue(random -> new RandomMetadata(random).offsetIndex());
    }

    @Provide
    Arbitrary<BloomFilterHeader> bloomFilterHeaders() {
        return Arbitraries.randomValue(random -> new RandomMetadata(random).bloomFilterHeader());
    }
}
