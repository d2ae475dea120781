package io.parquetry.format.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.RecordQuery;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.internal.footer.FileLayout;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.merge.ParquetMerger;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnChunkMetadata.Indexes;
import io.parquetry.format.metadata.ColumnChunkMetadata.Range;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.variant.Variant;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What a file claims beside its pages takes neither more memory nor more time than its bytes account for: a schema,
 * page indexes, bloom filters, the names of variants, and the page headers of a file that is refused.
 */
class ClaimedMemoryTest {
    private static final MessageType SCHEMA =
            MessageType.parse("message m { required int32 id; optional binary s (STRING); }");
    private static final int ROWS = 40;
    private static final int PAGE_ROWS = 5;

    private static long allocated(Runnable code) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        code.run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    private static RecordCursor<Map<String, Object>> read(InputFile file, RecordQuery query) throws IOException {
        try (ParquetReader reader = ParquetReader.open(file, ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder(), query);
            int records = 0;
            while (cursor.next()) {
                records++;
            }
            assertThat(records).isEqualTo(query.filter().isPresent() ? 1 : ROWS - query.firstRow());
            return cursor;
        }
    }

    // schemas

    /** Groups within each other, each with so many fields, and in the last of them columns. */
    private static byte[] schemaOnly(int depth, int elements, UnaryOperator<Integer> children) {
        Footer footer = new Footer().field(1, Thrift.I32).number(1).field(1, Thrift.LIST);
        footer.bytes.write(0xF0 | Thrift.STRUCT);
        footer.varint(elements);
        int left = elements - 1;
        footer.field(4, Thrift.BINARY)
                .varint(0)
                .field(1, Thrift.I32)
                .number(children.apply(left))
                .stop();
        for (int level = 0; level < depth; level++) {
            left--;
            int fields = level == depth - 1 ? left : children.apply(left);
            footer.field(3, Thrift.I32).number(0).field(1, Thrift.BINARY).varint(0);
            footer.field(1, Thrift.I32).number(fields).stop();
        }
        for (int column = 0; column < left; column++) {
            byte[] name = Integer.toString(column).getBytes(StandardCharsets.US_ASCII);
            footer.field(1, Thrift.I32).number(1).field(2, Thrift.I32).number(0);
            footer.field(1, Thrift.BINARY).varint(name.length).bytes.writeBytes(name);
            footer.stop();
        }
        footer.field(1, Thrift.I64).number(0).field(1, Thrift.LIST);
        footer.bytes.write(Thrift.STRUCT);
        return footer.stop().file();
    }

    /** Writes fields of Thrift structs. */
    private static final class Footer {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Footer field(int idDelta, int type) {
            bytes.write(idDelta << 4 | type);
            return this;
        }

        Footer number(long value) {
            return varint(value << 1);
        }

        Footer varint(long value) {
            long left = value;
            for (; left > 0x7F; left >>>= 7) {
                bytes.write((int) left & 0x7F | 0x80);
            }
            bytes.write((int) left);
            return this;
        }

        Footer stop() {
            bytes.write(0);
            return this;
        }

