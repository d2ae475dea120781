package io.parquetry.format.metadata;

import io.parquetry.format.schema.PhysicalType;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * One column of one row group ({@code ColumnChunk} and its {@code ColumnMetaData} in parquet.thrift).
 *
 * @param filePath another file that holds the chunk, relative to this one
 * @param path names from the root's child to the leaf
 * @param encodingIds numbers of all encodings in use, levels included
 * @param codecId number of the {@link CompressionCodec}
 * @param entries values and nulls, as counted by the levels
 */
public record ColumnChunkMetadata(
        Optional<String> filePath,
        PhysicalType type,
        List<String> path,
        List<Integer> encodingIds,
        int codecId,
        long entries,
        ChunkBytes bytes,
        PageOffsets offsets,
        Optional<Statistics> statistics,
        Optional<SizeStatistics> sizeStatistics,
        Optional<GeospatialStatistics> geospatialStatistics,
        List<PageEncodingStats> pageEncodings,
        List<KeyValue> keyValues,
        Indexes indexes) {
    public ColumnChunkMetadata {
        Objects.requireNonNull(filePath, "filePath");
        Objects.requireNonNull(type, "type");
        path = List.copyOf(path);
        encodingIds = List.copyOf(encodingIds);
        Objects.requireNonNull(bytes, "bytes");
        Objects.requireNonNull(offsets, "offsets");
        Objects.requireNonNull(statistics, "statistics");
        Objects.requireNonNull(sizeStatistics, "sizeStatistics");
        Objects.requireNonNull(geospatialStatistics, "geospatialStatistics");
        pageEncodings = List.copyOf(pageEncodings);
        keyValues = List.copyOf(keyValues);
        Objects.requireNonNull(indexes, "indexes");
    }

    /** The codec of the chunk's pages; a number that is not known is refused by name. */
    public CompressionCodec codec() {
        return CompressionCodec.of(codecId);
    }

    /** The encodings that this engine knows; the numbers of others are only in {@link #encodingIds}. */
    public List<Encoding> encodings() {
        return encodingIds.stream().flatMap(id -> Encoding.known(id).stream()).toList();
    }

    /** The same with its indexes elsewhere. */
    public ColumnChunkMetadata withIndexes(Indexes moved) {
        return new ColumnChunkMetadata(
                filePath,
                type,
                path,
                encodingIds,
                codecId,
                entries,
                bytes,
                offsets,
                statistics,
                sizeStatistics,
                geospatialStatistics,
                pageEncodings,
                keyValues,
                moved);
    }

    /** The same with a bloom filter. */
    public ColumnChunkMetadata withBloomFilter(Range range) {
        return withIndexes(new Indexes(
                indexes.columnIndex,
                indexes.offsetIndex,
                OptionalLong.of(range.offset()),
                OptionalInt.of(range.length())));
    }

    public String dottedPath() {
        return String.join(".", path);
    }

    /** Bytes of all pages with their headers. */
    public record ChunkBytes(long uncompressed, long compressed) {}

    /** Positions of pages in the file. Some writers give 0 for a dictionary page that is not there. */
    public record PageOffsets(long firstDataPage, OptionalLong dictionaryPage, OptionalLong indexPage) {
        public PageOffsets {
            Objects.requireNonNull(dictionaryPage, "dictionaryPage");
            Objects.requireNonNull(indexPage, "indexPage");
        }
    }

    /** Where the chunk's indexes lie in the file. */
    public record Indexes(
            Optional<Range> columnIndex,
            Optional<Range> offsetIndex,
            OptionalLong bloomFilterOffset,
            OptionalInt bloomFilterLength) {
        /** No index at all. */
        public static final Indexes NONE =
                new Indexes(Optional.empty(), Optional.empty(), OptionalLong.empty(), OptionalInt.empty());

        public Indexes {
            Objects.requireNonNull(columnIndex, "columnIndex");
            Objects.requireNonNull(offsetIndex, "offsetIndex");
            Objects.requireNonNull(bloomFilterOffset, "bloomFilterOffset");
            Objects.requireNonNull(bloomFilterLength, "bloomFilterLength");
        }
    }

    /** A run of bytes in the file. */
    public record Range(long offset, int length) {}
}
