package io.parquetry.format.internal.page;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.MemoryLimitException;
import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.compression.Decompressor;
import io.parquetry.format.internal.encoding.LevelsDecoder;
import io.parquetry.format.internal.encoding.ValueDecoder;
import io.parquetry.format.internal.helper.HelperPool;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Predicate;

/**
 * Reads the pages of one column chunk after the other, all of the same column. The header of a page is read first; its
 * body is read, checked and decompressed on demand, so that pages can be skipped. Pages that hold neither data nor a
 * dictionary are skipped here.
 *
 * <p>Sizes in headers are trusted up to a limit ({@link PageSizeLimits}); a page beyond it is first decompressed
 * without keeping the result, so that only a page that really grows takes memory. {@link ReadMemory} limits that
 * memory.
 */
public final class PageReader {
    private static final byte[] NO_BYTES = {};

    /** Early writers left the header of the dictionary page out of the bytes of a chunk. */
    private static final int MISSING_BYTES_MAX = 100;

    private final PageLimits limits;
    private final ReadMemory memory;
    private final PageWindow window;
    private final DataPage data;
    private final PagePrefetch prefetch;
    private byte[] decompressed = NO_BYTES;
    /** The page of version 1 whose bytes {@code decompressed} has. */
    private FoundPage decompressedPage = FoundPage.NONE;

    private int decompressedBytes;
    private long excessBytes;

    private int decompressedReserved;
    private long dictionaryReserved;

    private CompressionCodec codec = CompressionCodec.UNCOMPRESSED;
    private Decompressor decompressor = Decompressor.of(codec);
    private Place chunk = Place.of("");
    private long end;
    private long nextPosition;

    private FoundPage page = FoundPage.NONE;
    private int dataPages;
    private long otherBytes;

    public PageReader(LeafColumn leaf, PageLimits limits, ReadMemory memory) {
        this.memory = memory;
        this.limits = limits;
        this.data = new DataPage(leaf);
        this.prefetch = new PagePrefetch(HelperPool.OF_PROCESS, memory);
        this.window = new PageWindow(limits.readAheadBytes(), memory, prefetch);
    }

    /** Opens a column chunk, whose pages are in the range from {@code from} to {@code to} of a file. */
    public void open(InputFile file, long from, long to, CompressionCodec chunkCodec, Place place) {
        prefetch.drop();
        end = to;
        window.open(file, from, Math.min(to + MISSING_BYTES_MAX, file.length()), place);
        if (codec != chunkCodec) {
            decompressor = Decompressor.of(chunkCodec);
            codec = chunkCodec;
        }
        chunk = place;
        nextPosition = from;
        dataPages = 0;
        otherBytes = 0;
        page = FoundPage.NONE;
    }

    /** Releases its memory; the reader and the page that it returned last may not be used any more. */
    public void close() {
        prefetch.close();
        window.release();
        ReadBuffers.give(decompressed);
        decompressed = NO_BYTES;
        decompressedPage = FoundPage.NONE;
        decompressedReserved = 0;
    }

    /** Makes data page {@code ordinal}, whose header is at {@code position} of the file, the next one. */
    public void seek(long position, int ordinal) {
        nextPosition = position;
        dataPages = ordinal;
    }

    /** Reads ahead no further than this position, until the next call; pages behind it can still be read. */
    public void wantUntil(long position) {
        window.wantUntil(position);
    }

    /** Position of the header of the next page in the file. */
    public long nextPosition() {
        return nextPosition;
    }

    /** Number of the next data page in its chunk. */
    public int nextDataPage() {
        return dataPages;
    }

    /** Moves to the next page of data or of a dictionary; returns false at the end of the chunk. */
    public boolean next() throws IOException {
        while (nextOfAnyType()) {
            if (!(page.header().content() instanceof PageHeader.Other)) {
                return true;
            }
        }
        return false;
    }

    /** Moves to the next page, also to one that {@link #next} steps over; returns false at the end of the chunk. */
    public boolean nextOfAnyType() throws IOException {
        if (nextPosition >= end) {
            return false;
        }
        page = window.find(nextPosition);
        nextPosition = page.end();
        PageHeader.Content content = page.header().content();
        if (content instanceof PageHeader.Other) {
            otherBytes += headerBytes() + page.header().uncompressedBytes();
        } else if (!(content instanceof PageHeader.Dictionary)) {
            dataPages++;
        }
        return true;
    }

    /** The header of the current page. */
    public PageHeader header() {
        return page.header();
    }

    /** Position of that header in the file. */
    public long headerPosition() {
        return page.position();
    }

    /** Uncompressed bytes of the pages that were skipped so far, with their headers. */
    public long otherBytes() {
        return otherBytes;
    }

