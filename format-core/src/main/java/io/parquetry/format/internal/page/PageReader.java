package io.parquetry.format.internal.page;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.compression.Decompressor;
import io.parquetry.format.internal.encoding.ValueDecoder;
import io.parquetry.format.internal.helper.HelperPool;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.util.function.Predicate;

/**
 * Goes through the pages of one column chunk after the other, all of the same column. The header of a page is read
 * first; its body is read, checked and decompressed only when it is asked for, so pages can be stepped over. Pages that
 * hold neither data nor a dictionary are stepped over here.
 *
 * <p>Sizes that a header claims are believed only so far ({@link PageClaims}); a page that needs proof is gone through
 * first without keeping what comes out, so that only one that really grows takes memory. That memory is limited by {@link
 * ReadMemory}.
 */
public final class PageReader {
    private static final byte[] NO_BYTES = {};

    /** Writers of the first years forgot the header of the dictionary page when they added up the bytes of a chunk. */
    private static final int FORGOTTEN_BYTES_MAX = 100;

    private final PageLimits limits;
    private final ReadMemory memory;
    private final ReadWindow window;
    private final PageFinder finder;
    private final DataPage data;
    private final PagePrefetch ahead;
    private byte[] decompressed = NO_BYTES;
    private int decompressedTakes;
    private long dictionaryTakes;

    private CompressionCodec codec = CompressionCodec.UNCOMPRESSED;
    private Decompressor decompressor = Decompressor.of(codec);
    private Place chunk = Place.of("");
    private long end;
    private long nextPosition;

    private FoundPage page = FoundPage.NOWHERE;
    private int dataPages;

    public PageReader(LeafColumn leaf, PageLimits limits, ReadMemory memory) {
        this.memory = memory;
        this.limits = limits;
        this.window = new ReadWindow(limits.readAheadBytes(), memory);
        this.data = new DataPage(leaf);
        this.ahead = new PagePrefetch(HelperPool.OF_PROCESS, memory);
        this.finder = new PageFinder(window, ahead);
    }

    /** Turns to a column chunk, whose pages lie from {@code from} to {@code to} of a file. */
    public void open(InputFile file, long from, long to, CompressionCodec chunkCodec, Place place) {
        ahead.forget();
        end = to;
        long bytesEnd = Math.min(to + FORGOTTEN_BYTES_MAX, file.length());
        window.open(file, from, bytesEnd);
        finder.open(bytesEnd, place);
        if (codec != chunkCodec) {
            decompressor = Decompressor.of(chunkCodec);
            codec = chunkCodec;
        }
        chunk = place;
        nextPosition = from;
        dataPages = 0;
        page = FoundPage.NOWHERE;
    }

    /** Gives its memory back; nothing may be asked of it any more, and the page that it gave last is no more. */
    public void close() {
        ahead.close();
        window.release();
        ReadBuffers.give(decompressed);
        decompressed = NO_BYTES;
        decompressedTakes = 0;
    }

    /** Makes data page {@code ordinal}, whose header lies at {@code position} within the chunk, the next one. */
    public void seek(long position, int ordinal) {
        nextPosition = position;
        dataPages = ordinal;
    }

    /** Reads ahead no further than this position, until another one is said; pages behind it can be gone to all the same. */
    public void wantUntil(long position) {
        window.wantUntil(position);
    }

    /** Number of the next data page in its chunk. */
    public int nextDataPage() {
        return dataPages;
    }

    /** Goes to the next page, or says that the chunk ends here. */
    public boolean next() throws IOException {
        do {
            if (nextPosition >= end) {
                return false;
            }
            page = finder.find(nextPosition);
            nextPosition = page.end();
        } while (page.header().content() instanceof PageHeader.Other);
        if (!(page.header().content() instanceof PageHeader.Dictionary)) {
            dataPages++;
        }
        return true;
    }

    /** The header of the page that was gone to. */
    public PageHeader header() {
        return page.header();
    }

    /** Where that header begins in the file. */
    public long headerPosition() {
        return page.position();
    }

    public int headerBytes() {
        return (int) (page.bodyPosition() - page.position());
    }

    /** Where the page is, for messages. */
    public Place place() {
        return chunk.page(
                page.header().content() instanceof PageHeader.Dictionary
                        ? Place.DICTIONARY_PAGE
                        : Math.max(0, dataPages - 1));
    }

    /** The body of the data page that was gone to; it holds until the next page is gone to. */
    public DataPage data() throws IOException {
        PageHeader header = page.header();
        if (header.content() instanceof PageHeader.DataV1 v1) {
            if (codec == CompressionCodec.UNCOMPRESSED) {
                int at = body();
                data.startV1(v1, window.bytes(), at, at + header.compressedBytes());
            } else {
                data.startV1(v1, decompressedBody(header), 0, header.uncompressedBytes());
            }
        } else if (header.content() instanceof PageHeader.DataV2 v2) {
            startV2(v2, body());
        } else {
            throw new IllegalStateException("data() was called at a dictionary page");
        }
        return data;
    }

    private byte[] decompressedBody(PageHeader header) throws IOException {
        int length = header.uncompressedBytes();
        if (ahead.isAt(page.position())) {
            byte[] taken = ahead.take();
            takeForDecompressed(length);
            ReadBuffers.give(decompressed);
            decompressed = taken;
        } else {
            ahead.forget();
            decompress(body(), header.compressedBytes(), length);
        }
        if (nextPosition >= end) {
            window.release();
        }
        return decompressed;
    }

