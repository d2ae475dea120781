package io.parquetry.format.internal.page;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.compression.Decompressor;
import io.parquetry.format.internal.encoding.ValueDecoder;
import io.parquetry.format.internal.spare.SpareCores;
import io.parquetry.format.internal.thrift.CompactReader;
import io.parquetry.format.internal.thrift.PageHeaderThrift;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.zip.CRC32;

/**
 * Goes through the pages of one column chunk after the other, all of the same column. The header of a page is read
 * first; its body is read, checked and decompressed only when it is asked for, so pages can be stepped over. Pages that
 * hold neither data nor a dictionary are stepped over here.
 *
 * <p>Sizes that a header claims are believed only so far: the compressed bytes must lie within the chunk, and the
 * decompressed ones must stay below what the codec can make of the compressed ones. A page that claims to grow by more
 * than {@link #BELIEVED_BYTES} is gone through first without keeping what comes out, so that only one that really grows
 * takes memory; that memory is limited by {@link ReadMemory}.
 */
public final class PageReader {
    private static final int HEADER_BYTES_USUAL = 256;
    private static final int HEADER_BYTES_MAX = 1 << 24;

    /** How far a page may claim to grow without proof. */
    private static final int BELIEVED_BYTES = 1 << 25;

    /** The longest array that every JVM gives. */
    private static final int ARRAY_BYTES_MAX = Integer.MAX_VALUE - 16;

    private static final byte[] NO_BYTES = {};

    /** Writers of the first years forgot the header of the dictionary page when they added up the bytes of a chunk. */
    private static final int FORGOTTEN_BYTES_MAX = 100;

    private final PageLimits limits;
    private final ReadMemory memory;
    private final ReadWindow window;
    private final DataPage data;
    private final PageAhead ahead;
    private byte[] decompressed = NO_BYTES;
    private int decompressedTakes;
    private long dictionaryTakes;

    private CompressionCodec codec = CompressionCodec.UNCOMPRESSED;
    private Decompressor decompressor = Decompressor.of(codec);
    private Place chunk = Place.of("");
    private long end;
    private long bytesEnd;
    private long nextPosition;

    private PageAt page = PageAt.NOWHERE;
    private int dataPages;

    /** Where a page lies, and what its header says. */
    private record PageAt(PageHeader header, long position, long bodyPosition) {
        static final PageAt NOWHERE =
                new PageAt(new PageHeader(0, 0, OptionalInt.empty(), new PageHeader.Other(-1)), 0, 0);

        long end() {
            return bodyPosition + header.compressedBytes();
        }
    }

    public PageReader(LeafColumn leaf, PageLimits limits, ReadMemory memory) {
        this.memory = memory;
        this.limits = limits;
        this.window = new ReadWindow(limits.readAheadBytes(), memory);
        this.data = new DataPage(leaf);
        this.ahead = new PageAhead(SpareCores.OF_PROCESS, memory);
    }

