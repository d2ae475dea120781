package io.parquetry.cli.verify;

import io.parquetry.format.internal.thrift.CompactWriter;
import io.parquetry.format.internal.thrift.FooterThrift;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.GeospatialStatistics;
import io.parquetry.format.metadata.PageEncodingStats;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.metadata.SortingColumn;
import io.parquetry.format.metadata.Statistics;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/** Makes a good file say other things in its footer than are in its pages. */
final class ForgedFooter {
    private static final int ENDING_BYTES = 8;

    private ForgedFooter() {}

    static Path file(Path good, Path forged, UnaryOperator<FileMetadata> change) throws IOException {
        byte[] bytes = Files.readAllBytes(good);
        ByteBuffer ending = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int length = ending.getInt(bytes.length - ENDING_BYTES);
        int start = bytes.length - ENDING_BYTES - length;
        CompactWriter footer = new CompactWriter();
        FooterThrift.write(change.apply(FooterThrift.read(bytes, start, length)), footer);
        ByteBuffer whole = ByteBuffer.allocate(start + footer.size() + ENDING_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(bytes, 0, start)
                .put(footer.buffer(), 0, footer.size())
                .putInt(footer.size())
                .put(bytes, bytes.length - 4, 4);
        return Files.write(forged, whole.array());
    }

    /** Changes every row group. */
    static UnaryOperator<FileMetadata> rowGroups(UnaryOperator<RowGroupMetadata> change) {
        return footer -> new FileMetadata(
                footer.version(),
                footer.schema(),
                footer.rows(),
                footer.rowGroups().stream().map(change).toList(),
                footer.keyValues(),
                footer.createdBy(),
                footer.columnOrders());
    }

    /** Changes one column of every row group. */
    static UnaryOperator<FileMetadata> column(int ordinal, UnaryOperator<ColumnChunkMetadata> change) {
        return rowGroups(rowGroup -> {
            List<ColumnChunkMetadata> columns = new ArrayList<>(rowGroup.columns());
            columns.set(ordinal, change.apply(columns.get(ordinal)));
            return new RowGroupMetadata(
                    columns,
                    rowGroup.uncompressedBytes(),
                    rowGroup.rows(),
                    rowGroup.sortingColumns(),
                    rowGroup.fileOffset(),
                    OptionalLong.empty(),
                    OptionalInt.empty());
        });
    }

    static UnaryOperator<FileMetadata> sorted(SortingColumn... by) {
        return rowGroups(rowGroup -> new RowGroupMetadata(
                rowGroup.columns(),
                rowGroup.uncompressedBytes(),
                rowGroup.rows(),
                List.of(by),
                rowGroup.fileOffset(),
                rowGroup.compressedBytes(),
                rowGroup.ordinal()));
    }

    static UnaryOperator<FileMetadata> sums(long uncompressed, long compressed) {
        return rowGroups(rowGroup -> new RowGroupMetadata(
                rowGroup.columns(),
                uncompressed,
                rowGroup.rows(),
                rowGroup.sortingColumns(),
                rowGroup.fileOffset(),
                OptionalLong.of(compressed),
                rowGroup.ordinal()));
    }

    static ColumnChunkMetadata bytes(ColumnChunkMetadata chunk, long uncompressed, long compressed) {
        return chunk(
                chunk,
                new ColumnChunkMetadata.ChunkBytes(uncompressed, compressed),
                chunk.statistics(),
                chunk.geospatialStatistics(),
                chunk.pageEncodings());
    }

    static ColumnChunkMetadata statistics(ColumnChunkMetadata chunk, Statistics statistics) {
        return chunk(
                chunk, chunk.bytes(), Optional.of(statistics), chunk.geospatialStatistics(), chunk.pageEncodings());
    }

    static ColumnChunkMetadata geospatial(ColumnChunkMetadata chunk, GeospatialStatistics statistics) {
        return chunk(chunk, chunk.bytes(), chunk.statistics(), Optional.of(statistics), chunk.pageEncodings());
    }

    static ColumnChunkMetadata pageEncodings(ColumnChunkMetadata chunk, List<PageEncodingStats> said) {
        return chunk(chunk, chunk.bytes(), chunk.statistics(), chunk.geospatialStatistics(), said);
    }

    private static ColumnChunkMetadata chunk(
            ColumnChunkMetadata chunk,
            ColumnChunkMetadata.ChunkBytes bytes,
            Optional<Statistics> statistics,
            Optional<GeospatialStatistics> geospatial,
            List<PageEncodingStats> encodings) {
        return new ColumnChunkMetadata(
                chunk.filePath(),
                chunk.type(),
                chunk.path(),
                chunk.encodingIds(),
                chunk.codecId(),
                chunk.entries(),
                bytes,
                chunk.offsets(),
                statistics,
                chunk.sizeStatistics(),
                geospatial,
                encodings,
                chunk.keyValues(),
                chunk.indexes());
    }

    /** Bounds of the deprecated pair, and nothing else. */
    static Statistics legacyBounds(byte[] min, byte[] max) {
        return new Statistics(
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.of(new Statistics.Bound(min, Optional.empty())),
                Optional.of(new Statistics.Bound(max, Optional.empty())));
    }

    static Statistics distinct(long count) {
        return new Statistics(
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.of(count),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
