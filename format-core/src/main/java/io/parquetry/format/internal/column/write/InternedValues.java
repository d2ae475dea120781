package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.column.write.DictionaryPolicy.Kept;
import io.parquetry.format.internal.column.write.DictionaryPolicy.Ratios;
import io.parquetry.format.internal.column.write.DictionaryPolicy.Sizes;
import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.encoding.RetainedBytes;
import io.parquetry.format.internal.encoding.RleHybridEncoder;
import io.parquetry.format.internal.statistics.MinMax;

/** The values of a chunk that are in its dictionary: the indexes of the open page, and what is known of their sizes. */
final class InternedValues {
    private final ValueBuffer buffer;
    private final ChunkDictionary dictionary;
    private final IndexBuffer indexes;
    /** Bytes of the interned values of the open page, in PLAIN form. */
    private long bytes;

    /** Bytes of the indexes in the pages that were cut. */
    private long indexBytesInPages;

    private int encodedIndexBytes;
    private Ratios ratios = Ratios.EVEN;
    private Kept lastKept = Kept.NEVER;

    InternedValues(ValueBuffer buffer, ChunkDictionary dictionary, RetainedBytes retained) {
        this.buffer = buffer;
        this.dictionary = dictionary;
        this.indexes = new IndexBuffer(retained);
    }

    /** Interned values of the open page. */
    int count() {
        return indexes.count();
    }

    long bytes() {
        return bytes;
    }

    /** Bytes of the open page's BYTE_ARRAY values without their lengths; 0 for other types. */
    long unencodedBytes() {
        return indexes.unencodedBytes();
    }

    Ratios ratios() {
        return ratios;
    }

    Kept lastKept() {
        return lastKept;
    }

    /** Interns the buffered values. */
    void intern() {
        bytes += buffer.bytes();
        dictionary.intern(indexes);
    }

    /** Moves the values of the open page back to the buffer, which is empty. */
    void expand() {
        dictionary.expand(indexes);
        release();
    }

    /** Puts the values of the open page into the buffer, too, which is empty, until {@link #keepCopied}. */
    void copyToBuffer() {
        dictionary.expand(indexes);
        bytes = 0;
    }

    /** Drops the values from the buffer again. */
    void keepCopied() {
        bytes = buffer.bytes();
        buffer.release();
    }

    /** Drops the indexes of the open page. */
    void release() {
        bytes = 0;
        indexes.release();
    }

    /**
     * The exact sizes, but for the bytes of a page's headers.
     *
     * @param valueBytes of the chunk
     */
    Sizes sizes(long valueBytes) {
        return new Sizes(dictionary.bytes(), indexBytesInPages + indexBytes(), valueBytes);
    }

    /** @param valueBytes of the open page */
    Sizes sizesOfPage(long valueBytes) {
        return new Sizes(dictionary.bytes(), indexBytes(), valueBytes);
    }

    private long indexBytes() {
        return RleHybridEncoder.encodedBytes(indexes.array(), indexes.count(), bitWidth());
    }

    private int bitWidth() {
        return RleHybridEncoder.bitWidth(dictionary.size() - 1);
    }

    /** How many entries of the dictionary the first half of the open page needs. */
    int firstHalfEntries() {
        return indexes.entriesOfFirst(indexes.count() / 2);
    }

    /**
     * Has later decisions compare compressed sizes.
     *
     * @param indexPage the compressed size of the open page with its indexes
     * @param dictionaryPage the compressed size of the dictionary page
     * @param valueRatio compressed bytes for one byte of the values that they replace
     */
    void measured(int indexPage, int dictionaryPage, double valueRatio) {
        ratios =
                new Ratios(dictionaryPage / (double) dictionary.bytes(), indexPage / (double) indexBytes(), valueRatio);
    }

    /** @param values of the chunk */
    void kept(Sizes sizes, long values) {
        lastKept = new Kept(sizes, values);
    }

    void encode(ByteAppender body) {
        int start = body.size();
        int bitWidth = bitWidth();
        body.putByte(bitWidth);
        RleHybridEncoder.encode(indexes.array(), indexes.count(), bitWidth, body);
        encodedIndexBytes = body.size() - start;
    }

    MinMax minMax() {
        return dictionary.minMax(indexes);
    }

    /** Starts the next page of the chunk. */
    void startPage() {
        indexBytesInPages += encodedIndexBytes;
        encodedIndexBytes = 0;
        bytes = 0;
        indexes.clear();
    }

    /** Releases the dictionary. */
    void finishChunk() {
        release();
        dictionary.release();
        indexBytesInPages = 0;
        ratios = Ratios.EVEN;
        lastKept = Kept.NEVER;
    }
}
