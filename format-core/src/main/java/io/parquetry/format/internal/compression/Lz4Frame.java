package io.parquetry.format.internal.compression;

import io.parquetry.format.CorruptFileException;
import net.jpountz.xxhash.XXHash32;
import net.jpountz.xxhash.XXHashFactory;

/**
 * A sequence of frames of the LZ4 frame format (lz4_Frame_format.md of LZ4):
 *
 * <pre>
 * magic 04 22 4D 18 | flags | block size | [content length 8] | [dictionary id 4] | header checksum 1
 * block             | block | ...                              block = length 4, bytes, [checksum 4]
 * end mark 0 (4)    | [content checksum 4]
 * </pre>
 *
 * <p>Numbers are little-endian; the highest bit of a block's length means that the block is not compressed. Blocks
 * may refer to earlier blocks of the same frame, as those of the oldest Arrow writers do; the LZ4 library does not
 * decode these.
 */
final class Lz4Frame {
    private static final int MAGIC = 0x184D2204;
    private static final int FLAG_BLOCK_CHECKSUM = 1 << 4;
    private static final int FLAG_CONTENT_LENGTH = 1 << 3;
    private static final int FLAG_CONTENT_CHECKSUM = 1 << 2;
    private static final int FLAG_DICTIONARY = 1;
    private static final int UNCOMPRESSED = 0x8000_0000;
    private static final XXHash32 HASH = XXHashFactory.safeInstance().hash32();

    private final byte[] in;
    private final int end;
    /** The target of the content, or null to compute only its length. */
    private final byte[] out;

    private final int outEnd;
    private int position;
    private int outPosition;

    private Lz4Frame(byte[] in, int position, int end, byte[] out, int outPosition, int outEnd) {
        this.in = in;
        this.position = position;
        this.end = end;
        this.out = out;
        this.outPosition = outPosition;
        this.outEnd = outEnd;
    }

    /** Whether the range begins with the magic number of a frame. */
    static boolean begins(byte[] in, int offset, int length) {
        return length >= Integer.BYTES && intAt(in, offset) == MAGIC;
    }

    /** Decodes all frames of the range and returns the decompressed length. */
    static int decode(byte[] in, int offset, int length, byte[] out, int outOffset, int outLength) {
        Lz4Frame frames = new Lz4Frame(in, offset, offset + length, out, outOffset, outOffset + outLength);
        do {
            frames.decodeOne();
        } while (frames.position < frames.end);
        return frames.outPosition - outOffset;
    }

    /** Computes the decompressed length of all frames. */
    static int measure(byte[] in, int offset, int length, int most) {
        Lz4Frame frames = new Lz4Frame(in, offset, offset + length, null, 0, most);
        do {
            frames.decodeOne();
        } while (frames.position < frames.end);
        return frames.outPosition;
    }

    private void decodeOne() {
        int start = outPosition;
        if (nextInt("magic number") != MAGIC) {
            throw new CorruptFileException("a frame does not begin with 04 22 4D 18");
        }
        int header = position;
        int flags = nextByte();
        nextByte();
        if (flags >> 6 != 1) {
            throw new CorruptFileException("frame version is " + (flags >> 6) + "; only 1 is defined");
        }
        if ((flags & FLAG_DICTIONARY) != 0) {
            throw new CorruptFileException("the frame needs a dictionary, which a Parquet file does not have");
        }
        long contentLength = -1;
        if ((flags & FLAG_CONTENT_LENGTH) != 0) {
            contentLength = nextInt("content length") & 0xFFFF_FFFFL | (long) nextInt("content length") << 32;
        }
        int headerHash = HASH.hash(in, header, position - header, 0);
        if (nextByte() != (headerHash >>> 8 & 0xFF)) {
            throw new CorruptFileException("the checksum of a frame header does not fit it");
        }
        decodeBlocks(start, (flags & FLAG_BLOCK_CHECKSUM) != 0);
        int decoded = outPosition - start;
        if (contentLength >= 0 && contentLength != decoded) {
            throw new CorruptFileException("a frame says that it has " + contentLength + " bytes, but has " + decoded);
        }
        if ((flags & FLAG_CONTENT_CHECKSUM) != 0) {
            int checksum = nextInt("checksum");
            if (out != null && checksum != HASH.hash(out, start, decoded, 0)) {
                throw new CorruptFileException("the checksum of a frame does not fit its content");
            }
        }
    }

    private void decodeBlocks(int frameStart, boolean checksums) {
        for (int word = nextInt("block length"); word != 0; word = nextInt("block length")) {
            int length = word & ~UNCOMPRESSED;
            if (length > end - position) {
                throw truncated("block");
            }
            int block = position;
            position += length;
            if (checksums && nextInt("block checksum") != HASH.hash(in, block, length, 0)) {
                throw new CorruptFileException("the checksum of a block does not fit it");
            }
            if ((word & UNCOMPRESSED) != 0) {
                if (length > outEnd - outPosition) {
                    throw Lz4Block.tooLong();
                }
                if (out != null) {
                    System.arraycopy(in, block, out, outPosition, length);
                }
                outPosition += length;
            } else if (out == null) {
                outPosition += Lz4Block.measure(in, block, length, outEnd - outPosition);
            } else {
                outPosition = Lz4Block.decode(in, block, length, out, frameStart, outPosition, outEnd);
            }
        }
    }

    private int nextByte() {
        if (position == end) {
            throw truncated("frame header");
        }
        return in[position++] & 0xFF;
    }

    private int nextInt(String what) {
        if (end - position < Integer.BYTES) {
            throw truncated(what);
        }
        position += Integer.BYTES;
        return intAt(in, position - Integer.BYTES);
    }

    private static int intAt(byte[] in, int position) {
        return in[position] & 0xFF
                | (in[position + 1] & 0xFF) << 8
                | (in[position + 2] & 0xFF) << 16
                | in[position + 3] << 24;
    }

    private static CorruptFileException truncated(String what) {
        return new CorruptFileException("a frame ends in its " + what);
    }
}