    /** Turns to a column chunk, whose pages lie from {@code from} to {@code to} of a file. */
    public void open(InputFile file, long from, long to, CompressionCodec chunkCodec, Place place) {
        ahead.forget();
        end = to;
        bytesEnd = Math.min(to + FORGOTTEN_BYTES_MAX, file.length());
        window.open(file, from, bytesEnd);
        if (codec != chunkCodec) {
            decompressor = Decompressor.of(chunkCodec);
            codec = chunkCodec;
        }
        chunk = place;
        nextPosition = from;
        dataPages = 0;
        page = PageAt.NOWHERE;
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
            page = locate(nextPosition);
            nextPosition = page.end();
        } while (page.header().content() instanceof PageHeader.Other);
        if (!(page.header().content() instanceof PageHeader.Dictionary)) {
            dataPages++;
        }
        return true;
    }

    /** Reads the header of the page that begins at this position of the file. */
    private PageAt locate(long position) throws IOException {
        long rest = bytesEnd - position;
        int wanted = (int) Math.min(rest, Math.max(HEADER_BYTES_USUAL, window.availableAt(position)));
        while (true) {
            int at = require(position, wanted);
            int length = (int) Math.min(rest, window.availableAt(position));
            CompactReader in = new CompactReader("page header", window.bytes(), at, length);
            Optional<PageHeader> header = parse(in, position);
            if (header.isPresent()) {
                return requireWithinChunk(new PageAt(header.get(), position, position + in.consumed()));
            }
            if (length == rest || length >= HEADER_BYTES_MAX) {
                throw new CorruptFileException(
                        chunk,
                        "the page header at byte " + position + " does not end within " + length + " bytes"
                                + (length == rest ? ", where the column chunk ends" : ""));
            }
            wanted = (int) Math.min(rest, Math.max(length * 4L, 1 << 16));
        }
    }

    private Optional<PageHeader> parse(CompactReader in, long position) {
        try {
            return PageHeaderThrift.read(in);
        } catch (CorruptFileException e) {
            throw new CorruptFileException(chunk, "at byte " + position + " of the file: " + e.reason());
        }
    }

    private PageAt requireWithinChunk(PageAt found) {
        long left = bytesEnd - found.bodyPosition();
        if (found.header().compressedBytes() > left) {
            throw new CorruptFileException(
                    chunk,
                    "the page at byte " + found.position() + " claims "
                            + found.header().compressedBytes() + " bytes, but only " + left
                            + " bytes of the column chunk are left");
        }
        return found;
    }

    /** Makes bytes readable once nobody reads what may have to make room for them. */
    private int require(long position, int count) throws IOException {
        if (window.availableAt(position) < count) {
            ahead.settle();
        }
        return window.require(position, count);
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
                && (mayFetch || known >= HEADER_BYTES_USUAL)) {
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

    private void prepare(long position, Predicate<PageAt> condition) {
        if (codec == CompressionCodec.UNCOMPRESSED || !ahead.isFree()) {
            return;
        }
        try {
            PageAt found = locate(position);
            if (condition.test(found)) {
                prepare(found);
            }
        } catch (IOException | CorruptFileException | UnsupportedFeatureException e) {
            // It will be said when the page is gone to, if it is.
            return;
        }
    }

    private void prepare(PageAt next) throws IOException {
        int compressed = next.header().compressedBytes();
        int uncompressed = next.header().uncompressedBytes();
        requireBelievable(compressed, uncompressed);
        if (!(next.header().content() instanceof PageHeader.DataV1)
                || uncompressed - (long) compressed > BELIEVED_BYTES) {
            return;
        }
        int at = require(next.bodyPosition(), compressed);
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
        requireBelievable(header.compressedBytes(), header.uncompressedBytes());
        int at = require(page.bodyPosition(), header.compressedBytes());
        requireChecksum(header, window.bytes(), at);
        return at;
    }

    private void requireChecksum(PageHeader header, byte[] bytes, int at) {
        if (limits.verifyChecksums() && header.crc().isPresent()) {
            CRC32 crc = new CRC32();
            crc.update(bytes, at, header.compressedBytes());
            if ((int) crc.getValue() != header.crc().getAsInt()) {
                throw new CorruptFileException(String.format(
                        "the checksum of the page is %08x, but its header says %08x",
                        (int) crc.getValue(), header.crc().getAsInt()));
            }
        }
    }

    private void requireBelievable(int compressed, int uncompressed) {
        int most = Math.max(compressed, uncompressed);
        if (most > ARRAY_BYTES_MAX) {
            throw new UnsupportedFeatureException(
                    "unsupported: the page has " + most + " bytes; an array of Java has up to " + ARRAY_BYTES_MAX);
        }
        long possible = compressed * expansionMax();
        if (codec != CompressionCodec.UNCOMPRESSED && uncompressed > possible) {
            throw new CorruptFileException("the page claims to have " + uncompressed + " bytes uncompressed, but the "
                    + compressed + " bytes that it has cannot give more than " + possible + " with " + codec);
        }
    }

    /** An upper bound of the bytes that one compressed byte may stand for. */
    private long expansionMax() {
        return switch (codec) {
            case UNCOMPRESSED -> 1;
            // A copy of 64 bytes takes 3.
            case SNAPPY -> 22;
            // A copy of 258 bytes takes 2 bits.
            case GZIP -> 1032;
            // Every byte of a length adds 255.
            case LZ4, LZ4_RAW -> 255;
            // A block of 128 KiB takes 4 bytes.
            case ZSTD -> 1 << 15;
            case LZO, BROTLI -> Integer.MAX_VALUE;
        };
    }

    private void requireProof(int at, int compressed, int uncompressed) {
        if (uncompressed - (long) compressed > BELIEVED_BYTES) {
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
