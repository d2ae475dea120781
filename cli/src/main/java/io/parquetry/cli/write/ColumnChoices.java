package io.parquetry.cli.write;

import io.parquetry.format.file.BloomFilterOptions;
import io.parquetry.format.file.ColumnOptions;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.PhysicalType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How the columns of a rewritten file are written: what the command line says, else what the file has that is read. */
final class ColumnChoices {
    private final Map<String, ColumnOptions.Builder> columns = new HashMap<>();

    private ColumnOptions.Builder column(String path) {
        return columns.computeIfAbsent(path, any -> ColumnOptions.builder());
    }

    /** Keeps the codec of each column, as its first chunk has it. */
    void keepCodecs(FileMetadata file, List<LeafColumn> kept) {
        for (RowGroupMetadata group : file.rowGroups().stream().limit(1).toList()) {
            for (LeafColumn leaf : kept) {
                CompressionCodec codec = CompressionCodec.known(
                                group.columns().get(leaf.ordinal()).codecId())
                        .filter(CompressionCodec::isWritten)
                        .orElse(CompressionCodec.LZ4_RAW);
                column(leaf.dottedPath()).codec(codec);
            }
        }
    }

    /** Gives a bloom filter to each column whose first chunk has one, but for BOOLEAN, which arrow-rs gives one. */
    void keepBloomFilters(FileMetadata file, List<LeafColumn> kept) {
        for (RowGroupMetadata group : file.rowGroups().stream().limit(1).toList()) {
            for (LeafColumn leaf : kept) {
                ColumnChunkMetadata chunk = group.columns().get(leaf.ordinal());
                boolean mayHaveOne = leaf.type().physicalType() != PhysicalType.BOOLEAN;
                if (mayHaveOne && chunk.indexes().bloomFilterOffset().isPresent()) {
                    addBloomFilter(leaf.dottedPath());
                }
            }
        }
    }

    void addBloomFilter(String path) {
        column(path).bloomFilter(BloomFilterOptions.ADAPTIVE);
    }

    /** @param encoding RLE_DICTIONARY for a dictionary where it pays */
    void encode(String path, Encoding encoding) {
        if (encoding == Encoding.RLE_DICTIONARY) {
            column(path).dictionary(WriterOptions.Dictionary.WHERE_IT_PAYS);
        } else {
            column(path).encoding(encoding);
        }
    }

    void addTo(WriterOptions.Builder options) {
        columns.forEach((path, column) -> options.column(path, column.build()));
    }
}
