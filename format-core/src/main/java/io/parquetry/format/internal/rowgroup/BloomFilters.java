package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.ParquetException;
import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.column.write.WrittenChunk;
import io.parquetry.format.internal.statistics.SplitBlockBloomFilter;
import io.parquetry.format.internal.thrift.BloomFilterHeaderThrift;
import io.parquetry.format.internal.thrift.CompactReader;
import io.parquetry.format.internal.thrift.CompactWriter;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.OutputFile;
import io.parquetry.format.metadata.BloomFilterHeader;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnChunkMetadata.Range;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Bloom filters in the file (BloomFilter.md, "File Format"): a header, then the bitset. They are written behind the
 * chunks of their row group, so that none is kept in memory until the file is finished.
 */
public final class BloomFilters {
    private static final int SPLIT_BLOCK = 1;
    private static final int XXHASH = 1;
    private static final int UNCOMPRESSED = 1;

    /** Bytes read to find the header, which has about fifteen. */
    private static final int HEADER_BYTES_MAX = 256;

    /** A filter is held whole, beside the pages that are read. */
    private static final long HELD_BYTES_MAX =
            Math.min(SplitBlockBloomFilter.BYTES_MAX, Runtime.getRuntime().maxMemory() / 4);

    /** Bytes that are read at a time. */
    private static final int PART_BYTES = 1 << 22;

    private BloomFilters() {}

    /** Writes the filters of a row group's chunks and adds their ranges to the metadata of the chunks. */
    public static void write(List<WrittenChunk> chunks, OutputFile out) throws IOException {
        for (int i = 0; i < chunks.size(); i++) {
            Optional<SplitBlockBloomFilter> filter = chunks.get(i).bloomFilter();
            if (filter.isPresent()) {
                chunks.set(i, chunks.get(i).withBloomFilterAt(write(filter.get(), out)));
            }
        }
    }

    private static Range write(SplitBlockBloomFilter filter, OutputFile out) throws IOException {
        CompactWriter header = new CompactWriter();
        BloomFilterHeaderThrift.write(new BloomFilterHeader(filter.bytes(), SPLIT_BLOCK, XXHASH, UNCOMPRESSED), header);
        long start = out.position();
        out.write(header.buffer(), 0, header.size());
        out.write(filter.toByteArray(), 0, filter.bytes());
        return new Range(start, header.size() + filter.bytes());
    }

    /**
     * Reads the filter of a chunk, if it has one. Its length is taken from its header: old writers do not store it in
     * the footer.
     *
     * @param place the chunk's place, for messages
     */
    public static Optional<SplitBlockBloomFilter> read(InputFile file, ColumnChunkMetadata chunk, Place place)
            throws IOException {
        if (chunk.indexes().bloomFilterOffset().isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(read(
                    file,
                    chunk.indexes().bloomFilterOffset().getAsLong(),
                    chunk.indexes().bloomFilterLength()));
        } catch (ParquetException e) {
            throw e.at(place);
        }
    }

    private static SplitBlockBloomFilter read(InputFile file, long offset, OptionalInt stated) throws IOException {
        if (offset < 0 || offset >= file.length()) {
            throw new CorruptFileException("the bloom filter should begin at byte " + offset + ", but the file has "
                    + file.length() + " bytes");
        }
        byte[] head = new byte[(int) Math.min(HEADER_BYTES_MAX, file.length() - offset)];
        file.readFully(offset, head, 0, head.length);
        CompactReader in = new CompactReader("bloom filter header", head, 0, head.length);
        BloomFilterHeader header = BloomFilterHeaderThrift.read(in)
                .orElseThrow(() -> new CorruptFileException("the bloom filter header at byte " + offset
                        + " does not end within " + head.length + " bytes"));
        requireKnown(header);
        int length = header.bytes();
        long start = offset + in.consumed();
        if (length < SplitBlockBloomFilter.BLOCK_BYTES
                || length % SplitBlockBloomFilter.BLOCK_BYTES != 0
                || length > file.length() - start) {
            throw new CorruptFileException("the bloom filter claims " + length
                    + " bytes; it must be a multiple of " + SplitBlockBloomFilter.BLOCK_BYTES + " and at most the "
                    + (file.length() - start) + " bytes that follow its header");
        }
        if (length > HELD_BYTES_MAX) {
            throw new UnsupportedFeatureException("unsupported: the bloom filter has " + length
                    + " bytes; with this heap this reader takes up to " + HELD_BYTES_MAX);
        }
        if (stated.isPresent() && stated.getAsInt() != in.consumed() + length) {
            throw new CorruptFileException("the bloom filter claims " + length + " bytes behind a header of "
                    + in.consumed() + "; the footer says " + stated.getAsInt() + " bytes for both");
        }
        SplitBlockBloomFilter filter = SplitBlockBloomFilter.ofBytes(length);
        byte[] part = new byte[Math.min(length, PART_BYTES)];
        for (int at = 0; at < length; at += part.length) {
            int count = Math.min(part.length, length - at);
            file.readFully(start + at, part, 0, count);
            filter.set(at, part, 0, count);
        }
        return filter;
    }

    private static void requireKnown(BloomFilterHeader header) {
        requireKnown("algorithm", header.algorithmId(), SPLIT_BLOCK);
        requireKnown("hash", header.hashId(), XXHASH);
        requireKnown("compression", header.compressionId(), UNCOMPRESSED);
    }

    private static void requireKnown(String what, int id, int known) {
        if (id != known) {
            throw new UnsupportedFeatureException(
                    "unsupported: bloom filter " + what + " number " + id + "; only " + known + " is known");
        }
    }
}
