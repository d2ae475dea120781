package io.parquetry.cli.verify;

import io.parquetry.format.Place;
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

/** Changes the footer of a good file so that it contradicts the pages. */
public final class ForgedFooter {
    private static final int ENDING_BYTES = 8;

    private ForgedFooter() {}

    public static Path file(Path good, Path forged, UnaryOperator<FileMetadata> change) throws IOException {
        byte[] bytes = Files.readAllBytes(good);
        ByteBuffer ending = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int length = ending.getInt(bytes.length - ENDING_BYTES);
        int start = bytes.length - ENDING_BYTES - length;
        CompactWriter footer = new CompactWriter();
        FooterThrift.write(change.apply(FooterThrift.read(Place.of("file"), bytes, start, length)), footer);
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
        return footer -> footer.toBuilder()
                .rowGroups(footer.rowGroups().stream().map(change).toList())
                .build();
    }

    /** Changes one column of every row group. */
    public static UnaryOperator<FileMetadata> column(int ordinal, UnaryOperator<ColumnChunkMetadata> change) {
        return rowGroups(rowGroup -> {
            List<ColumnChunkMetadata> columns = new ArrayList<>(rowGroup.columns());
            columns.set(ordinal, change.apply(columns.get(ordinal)));
            return rowGroup.toBuilder()
                    .columns(columns)
                    .compressedBytes(OptionalLong.empty())
                    .ordinal(OptionalInt.empty())
                    .build();
        });
    }

    static UnaryOperator<FileMetadata> sorted(SortingColumn... by) {
        return rowGroups(
                rowGroup -> rowGroup.toBuilder().sortingColumns(List.of(by)).build());
    }

    static UnaryOperator<FileMetadata> sums(long uncompressed, long compressed) {
        return rowGroups(rowGroup -> rowGroup.toBuilder()
                .uncompressedBytes(uncompressed)
                .compressedBytes(OptionalLong.of(compressed))
                .build());
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
        return chunk.toBuilder()
                .bytes(bytes)
                .statistics(statistics)
                .geospatialStatistics(geospatial)
                .pageEncodings(encodings)
                .build();
    }

    /** The deprecated bounds only. */
    static Statistics legacyBounds(byte[] min, byte[] max) {
        return Statistics.builder()
                .legacyMin(Optional.of(new Statistics.Bound(min, Optional.empty())))
                .legacyMax(Optional.of(new Statistics.Bound(max, Optional.empty())))
                .build();
    }

    static Statistics distinct(long count) {
        return Statistics.builder().distinct(OptionalLong.of(count)).build();
    }
}