    public int headerBytes() {
        return (int) (page.bodyPosition() - page.position());
    }

    /** The place of the current page, for messages. */
    public Place place() {
        return chunk.page(
                page.header().content() instanceof PageHeader.Dictionary
                        ? Place.DICTIONARY_PAGE
                        : Math.max(0, dataPages - 1));
    }

    /**
     * The body of the current page, which is a data page, from its beginning on; valid until the reader moves. A second
     * call does not decompress a page of version 1 again.
     */
    public DataPage data() throws IOException {
        PageHeader header = page.header();
        if (header.content() instanceof PageHeader.DataV1 v1) {
            if (codec == CompressionCodec.UNCOMPRESSED) {
                int at = body();
                data.startV1(v1, window.bytes(), at, at + header.compressedBytes());
            } else {
                data.startV1(v1, decompressedBody(header), 0, decompressedBytes);
            }
        } else if (header.content() instanceof PageHeader.DataV2 v2) {
            startV2(v2, body());
        } else {
            throw new IllegalStateException("data() was called at a dictionary page");
        }
        return data;
    }

    private byte[] decompressedBody(PageHeader header) throws IOException {
        if (decompressedPage == page) {
            return decompressed;
        }
        int length = header.uncompressedBytes();
        decompressedPage = FoundPage.NONE;
        if (prefetch.isAt(page.position())) {
            PagePrefetch.DecompressedPage taken = prefetch.take();
            reserveDecompressed(length);
            ReadBuffers.give(decompressed);
            decompressed = taken.array();
            setDecompressed(taken.bytes(), length);
        } else {
            prefetch.drop();
            decompress(body(), header.compressedBytes(), length);
        }
        decompressedPage = page;
        releaseIfDone();
        return decompressed;
    }

    /** Releases bytes of the file that are not needed for the current page any more, if they are not to be kept. */
    private void releaseIfDone() {
        if (nextPosition >= end || !limits.keepsBytes()) {
            window.release();
        }
    }

    /**
     * The repetition levels of the current page, which is of version 2; the rest of the page is not read.
     *
     * @param v2 content of its header
     */
    public LevelsDecoder repetitionLevels(PageHeader.DataV2 v2) throws IOException {
        levelBytes(v2);
        int at = window.require(page.bodyPosition(), v2.repetitionBytes());
        return data.startRepetition(v2, window.bytes(), at);
    }

    private int levelBytes(PageHeader.DataV2 v2) {
        PageHeader header = page.header();
        long levels = (long) v2.repetitionBytes() + v2.definitionBytes();
        if (levels > header.compressedBytes() || levels > header.uncompressedBytes()) {
            throw new CorruptFileException("the levels claim " + levels + " bytes, more than the page, which has "
                    + header.compressedBytes() + " bytes and " + header.uncompressedBytes() + " uncompressed");
        }
        return (int) levels;
    }

    private void startV2(PageHeader.DataV2 v2, int at) throws IOException {
        PageHeader header = page.header();
        int levels = levelBytes(v2);
        int valuesAt = at + levels;
        int compressed = header.compressedBytes() - levels;
        int uncompressed = header.uncompressedBytes() - levels;
        data.startV2(v2, window.bytes(), at);
        if (codec == CompressionCodec.UNCOMPRESSED) {
            data.values(window.bytes(), valuesAt, valuesAt + compressed);
        } else if (uncompressed == 0) {
            data.values(window.bytes(), valuesAt, valuesAt);
        } else if (v2.compressed() || limits.compressedAnyway()) {
            data.values(decompress(valuesAt, compressed, uncompressed), 0, decompressedBytes);
        } else {
            requireOneSize(compressed, uncompressed);
            data.values(window.bytes(), valuesAt, valuesAt + compressed);
        }
    }

    private static void requireOneSize(int compressed, int uncompressed) {
        if (compressed > uncompressed || uncompressed - compressed > Decompressor.EXCESS_BYTES_MAX) {
            throw new CorruptFileException(
                    "the header says that the values are not compressed, but also that they have " + compressed
                            + " bytes and " + uncompressed + " uncompressed");
        }
    }

    /**
     * Offers the page behind the current one, whose body has been read, to helper threads. Not where the levels of the
     * current page are in the window (version 2), since the window may have to move.
     *
     * @param mayFetch whether the page may be fetched, if it is not in memory
     */
    public void prefetchNext(boolean mayFetch) {
        int known = window.availableAt(nextPosition);
        if (page.header().content() instanceof PageHeader.DataV1
                && nextPosition < end
                && window.isWanted(nextPosition)
                && (mayFetch || known >= PageWindow.HEADER_BYTES_USUAL)) {
            prefetch(nextPosition, next -> mayFetch || next.end() - next.position() <= known);
        }
    }