    private void startV2(PageHeader.DataV2 v2, int at) throws IOException {
        PageHeader header = page.header();
        long levels = (long) v2.repetitionBytes() + v2.definitionBytes();
        if (levels > header.compressedBytes() || levels > header.uncompressedBytes()) {
            throw new CorruptFileException("the levels claim " + levels + " bytes, more than the page, which has "
                    + header.compressedBytes() + " bytes and " + header.uncompressedBytes() + " uncompressed");
        }
        int valuesAt = at + (int) levels;
        int compressed = header.compressedBytes() - (int) levels;
        int uncompressed = header.uncompressedBytes() - (int) levels;
        data.startV2(v2, window.bytes(), at);
        if (codec == CompressionCodec.UNCOMPRESSED || !v2.compressed()) {
            data.values(window.bytes(), valuesAt, valuesAt + compressed);
        } else if (uncompressed == 0) {
            data.values(window.bytes(), valuesAt, valuesAt);
        } else {
            data.values(decompress(valuesAt, compressed, uncompressed), 0, uncompressed);
        }
    }

    /**
     * Lets a spare core decompress the page behind this one, which is a data page that was asked for. Where the levels of
     * this one lie in the window (version 2) it is left alone, since the window may have to move.
     *
     * @param mayFetch whether it may be fetched for that, if it is not in memory
     */
    public void prepareNext(boolean mayFetch) {
        int known = window.availableAt(nextPosition);
        if (page.header().content() instanceof PageHeader.DataV1
                && nextPosition < end
                && window.isWanted(nextPosition)
                && (mayFetch || known >= PageFinder.HEADER_BYTES_USUAL)) {
            prepare(nextPosition, next -> mayFetch || next.end() - next.position() <= known);
        }
    }

    /**
     * Lets a spare core decompress a page of the chunk that was just turned to, before any data page is asked for.
     *
     * @param position where its header begins
     * @param entry that it must hold, by its number in the page
     */
    public void prepare(long position, long entry) {
        if (position < end) {
            prepare(
                    position,
                    found -> found.header().content() instanceof PageHeader.DataV1 data && data.entries() > entry);
        }
    }

    /** Decompresses the page that was prepared, unless somebody has begun, or there is none. */
    public void beginPrepared() {
        ahead.beginWork();
    }

    private void prepare(long position, Predicate<FoundPage> condition) {
        if (codec == CompressionCodec.UNCOMPRESSED || !ahead.isFree()) {
            return;
        }
        try {
            FoundPage found = finder.find(position);
            if (condition.test(found)) {
                prepare(found);
            }
        } catch (IOException | CorruptFileException | UnsupportedFeatureException e) {
            // It will be said when the page is gone to, if it is.
            return;
        }
    }

    private void prepare(FoundPage next) throws IOException {
        int compressed = next.header().compressedBytes();
        int uncompressed = next.header().uncompressedBytes();
        PageClaims.requireBelievable(next.header(), codec);
        if (!(next.header().content() instanceof PageHeader.DataV1)
                || PageClaims.needsProof(compressed, uncompressed)) {
            return;
        }
        int at = finder.require(next.bodyPosition(), compressed);
        byte[] bytes = window.bytes();
        Decompressor used = decompressor;
        ahead.begin(next.position(), uncompressed, target -> {
            requireChecksum(next.header(), bytes, at);
            used.decompress(bytes, at, compressed, target, 0, uncompressed);
        });
    }

    /** The bytes of the dictionary page that was gone to; an array of their own, with slack behind them. */
    public byte[] dictionary() throws IOException {
        int at = body();
        int length = dictionaryBytes();
        if (codec != CompressionCodec.UNCOMPRESSED) {
            requireProof(at, page.header().compressedBytes(), length);
        }
        memory.replace(dictionaryTakes, length, "the dictionary");
        dictionaryTakes = length;
        byte[] bytes = new byte[length + ValueDecoder.SLACK_BYTES];
        if (codec == CompressionCodec.UNCOMPRESSED) {
            System.arraycopy(window.bytes(), at, bytes, 0, length);
        } else if (length > 0) {
            decompressor.decompress(window.bytes(), at, page.header().compressedBytes(), bytes, 0, length);
        }
        return bytes;
    }

    /** How many bytes {@link #dictionary()} gives, without the slack. */
    public int dictionaryBytes() {
        PageHeader header = page.header();
        return codec == CompressionCodec.UNCOMPRESSED ? header.compressedBytes() : header.uncompressedBytes();
    }

    private int body() throws IOException {
        PageHeader header = page.header();
        PageClaims.requireBelievable(header, codec);
        int at = finder.require(page.bodyPosition(), header.compressedBytes());
        requireChecksum(header, window.bytes(), at);
        return at;
    }

    private void requireChecksum(PageHeader header, byte[] bytes, int at) {
        if (limits.verifyChecksums()) {
            PageClaims.requireChecksum(header, bytes, at);
        }
    }

    private void requireProof(int at, int compressed, int uncompressed) {
        if (PageClaims.needsProof(compressed, uncompressed)) {
            decompressor.requireLength(window.bytes(), at, compressed, uncompressed);
        }
    }

    private byte[] decompress(int at, int compressed, int uncompressed) {
        if (decompressedTakes - ValueDecoder.SLACK_BYTES < uncompressed) {
            requireProof(at, compressed, uncompressed);
            takeForDecompressed(uncompressed);
            ReadBuffers.give(decompressed);
            decompressed = NO_BYTES;
            decompressed = ReadBuffers.take(decompressedTakes);
        }
        if (uncompressed > 0) {
            decompressor.decompress(window.bytes(), at, compressed, decompressed, 0, uncompressed);
        }
        return decompressed;
    }

    private void takeForDecompressed(int uncompressed) {
        memory.replace(decompressedTakes, (long) uncompressed + ValueDecoder.SLACK_BYTES, "a decompressed page");
        decompressedTakes = uncompressed + ValueDecoder.SLACK_BYTES;
    }
}
