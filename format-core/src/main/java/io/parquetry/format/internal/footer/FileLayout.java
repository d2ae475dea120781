package io.parquetry.format.internal.footer;

import io.parquetry.format.internal.column.write.WrittenChunk;
import io.parquetry.format.internal.rowgroup.WrittenRowGroup;
import io.parquetry.format.internal.thrift.ColumnIndexThrift;
import io.parquetry.format.internal.thrift.CompactWriter;
import io.parquetry.format.internal.thrift.FooterThrift;
import io.parquetry.format.internal.thrift.OffsetIndexThrift;
import io.parquetry.format.io.OutputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnChunkMetadata.Range;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** The parts of a file around its row groups (README.md of parquet-format, "File format"). */
public final class FileLayout {
    public static final byte[] MAGIC = {'P', 'A', 'R', '1'};

    /** Bytes of a chunk in the footer without its path and bounds, and of a page in the indexes without its bounds. */
    private static final int CHUNK_METADATA_BYTES = 110;

    private static final int PAGE_BYTES = 16;

    private FileLayout() {}

    public static void writeMagic(OutputFile out) throws IOException {
        out.write(MAGIC, 0, MAGIC.length);
    }

    /** Estimated bytes of the footer without its row groups. */
    public static long footerBytes(MessageType schema) {
        return 64
                + schema.leaves().stream()
                        .mapToLong(leaf -> 12L + leaf.type().name().length())
                        .sum();
    }

    /**
     * Estimated bytes of a row group in footer and indexes: path, bounds and pages are counted, the rest is about
     * constant.
     */
    public static long footerBytes(WrittenRowGroup rowGroup) {
        long bytes = 0;
        for (WrittenChunk chunk : rowGroup.chunks()) {
            long path = chunk.metadata().path().stream()
                    .mapToLong(name -> 1L + name.length())
                    .sum();
            long bounds = chunk.metadata()
                    .statistics()
                    .map(statistics -> boundBytes(statistics.min()) + boundBytes(statistics.max()))
                    .orElse(0L);
            long pages = chunk.offsetIndex().map(index -> index.pages().size()).orElse(0);
            bytes += CHUNK_METADATA_BYTES + path + bounds + pages * (PAGE_BYTES + bounds);
        }
        return bytes;
    }

    private static long boundBytes(Optional<Statistics.Bound> bound) {
        return bound.map(of -> of.value().length).orElse(0);
    }

    /** Writes all column indexes, then all offset indexes, and returns the row groups with their positions. */
    public static List<RowGroupMetadata> writeIndexes(OutputFile out, List<WrittenRowGroup> rowGroups)
            throws IOException {
        if (rowGroups.stream().noneMatch(FileLayout::isIndexed)) {
            return rowGroups.stream().map(WrittenRowGroup::metadata).toList();
        }
        CompactWriter bytes = new CompactWriter();
        List<Range> columnIndexes = new ArrayList<>();
        for (WrittenRowGroup rowGroup : rowGroups) {
            for (WrittenChunk chunk : rowGroup.chunks()) {
                chunk.columnIndex().ifPresent(index -> ColumnIndexThrift.write(index, bytes));
                columnIndexes.add(drain(bytes, out));
            }
        }
        Iterator<Range> nextColumnIndex = columnIndexes.iterator();
        List<RowGroupMetadata> metadata = new ArrayList<>();
        for (WrittenRowGroup rowGroup : rowGroups) {
            List<ColumnChunkMetadata> columns = new ArrayList<>();
            for (WrittenChunk chunk : rowGroup.chunks()) {
                chunk.offsetIndex().ifPresent(index -> OffsetIndexThrift.write(index, bytes));
                columns.add(withIndexes(chunk.metadata(), nextColumnIndex.next(), drain(bytes, out)));
            }
            RowGroupMetadata group = rowGroup.metadata();
            metadata.add(group.toBuilder().columns(columns).build());
        }
        return metadata;
    }

    /** Whether a chunk has an index; other writers, whose row groups are merged, leave out those of some. */
    private static boolean isIndexed(WrittenRowGroup rowGroup) {
        for (WrittenChunk chunk : rowGroup.chunks()) {
            if (chunk.columnIndex().isPresent() || chunk.offsetIndex().isPresent()) {
                return true;
            }
        }
        return false;
    }

    /** Writes the collected bytes, which may be none. */
    private static Range drain(CompactWriter bytes, OutputFile out) throws IOException {
        Range range = new Range(out.position(), bytes.size());
        out.write(bytes.buffer(), 0, bytes.size());
        bytes.reset();
        return range;
    }

    private static ColumnChunkMetadata withIndexes(ColumnChunkMetadata chunk, Range columnIndex, Range offsetIndex) {
        return chunk.withIndexes(new ColumnChunkMetadata.Indexes(
                Optional.of(columnIndex).filter(range -> range.length() > 0),
                Optional.of(offsetIndex).filter(range -> range.length() > 0),
                chunk.indexes().bloomFilterOffset(),
                chunk.indexes().bloomFilterLength()));
    }

    public static void writeFooter(OutputFile out, FileMetadata metadata) throws IOException {
        CompactWriter footer = new CompactWriter();
        FooterThrift.write(metadata, footer);
        out.write(footer.buffer(), 0, footer.size());
        byte[] tail = new byte[8];
        for (int i = 0; i < 4; i++) {
            tail[i] = (byte) (footer.size() >>> (8 * i));
            tail[4 + i] = MAGIC[i];
        }
        out.write(tail, 0, tail.length);
    }
}