    /**
     * Offers a page of the chunk that was just opened to helper threads, before any data page is read.
     *
     * @param position of its header
     * @param entry number of an entry that the page must have
     */
    public void prefetch(long position, long entry) {
        if (position < end) {
            prefetch(
                    position,
                    found -> found.header().content() instanceof PageHeader.DataV1 data && data.entries() > entry);
        }
    }

    /** Decompresses the page that was offered, unless a helper thread has begun, or there is none. */
    public void beginPrefetched() {
        prefetch.begin();
    }

    private void prefetch(long position, Predicate<FoundPage> condition) {
        if (codec == CompressionCodec.UNCOMPRESSED || !prefetch.isFree()) {
            return;
        }
        try {
            FoundPage found = window.find(position);
            if (condition.test(found)) {
                offer(found);
            }
        } catch (IOException | CorruptFileException | UnsupportedFeatureException | MemoryLimitException e) {
            // The same error is reported when the page is read, if it is.
            return;
        }
    }

    private void offer(FoundPage next) throws IOException {
        int compressed = next.header().compressedBytes();
        int uncompressed = next.header().uncompressedBytes();
        PageSizeLimits.requirePlausible(next.header(), codec);
        if (!(next.header().content() instanceof PageHeader.DataV1)
                || PageSizeLimits.needsProof(compressed, uncompressed)) {
            return;
        }
        int at = window.require(next.bodyPosition(), compressed);
        byte[] bytes = window.bytes();
        Decompressor used = decompressor;
        prefetch.offer(next.position(), uncompressed, target -> {
            requireChecksum(next.header(), bytes, at);
            return used.decompress(bytes, at, compressed, target, 0, uncompressed);
        });
    }

    /** The bytes of the current page, which is a dictionary page; in an array of their own, with slack behind them. */
    public byte[] dictionary() throws IOException {
        PageHeader header = page.header();
        int at = body();
        boolean stored = codec == CompressionCodec.UNCOMPRESSED;
        int length = stored ? header.compressedBytes() : header.uncompressedBytes();
        if (!stored) {
            requireProof(at, header.compressedBytes(), length);
        }
        memory.replace(dictionaryReserved, length, "the dictionary");
        dictionaryReserved = length;
        byte[] bytes = new byte[length + ValueDecoder.SLACK_BYTES];
        if (stored) {
            System.arraycopy(window.bytes(), at, bytes, 0, length);
        } else if (length > 0) {
            int decoded = decompressor.decompress(window.bytes(), at, header.compressedBytes(), bytes, 0, length);
            excessBytes += length - decoded;
            bytes = decoded == length ? bytes : Arrays.copyOf(bytes, decoded + ValueDecoder.SLACK_BYTES);
        }
        if (!limits.keepsBytes()) {
            window.release();
        }
        return bytes;
    }

    /** Bytes that the headers of the pages read so far state in addition to those that the pages have. */
    public long excessBytes() {
        return excessBytes;
    }

    private int body() throws IOException {
        PageHeader header = page.header();
        PageSizeLimits.requirePlausible(header, codec);
        int at = window.require(page.bodyPosition(), header.compressedBytes());
        requireChecksum(header, window.bytes(), at);
        return at;
    }

    private void requireChecksum(PageHeader header, byte[] bytes, int at) {
        if (limits.verifyChecksums()) {
            PageSizeLimits.requireChecksum(header, bytes, at);
        }
    }

    private void requireProof(int at, int compressed, int uncompressed) {
        if (PageSizeLimits.needsProof(compressed, uncompressed)) {
            decompressor.requireLength(window.bytes(), at, compressed, uncompressed);
        }
    }

    private byte[] decompress(int at, int compressed, int uncompressed) {
        decompressedPage = FoundPage.NONE;
        if (decompressedReserved - ValueDecoder.SLACK_BYTES < uncompressed) {
            requireProof(at, compressed, uncompressed);
            reserveDecompressed(uncompressed);
            ReadBuffers.give(decompressed);
            decompressed = NO_BYTES;
            decompressed = ReadBuffers.take(decompressedReserved);
        }
        int decoded = uncompressed == 0
                ? 0
                : decompressor.decompress(window.bytes(), at, compressed, decompressed, 0, uncompressed);
        setDecompressed(decoded, uncompressed);
        return decompressed;
    }

    private void setDecompressed(int decoded, int stated) {
        decompressedBytes = decoded;
        excessBytes += stated - decoded;
    }

    private void reserveDecompressed(int uncompressed) {
        memory.replace(decompressedReserved, (long) uncompressed + ValueDecoder.SLACK_BYTES, "a decompressed page");
        decompressedReserved = uncompressed + ValueDecoder.SLACK_BYTES;
    }
}