        byte[] file() {
            ByteArrayOutputStream file = new ByteArrayOutputStream();
            file.writeBytes(FileLayout.MAGIC);
            file.writeBytes(bytes.toByteArray());
            for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
                file.write(bytes.size() >>> shift);
            }
            file.writeBytes(FileLayout.MAGIC);
            return file.toByteArray();
        }
    }

    private static void open(byte[] file) {
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("file", file), ReaderOptions.DEFAULT)) {
            assertThat(reader.metadata().rows()).isZero();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void nestedGroupsThatEachClaimAllFieldsTakeTheMemoryOfOne() {
        byte[] file = schemaOnly(240, 200_000, left -> left);

        long bytes = allocated(() -> assertThatThrownBy(() -> open(file))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("children, but the list ends after 1"));

        assertThat(bytes).isLessThan(150L << 20);
    }

    @Test
    void columnsFarBelowTheRootCountWithTheirPaths() {
        // Each counts 2,240 bytes of the half of the heap that is allowed.
        byte[] file = schemaOnly(240, (int) (Runtime.getRuntime().maxMemory() / 3_500), left -> 1);

        assertThatThrownBy(() -> open(file))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("the footer claims a memory of");
        open(schemaOnly(240, 30_000, left -> 1));
    }

    @Test
    @Timeout(30)
    void manyColumnsWithTheNamesOfVariantsAreNotSoughtOneByOne() throws IOException {
        StringBuilder text = new StringBuilder("message m { ");
        for (int group = 0; group < 100_000; group++) {
            text.append("required group g").append(group).append(" { required binary value; } ");
        }
        MemoryOutputFile out = new MemoryOutputFile("wide");
        FileLayout.writeMagic(out);
        MessageType wide = MessageType.parse(text.append('}').toString());
        FileLayout.writeFooter(
                out, FileMetadata.builder().version(1).schema(wide).rows(0).build());

        try (ParquetReader reader = ParquetReader.open(out.toInputFile(), ReaderOptions.DEFAULT)) {
            assertThat(reader.records(PlainRecords.builder()).next()).isFalse();
        }
    }

    // what the footer leads to

    private static byte[] good() throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("good");
        WriterOptions options = WriterOptions.builder()
                .pageRowsMax(PAGE_ROWS)
                .dictionary(WriterOptions.Dictionary.NEVER)
                .build();
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, SCHEMA, PlainRecords.walker(), options)) {
            for (int row = 0; row < ROWS; row++) {
                writer.write(Map.of("id", 2 * row, "s", "k" + row));
            }
            writer.finish();
        }
        return out.toByteArray();
    }

    private static FileMetadata metadata(byte[] file) throws IOException {
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("good", file), ReaderOptions.DEFAULT)) {
            reader.metadata().readDetails();
            return reader.metadata();
        }
    }

    private static byte[] footer(FileMetadata good, int rowGroups, UnaryOperator<ColumnChunkMetadata> change)
            throws IOException {
        RowGroupMetadata first = good.rowGroups().get(0);
        RowGroupMetadata changed = first.toBuilder()
                .columns(first.columns().stream().map(change).toList())
                .build();
        MemoryOutputFile out = new MemoryOutputFile("footer");
        FileLayout.writeFooter(
                out,
                good.toBuilder()
                        .rows((long) ROWS * rowGroups)
                        .rowGroups(Collections.nCopies(rowGroups, changed))
                        .build());
        return out.toByteArray();
    }

    /** A file with zeros between its begin and its end; counts the bytes that are read. */
    private static final class SparseFile implements InputFile {
        private final byte[] begin;
        private final byte[] end;
        private final long length;
        private long bytesRead;

        SparseFile(byte[] begin, byte[] end, long length) {
            this.begin = begin;
            this.end = end;
            this.length = length;
        }

        @Override
        public String name() {
            return "sparse";
        }

        @Override
        public long length() {
            return length;
        }

        @Override
        public void readFully(long position, byte[] buffer, int offset, int count) {
            bytesRead += count;
            Arrays.fill(buffer, offset, offset + count, (byte) 0);
            copy(begin, 0, position, buffer, offset, count);
            copy(end, length - end.length, position, buffer, offset, count);
        }

        private static void copy(byte[] part, long partAt, long position, byte[] buffer, int offset, int count) {
            long from = Math.max(partAt, position);
            long to = Math.min(partAt + part.length, position + count);
            if (from < to) {
                System.arraycopy(
                        part, (int) (from - partAt), buffer, offset + (int) (from - position), (int) (to - from));
            }
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }

    @Test
    void anIndexThatClaimsGigabytesIsNotUsed() throws IOException {
        byte[] good = good();
        Range huge = new Range(good.length, Integer.MAX_VALUE);
        byte[] end = footer(
                metadata(good),
                1,
                chunk -> chunk.toBuilder()
                        .indexes(new Indexes(
                                Optional.of(huge), Optional.of(huge), OptionalLong.empty(), OptionalInt.empty()))
                        .build());
        SparseFile file = new SparseFile(good, end, 3L << 30);

        assertThat(read(file, RecordQuery.ALL.fromRow(12)).counters().ignoredIndexes())
                .hasSize(2)
                .allMatch(remark -> remark.contains("the offset index is not used"));
        assertThat(read(file, RecordQuery.ALL.where(Filter.parse("id = 12")))
                        .counters()
                        .ignoredIndexes())
                .anyMatch(remark -> remark.contains("it claims 2147483647 bytes; with this heap"));
        try (ParquetReader reader = ParquetReader.open(file, ReaderOptions.DEFAULT)) {
            assertThatThrownBy(
                            () -> reader.columnIndex(0, reader.schema().leaves().get(1)))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("sparse, row group 0, column s: unsupported: the column index claims");
        }
        MemoryOutputFile merged = new MemoryOutputFile("merged");
        try (ParquetMerger merger = ParquetMerger.create(merged, ParquetMerger.KeyValues.MUST_AGREE)) {
            merger.append(file);
            merger.finish();
        }
        read(merged.toInputFile(), RecordQuery.ALL);
    }

    @Test
    void offsetIndexesThatAreTooLargeTogetherAreNotHeldTogether() throws IOException {
        byte[] good = good();
        int padding = (int) (Runtime.getRuntime().maxMemory() / 128 / 2);
        ByteArrayOutputStream begin = new ByteArrayOutputStream();
        begin.writeBytes(good);
        List<Range> padded = new ArrayList<>();
        FileMetadata metadata = metadata(good);
        for (ColumnChunkMetadata chunk : metadata.rowGroups().get(0).columns()) {
            Range index = chunk.indexes().offsetIndex().orElseThrow();
            int at = begin.size();
            begin.write(good, (int) index.offset(), index.length() - 1);
            // A field of an unknown number.
            Footer unknown = new Footer().field(0, Thrift.BINARY).number(100).varint(padding);
            begin.writeBytes(unknown.bytes.toByteArray());
            begin.writeBytes(new byte[padding + 1]);
            padded.add(new Range(at, begin.size() - at));
        }
        byte[] end = footer(
                metadata,
                1,
                chunk -> chunk.toBuilder()
                        .indexes(new Indexes(
                                Optional.empty(),
                                Optional.of(padded.get(chunk.path().equals(List.of("id")) ? 0 : 1)),
                                OptionalLong.empty(),
                                OptionalInt.empty()))
                        .build());
        SparseFile file = new SparseFile(begin.toByteArray(), end, begin.size() + end.length);

        assertThat(read(file, RecordQuery.ALL.fromRow(12)).counters().ignoredIndexes())
                .singleElement()
                .asString()
                .contains("column s: the offset index is not used: it is too large beside those of others");
    }

    @Test
    void aBloomFilterIsHeldOnce() throws IOException {
        byte[] good = good();
        int filterBytes = 1 << 26;
        Footer header = new Footer().field(1, Thrift.I32).number(filterBytes);
        for (int union = 0; union < 3; union++) {
            header.field(1, Thrift.STRUCT).field(1, Thrift.STRUCT).stop().stop();
        }
        ByteArrayOutputStream begin = new ByteArrayOutputStream();
        begin.writeBytes(good);
        begin.writeBytes(header.stop().bytes.toByteArray());
        byte[] end = footer(
                metadata(good),
                1,
                chunk -> chunk.toBuilder()
                        .indexes(new Indexes(
                                Optional.empty(), Optional.empty(), OptionalLong.of(good.length), OptionalInt.empty()))
                        .build());
        SparseFile file = new SparseFile(begin.toByteArray(), end, begin.size() + filterBytes + end.length);

        try (ParquetReader reader = ParquetReader.open(file, ReaderOptions.DEFAULT)) {
            long bytes = allocated(() -> {
                try {
                    assertThat(reader.bloomFilter(0, reader.schema().leaves().get(0)))
                            .isPresent();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            assertThat(bytes).isLessThan(filterBytes * 5L / 4);
        }
    }

    @Test
    void headersOfPagesThatManyChunksShareAreReadAFewTimes() throws IOException {
        int headerBytes = 10_000_000;
        Footer header = new Footer().field(1, Thrift.I32).number(0);
        header.field(1, Thrift.I32).number(0).field(1, Thrift.I32).number(0).field(2, Thrift.STRUCT);
        header.field(1, Thrift.I32).number(ROWS).field(1, Thrift.I32).number(0);
        header.field(1, Thrift.I32).number(3).field(1, Thrift.I32).number(3).field(1, Thrift.STRUCT);
        header.field(1, Thrift.BINARY).varint(headerBytes).bytes.writeBytes(new byte[headerBytes]);
        header.stop().stop().stop();
        byte[] begin = new byte[FileLayout.MAGIC.length + header.bytes.size()];
        System.arraycopy(FileLayout.MAGIC, 0, begin, 0, FileLayout.MAGIC.length);
        System.arraycopy(header.bytes.toByteArray(), 0, begin, FileLayout.MAGIC.length, header.bytes.size());
        byte[] end = footer(
                metadata(good()),
                50,
                chunk -> chunk.toBuilder()
                        .offsets(new ColumnChunkMetadata.PageOffsets(
                                FileLayout.MAGIC.length, OptionalLong.empty(), OptionalLong.empty()))
                        .bytes(new ColumnChunkMetadata.ChunkBytes(header.bytes.size(), header.bytes.size()))
                        .indexes(Indexes.NONE)
                        .build());
        SparseFile file = new SparseFile(begin, end, begin.length + end.length);

        assertThatThrownBy(() -> read(file, RecordQuery.ALL))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("the column chunk claims the bytes from 4 on");
        assertThat(file.bytesRead).isLessThan(100_000_000);
    }

    // variants

    /** Each row may have such names, from a dictionary of one entry. */
    @Test
    void namesOfVariantsThatAreNotUsedAreNotRead() {
        int names = 1_000_000;
        byte[] metadata = new byte[1 + 4 * (names + 2)];
        metadata[0] = (byte) (3 << 6 | 1);
        for (int i = 0; i < Integer.BYTES; i++) {
            metadata[1 + i] = (byte) (names >>> 8 * i);
        }
        Variant variant = new Variant(metadata, new byte[] {0});

        assertThat(variant.toJson()).isEqualTo("null");

        assertThat(allocated(variant::toJson)).isLessThan(1 << 20);
    }
}
