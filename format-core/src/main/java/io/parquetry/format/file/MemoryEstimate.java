package io.parquetry.format.file;

import io.parquetry.format.internal.column.read.ChunkLimits;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.schema.LeafColumn;
import java.util.List;

/**
 * The heap that a cursor takes, estimated from the footer. For each column:
 *
 * <pre>
 * objects of the reader | arrays of a batch | values of the records that are made ahead | page | bytes of the file
 * | dictionary
 * </pre>
 *
 * <p>and once what the open file holds.
 *
 * <p>The numbers of bytes for objects were measured in heaps with files of 1,000 columns.
 *
 * @param objectBytes of the footer, the readers, the open file, and the records that are made ahead of their turn
 * @param pageBytes of pages, dictionaries and bytes of the file
 */
public record MemoryEstimate(long objectBytes, long pageBytes) {
    /** A column's reader, decoders and converter. */
    private static final long COLUMN_BYTES = 3_000;

    /**
     * A column chunk's part of the footer: 380 to 560 bytes of objects, its bytes and its part of the schema.
     * Statistics take up to 430 more, but are read of the columns of a filter only.
     */
    private static final long CHUNK_BYTES = 600;

    /** Offset and length of a binary value, or a number; its index in the dictionary; its levels. */
    private static final long ENTRY_BYTES = 16;

    /** A value of a record: its object, for text with the array, and the reference. */
    private static final long VALUE_BYTES = 56;

    /** Records that are made ahead of their turn, at most, and the bytes of one column's values in them. */
    private static final long RECORDS_AHEAD = 128;

    private static final long VALUES_AHEAD_BYTES = 1 << 18;

    /** What writers make of a page at most, where values are not of unusual size. */
    private static final long PAGE_BYTES = 1 << 20;

    /** Beside its bytes an entry of a dictionary takes its place in arrays and the object that is made of it. */
    private static final long DICTIONARY_GROWTH = 5;

    static MemoryEstimate of(
            FileMetadata metadata, List<LeafColumn> columns, ChunkLimits limits, ReaderOptions.ReadAhead readAhead) {
        long objects = CHUNK_BYTES
                * metadata.rowGroups().size()
                * metadata.schema().leaves().size();
        long pages = 0;
        for (LeafColumn column : columns) {
            long values = 0;
            long ofPages = 0;
            for (RowGroupMetadata rowGroup : metadata.rowGroups()) {
                ColumnChunkMetadata chunk = rowGroup.columns().get(column.ordinal());
                values = Math.max(values, valueBytes(chunk, limits));
                ofPages = Math.max(ofPages, pageBytes(chunk, limits, readAhead));
            }
            objects += COLUMN_BYTES + ENTRY_BYTES * limits.batchEntries() + values;
            pages += ofPages;
        }
        return new MemoryEstimate(objects, pages);
    }

    MemoryEstimate withFile(long heldBytes) {
        return new MemoryEstimate(objectBytes + heldBytes, pageBytes);
    }

    /** All of it. */
    public long bytes() {
        return objectBytes + pageBytes;
    }

    private static long valueBytes(ColumnChunkMetadata chunk, ChunkLimits limits) {
        long average = Math.max(0, chunk.bytes().uncompressed()) / Math.max(1, chunk.entries());
        long ahead = Math.min(Math.min(RECORDS_AHEAD, limits.batchEntries()), Math.max(0, chunk.entries()));
        return ahead * VALUE_BYTES + Math.min(ahead * average, VALUES_AHEAD_BYTES);
    }

    private static long pageBytes(ColumnChunkMetadata chunk, ChunkLimits limits, ReaderOptions.ReadAhead readAhead) {
        long compressed = Math.max(1, chunk.bytes().compressed());
        long uncompressed = Math.max(1, chunk.bytes().uncompressed());
        long page = Math.min(uncompressed, PAGE_BYTES);
        boolean isRaw = chunk.codecId() == CompressionCodec.UNCOMPRESSED.id();
        long window = readAhead == ReaderOptions.ReadAhead.LEAST && !isRaw
                ? 0
                : Math.min(compressed, Math.max(limits.pages().readAheadBytes(), isRaw ? page : 0));
        return (isRaw ? 0 : page) + window + dictionaryBytes(chunk, (double) uncompressed / compressed);
    }

    private static long dictionaryBytes(ColumnChunkMetadata chunk, double expansion) {
        long dictionary = chunk.offsets().dictionaryPage().orElse(0);
        long inFile = dictionary <= 0 ? 0 : Math.max(0, chunk.offsets().firstDataPage() - dictionary);
        return DICTIONARY_GROWTH * Math.min(chunk.bytes().uncompressed(), (long) (inFile * expansion));
    }
}
