package io.parquetry.cli.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.internal.thrift.CompactWriter;
import io.parquetry.format.internal.thrift.FooterThrift;
import io.parquetry.format.internal.thrift.OffsetIndexThrift;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** A file of 10 GB is drawn by its footer and indexes alone. */
class TenGigabytesTest {
    private static final int GROUPS = 80;
    private static final int PAGES = 128;
    private static final int PAGE_BYTES = 1 << 20;

    /** Row groups of pages of a mebibyte; every byte between the first and the indexes is 0. */
    private static final class TenGigabytes implements InputFile {
        private final long tailAt;
        private final byte[] tail;
        private long bytesRead;
        private long ofPages;

        TenGigabytes(int groupCount, int pageCount) throws IOException {
            FileMetadata small = small();
            RowGroupMetadata group = small.rowGroups().get(0);
            CompactWriter bytes = new CompactWriter();
            List<RowGroupMetadata> groups = new ArrayList<>();
            tailAt = 4 + (long) groupCount * pageCount * PAGE_BYTES;
            for (int i = 0; i < groupCount; i++) {
                long from = 4 + (long) i * pageCount * PAGE_BYTES;
                int at = bytes.size();
                List<OffsetIndex.PageLocation> pages = new ArrayList<>();
                for (int page = 0; page < pageCount; page++) {
                    pages.add(new OffsetIndex.PageLocation(from + (long) page * PAGE_BYTES, PAGE_BYTES, page * 1000L));
                }
                OffsetIndexThrift.write(new OffsetIndex(pages, List.of()), bytes);
                ColumnChunkMetadata chunk = group.columns().get(0).toBuilder()
                        .entries(pageCount * 1000L)
                        .bytes(new ColumnChunkMetadata.ChunkBytes(
                                (long) pageCount * PAGE_BYTES, (long) pageCount * PAGE_BYTES))
                        .offsets(new ColumnChunkMetadata.PageOffsets(from, OptionalLong.empty(), OptionalLong.empty()))
                        .indexes(new ColumnChunkMetadata.Indexes(
                                Optional.empty(),
                                Optional.of(new ColumnChunkMetadata.Range(tailAt + at, bytes.size() - at)),
                                OptionalLong.empty(),
                                OptionalInt.empty()))
                        .build();
                groups.add(group.toBuilder()
                        .rows(pageCount * 1000L)
                        .columns(List.of(chunk))
                        .ordinal(OptionalInt.empty())
                        .build());
            }
            int indexes = bytes.size();
            FooterThrift.write(
                    small.toBuilder()
                            .rowGroups(groups)
                            .rows(groupCount * pageCount * 1000L)
                            .build(),
                    bytes);
            tail = ByteBuffer.allocate(bytes.size() + 8)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(bytes.buffer(), 0, bytes.size())
                    .putInt(bytes.size() - indexes)
                    .put("PAR1".getBytes(StandardCharsets.US_ASCII))
                    .array();
        }

        private static FileMetadata small() throws IOException {
            MemoryOutputFile out = new MemoryOutputFile("small");
            try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                    out,
                    MessageType.parse("message m { required int64 id; }"),
                    PlainRecords.walker(),
                    WriterOptions.DEFAULT)) {
                writer.write(Map.of("id", 1L));
                return writer.finish();
            }
        }

        @Override
        public String name() {
            return "large.parquet";
        }

        @Override
        public long length() {
            return tailAt + tail.length;
        }

        @Override
        public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
            if (position < 0 || position > length() - length) {
                throw new EOFException("cannot read " + length + " bytes at " + position);
            }
            bytesRead += length;
            ofPages += position > 1 << 16 && position < tailAt ? Math.min(length, tailAt - position) : 0;
            for (int i = 0; i < length; i++) {
                long at = position + i;
                buffer[offset + i] =
                        at < 4 ? (byte) "PAR1".charAt((int) at) : at < tailAt ? 0 : tail[(int) (at - tailAt)];
            }
        }

        @Override
        public void close() {}
    }

    @Test
    void onlyFooterAndIndexesAreReadForThePicture() throws IOException {
        TenGigabytes file = new TenGigabytes(GROUPS, PAGES);
        assertThat(file.length()).isGreaterThan(10_000_000_000L);

        try (Layouts.Opened opened = Layouts.open(file, file, LayoutLimits.of(0))) {
            assertThat(opened.outline().chunks())
                    .hasSize(GROUPS)
                    .allMatch(chunk -> chunk.pages().size() == PAGES);
            assertThat(opened.model().problems()).isEmpty();
        }

        assertThat(file.bytesRead).isLessThan(2 << 20);
        // A window over the end of the last page and the beginning of the indexes.
        assertThat(file.ofPages).isLessThan(3 << 16);
    }

    @Test
    void thePagesInDetailCostSomeKilobytesEach() throws IOException {
        TenGigabytes file = new TenGigabytes(GROUPS, PAGES);

        try (Layouts.Opened opened = Layouts.open(file, file, LayoutLimits.of(100))) {
            // Zeros are no page header.
            assertThat(opened.model().problems()).hasSizeBetween(80, 100);
        }

        assertThat(file.bytesRead).isLessThan(100 * (3 << 16));
    }

    @Test
    void rowGroupsOfMoreThanAGigabyteAreTold() throws IOException {
        assertThat(advice(8, 1_280)).contains("A row group of 1,342,177,280 bytes.");
        assertThat(advice(GROUPS, PAGES)).noneMatch(title -> title.startsWith("A row group"));
    }

    private static List<String> advice(int groups, int pages) throws IOException {
        TenGigabytes file = new TenGigabytes(groups, pages);
        try (Layouts.Opened opened = Layouts.open(file, file, LayoutLimits.of(0))) {
            return opened.model().advice().stream().map(Advice::title).toList();
        }
    }
}
