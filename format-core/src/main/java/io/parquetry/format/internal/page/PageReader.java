package io.parquetry.format.internal.page;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.compression.Decompressor;
import io.parquetry.format.internal.encoding.ValueDecoder;
import io.parquetry.format.internal.thrift.CompactReader;
import io.parquetry.format.internal.thrift.PageHeaderThrift;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
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
    private static final PageHeader NONE = new PageHeader(0, 0, OptionalInt.empty(), new PageHeader.Other(-1));

    /** Writers of the first years forgot the header of the dictionary page when they added up the bytes of a chunk. */
    private static final int FORGOTTEN_BYTES_MAX = 100;

    private final PageLimits limits;
    private final ReadMemory memory;
    private final ReadWindow window;
    private final DataPage data;
    private byte[] decompressed = NO_BYTES;
    private int decompressedTakes;
    private long dictionaryTakes;

    private CompressionCodec codec = CompressionCodec.UNCOMPRESSED;
    private Decompressor decompressor = Decompressor.of(codec);
    private Place chunk = Place.of("");
    private long end;
    private long bytesEnd;
    private long nextPosition;

    private PageHeader header = NONE;
    private long headerPosition;
    private long bodyPosition;
    private int dataPages;

    public PageReader(LeafColumn leaf, PageLimits limits, ReadMemory memory) {
        this.memory = memory;
        this.limits = limits;
        this.window = new ReadWindow(limits.readAheadBytes(), memory);
        this.data = new DataPage(leaf);
    }

    /** Turns to a column chunk, whose pages lie from {@code from} to {@code to} of a file. */
    public void open(InputFile file, long from, long to, CompressionCodec chunkCodec, Place place) {
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
        header = NONE;
    }

    /** Gives its memory back; nothing may be asked of it any more, and the page that it gave last is no more. */
    public void close() {
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
            readHeader();
        } while (header.content() instanceof PageHeader.Other);
        if (!(header.content() instanceof PageHeader.Dictionary)) {
            dataPages++;
        }
        return true;
    }

    private void readHeader() throws IOException {
        headerPosition = nextPosition;
        long rest = bytesEnd - headerPosition;
        int wanted = (int) Math.min(rest, Math.max(HEADER_BYTES_USUAL, window.availableAt(headerPosition)));
        while (true) {
            int at = window.require(headerPosition, wanted);
            int length = (int) Math.min(rest, window.availableAt(headerPosition));
            CompactReader in = new CompactReader("page header", window.bytes(), at, length);
            Optional<PageHeader> read = parse(in);
            if (read.isPresent()) {
                header = read.get();
                bodyPosition = headerPosition + in.consumed();
                break;
            }
            if (length == rest || length >= HEADER_BYTES_MAX) {
                throw new CorruptFileException(
                        chunk,
                        "the page header at byte " + headerPosition + " does not end within " + length + " bytes"
                                + (length == rest ? ", where the column chunk ends" : ""));
            }
            wanted = (int) Math.min(rest, Math.max(length * 4L, 1 << 16));
        }
        if (header.compressedBytes() > bytesEnd - bodyPosition) {
            throw new CorruptFileException(
                    chunk,
                    "the page at byte " + headerPosition + " claims "
                            + header.compressedBytes() + " bytes, but only " + (bytesEnd - bodyPosition)
                            + " bytes of the column chunk are left");
        }
        nextPosition = bodyPosition + header.compressedBytes();
    }

    private Optional<PageHeader> parse(CompactReader in) {
        try {
            return PageHeaderThrift.read(in);
        } catch (CorruptFileException e) {
            throw new CorruptFileException(chunk, "at byte " + headerPosition + " of the file: " + e.reason());
        }
    }

    /** The header of the page that was gone to. */
    public PageHeader header() {
        return header;
    }

    /** Where that header begins in the file. */
    public long headerPosition() {
        return headerPosition;
    }

    public int headerBytes() {
        return (int) (bodyPosition - headerPosition);
    }

    /** Where the page is, for messages. */
    public Place place() {
        return chunk.page(
                header.content() instanceof PageHeader.Dictionary ? Place.DICTIONARY_PAGE : Math.max(0, dataPages - 1));
    }

    /** The body of the data page that was gone to; it holds until the next page is gone to. */
    public DataPage data() throws IOException {
        int at = body();
        if (header.content() instanceof PageHeader.DataV1 v1) {
            if (codec == CompressionCodec.UNCOMPRESSED) {
                data.startV1(v1, window.bytes(), at, at + header.compressedBytes());
            } else {
                int length = header.uncompressedBytes();
                data.startV1(v1, decompress(at, header.compressedBytes(), length), 0, length);
                if (nextPosition >= end) {
                    window.release();
                }
            }
        } else if (header.content() instanceof PageHeader.DataV2 v2) {
            startV2(v2, at);
        } else {
            throw new IllegalStateException("data() was called at a dictionary page");
        }
        return data;
    }

    private void startV2(PageHeader.DataV2 v2, int at) throws IOException {
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

    /** The bytes of the dictionary page that was gone to; an array of their own, with slack behind them. */
    public byte[] dictionary() throws IOException {
        int at = body();
        int length = dictionaryBytes();
        if (codec != CompressionCodec.UNCOMPRESSED) {
            requireProof(at, header.compressedBytes(), length);
        }
        memory.replace(dictionaryTakes, length, "the dictionary");
        dictionaryTakes = length;
        byte[] bytes = new byte[length + ValueDecoder.SLACK_BYTES];
        if (codec == CompressionCodec.UNCOMPRESSED) {
            System.arraycopy(window.bytes(), at, bytes, 0, length);
        } else if (length > 0) {
            decompressor.decompress(window.bytes(), at, header.compressedBytes(), bytes, 0, length);
        }
        return bytes;
    }

    /** How many bytes {@link #dictionary()} gives, without the slack. */
    public int dictionaryBytes() {
        return codec == CompressionCodec.UNCOMPRESSED ? header.compressedBytes() : header.uncompressedBytes();
    }

    private int body() throws IOException {
        requireBelievable(header.compressedBytes(), header.uncompressedBytes());
        int at = window.require(bodyPosition, header.compressedBytes());
        if (limits.verifyChecksums() && header.crc().isPresent()) {
            CRC32 crc = new CRC32();
            crc.update(window.bytes(), at, header.compressedBytes());
            if ((int) crc.getValue() != header.crc().getAsInt()) {
                throw new CorruptFileException(String.format(
                        "the checksum of the page is %08x, but its header says %08x",
                        (int) crc.getValue(), header.crc().getAsInt()));
            }
        }
        return at;
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
            memory.replace(decompressedTakes, (long) uncompressed + ValueDecoder.SLACK_BYTES, "a decompressed page");
            decompressedTakes = uncompressed + ValueDecoder.SLACK_BYTES;
            ReadBuffers.give(decompressed);
            decompressed = NO_BYTES;
            decompressed = ReadBuffers.take(decompressedTakes);
        }
        if (uncompressed > 0) {
            decompressor.decompress(window.bytes(), at, compressed, decompressed, 0, uncompressed);
        }
        return decompressed;
    }
}
