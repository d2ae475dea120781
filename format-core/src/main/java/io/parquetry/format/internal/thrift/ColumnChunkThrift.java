package io.parquetry.format.internal.thrift;

import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnChunkMetadata.ChunkBytes;
import io.parquetry.format.metadata.ColumnChunkMetadata.Indexes;
import io.parquetry.format.metadata.ColumnChunkMetadata.PageOffsets;
import io.parquetry.format.metadata.ColumnChunkMetadata.Range;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * {@code ColumnChunk} and its {@code ColumnMetaData}, which are one record in this engine. An encrypted chunk is
 * refused with its path. {@link ChunkDetails} has the fields that are read later.
 */
final class ColumnChunkThrift {
    /** What a chunk takes in memory, about. */
    static final int BYTES_EACH = 256;

    private static final long REQUIRED = CompactReader.fields(3);
    private static final long META_REQUIRED = CompactReader.fields(1, 2, 4, 5, 6, 7, 9);

    /** For counts, which are 0 or more. */
    private static final int ABSENT = -1;

    private static final int ENCRYPTION_WITH_COLUMN_KEY = 2;

    private final Place rowGroup;
    private final List<String> expectedPath;
    private final List<Integer> expectedEncodings;
    private final Set<String> defects;
    private final ColumnChunkMetadata.Builder chunk = ColumnChunkMetadata.builder();
    private List<String> path = List.of();
    private long uncompressedBytes;
    private long compressedBytes;
    private long firstDataPage;
    private OptionalLong indexPage = OptionalLong.empty();
    private OptionalLong dictionaryPage = OptionalLong.empty();
    private long offsetIndexOffset = ABSENT;
    private int offsetIndexLength = ABSENT;
    private long columnIndexOffset = ABSENT;
    private int columnIndexLength = ABSENT;
    private OptionalLong bloomFilterOffset = OptionalLong.empty();
    private OptionalInt bloomFilterLength = OptionalInt.empty();

    /** Collects the fields of one chunk while it is read. */
    private ColumnChunkThrift(
            Place rowGroup, List<String> expectedPath, List<Integer> expectedEncodings, Set<String> defects) {
        this.rowGroup = rowGroup;
        this.expectedPath = expectedPath;
        this.expectedEncodings = expectedEncodings;
        this.defects = defects;
    }

    /**
     * Reads a chunk. What is expected and found is not made again: a footer may have a million chunks.
     *
     * @param expectedPath that of the column in whose place the chunk is
     * @param expectedEncodings those of the same column in the row group before, or of the column before
     * @param defects receives what is read past
     */
    static ColumnChunkMetadata read(
            CompactReader in,
            Place rowGroup,
            List<String> expectedPath,
            List<Integer> expectedEncodings,
            Set<String> defects) {
        return new ColumnChunkThrift(rowGroup, expectedPath, expectedEncodings, defects).readChunk(in);
    }

    private ColumnChunkMetadata readChunk(CompactReader in) {
        boolean encrypted = false;
        in.beginStruct("ColumnChunk");
        while (in.nextField()) {
            switch (in.fieldId()) {
                case 1 -> chunk.filePath(Optional.of(in.fieldString()));
                case 3 -> readMetaData(in);
                case 4 -> offsetIndexOffset = in.fieldCount64();
                case 5 -> offsetIndexLength = in.fieldCount32();
                case 6 -> columnIndexOffset = in.fieldCount64();
                case 7 -> columnIndexLength = in.fieldCount32();
                case 8 -> {
                    encrypted = true;
                    readCrypto(in);
                }
                default -> in.skip();
            }
        }
        if (encrypted) {
            throw new UnsupportedFeatureException("unsupported: encrypted column " + String.join(".", path));
        }
        in.require("ColumnChunk", REQUIRED);
        return chunk.path(path)
                .bytes(new ChunkBytes(uncompressedBytes, compressedBytes))
                .offsets(new PageOffsets(firstDataPage, dictionaryPage, indexPage))
                .indexes(new Indexes(
                        range(columnIndexOffset, columnIndexLength),
                        range(offsetIndexOffset, offsetIndexLength),
                        bloomFilterOffset,
                        bloomFilterLength))
                .build();
    }

    private static Optional<Range> range(long offset, int length) {
        return offset == ABSENT || length == ABSENT ? Optional.empty() : Optional.of(new Range(offset, length));
    }

    private void readMetaData(CompactReader in) {
        in.fieldStruct("ColumnMetaData");
        int begin = in.position();
        boolean detailed = false;
        while (in.nextField()) {
            switch (in.fieldId()) {
                case 1 -> chunk.type(SchemaThrift.physicalType(in));
                case 2 -> chunk.encodingIds(in.fieldI32s(expectedEncodings));
                case 3 -> path = in.fieldStrings(expectedPath);
                case 4 -> chunk.codecId(in.fieldI32());
                case 5 -> chunk.entries(in.fieldCount64());
                case 6 -> uncompressedBytes = in.fieldCount64();
                case 7 -> compressedBytes = in.fieldCount64();
                case 9 -> firstDataPage = in.fieldCount64();
                case 10 -> indexPage = OptionalLong.of(in.fieldI64());
                case 11 -> dictionaryPage = OptionalLong.of(in.fieldI64());
                case ChunkDetails.KEY_VALUES,
                        ChunkDetails.STATISTICS,
                        ChunkDetails.PAGE_ENCODINGS,
                        ChunkDetails.SIZE_STATISTICS,
                        ChunkDetails.GEOSPATIAL_STATISTICS -> {
                    in.skip();
                    detailed = true;
                }
                case 14 -> bloomFilterOffset = OptionalLong.of(in.fieldI64());
                case 15 -> {
                    if (in.fieldIs(CompactType.I32)) {
                        bloomFilterLength = OptionalInt.of(in.fieldI32());
                    } else {
                        in.skip();
                    }
                }
                default -> in.skip();
            }
        }
        in.require("ColumnMetaData", META_REQUIRED);
        if (path.isEmpty()) {
            // As arrow-rs, if it is told to: chunks come in the order of the schema, which has the paths already.
            path = expectedPath;
            defects.add("a column chunk does not say its path, and is read as that of the column in its place");
        }
        if (detailed) {
            chunk.details(new ChunkDetails(in, begin, rowGroup, path));
        }
    }

    /** Reads the path in {@code ColumnCryptoMetaData}: an encrypted chunk may have no {@code ColumnMetaData}. */
    private void readCrypto(CompactReader in) {
        in.fieldStruct("ColumnCryptoMetaData");
        while (in.nextField()) {
            if (in.fieldId() == ENCRYPTION_WITH_COLUMN_KEY) {
                in.fieldStruct("EncryptionWithColumnKey");
                while (in.nextField()) {
                    if (in.fieldId() == 1) {
                        path = in.fieldStrings();
                    } else {
                        in.skip();
                    }
                }
            } else {
                in.skip();
            }
        }
    }

    static void write(CompactWriter out, ColumnChunkMetadata chunk) {
        out.beginStruct();
        chunk.filePath().ifPresent(file -> out.string(1, file));
        // The position of a copy of the metadata outside the footer: 0, as the spec requires, since there is none.
        out.i64(2, 0);
        writeMetaData(chunk, out);
        chunk.indexes().offsetIndex().ifPresent(range -> {
            out.i64(4, range.offset());
            out.i32(5, range.length());
        });
        chunk.indexes().columnIndex().ifPresent(range -> {
            out.i64(6, range.offset());
            out.i32(7, range.length());
        });
        out.endStruct();
    }

    private static void writeMetaData(ColumnChunkMetadata chunk, CompactWriter out) {
        out.beginStruct(3);
        out.i32(1, chunk.type().ordinal());
        out.i32s(2, chunk.encodingIds());
        out.strings(3, chunk.path());
        out.i32(4, chunk.codecId());
        out.i64(5, chunk.entries());
        out.i64(6, chunk.bytes().uncompressed());
        out.i64(7, chunk.bytes().compressed());
        if (!chunk.keyValues().isEmpty()) {
            out.structs(8, chunk.keyValues(), KeyValueThrift::write);
        }
        out.i64(9, chunk.offsets().firstDataPage());
        chunk.offsets().indexPage().ifPresent(offset -> out.i64(10, offset));
        chunk.offsets().dictionaryPage().ifPresent(offset -> out.i64(11, offset));
        chunk.statistics().ifPresent(statistics -> StatisticsThrift.write(12, statistics, out));
        if (!chunk.pageEncodings().isEmpty()) {
            out.structs(13, chunk.pageEncodings(), PageEncodingStatsThrift::write);
        }
        chunk.indexes().bloomFilterOffset().ifPresent(offset -> out.i64(14, offset));
        chunk.indexes().bloomFilterLength().ifPresent(length -> out.i32(15, length));
        chunk.sizeStatistics().ifPresent(statistics -> SizeStatisticsThrift.write(16, statistics, out));
        chunk.geospatialStatistics().ifPresent(statistics -> GeospatialStatisticsThrift.write(17, statistics, out));
        out.endStruct();
    }
}
