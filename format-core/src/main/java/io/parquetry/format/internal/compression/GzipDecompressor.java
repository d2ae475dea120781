package io.parquetry.format.internal.compression;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.metadata.CompressionCodec;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** GZIP: a sequence of members of RFC 1952, whose contents are concatenated. */
final class GzipDecompressor extends Decompressor {
    private static final int HEADER_BYTES = 10;
    private static final int TRAILER_BYTES = 8;
    private static final int SCRATCH_BYTES = 1 << 16;

    private static final int FLAG_HEADER_CRC = 2;
    private static final int FLAG_EXTRA = 4;
    private static final int FLAG_NAME = 8;
    private static final int FLAG_COMMENT = 16;

    private static final Pool<Inflater> POOL = new Pool<>(() -> new Inflater(true), Inflater::end);

    GzipDecompressor() {
        super(CompressionCodec.GZIP);
    }

    /** Does not check the checksums of the members; {@link #decode} does. */
    @Override
    long measure(byte[] in, int offset, int length, int most) {
        Inflater inflater = POOL.acquire();
        try {
            byte[] scratch = new byte[SCRATCH_BYTES];
            int end = offset + length;
            int position = offset;
            long measured = 0;
            do {
                int begin = skipHeader(in, position, end);
                inflater.reset();
                inflater.setInput(in, begin, end - begin);
                while (!inflater.finished() && measured <= most) {
                    int more = inflater.inflate(scratch);
                    if (more == 0 && !inflater.finished()) {
                        throw truncated(inflater.needsDictionary() ? "preset dictionary" : "deflated bytes");
                    }
                    measured += more;
                }
                position = end - inflater.getRemaining() + TRAILER_BYTES;
            } while (position < end && measured <= most);
            return measured;
        } catch (DataFormatException e) {
            throw corrupt("not deflated: " + e.getMessage(), e);
        } finally {
            inflater.reset();
            POOL.release(inflater);
        }
    }

    @Override
    int decode(byte[] in, int offset, int length, byte[] out, int outOffset, int outLength) {
        Inflater inflater = POOL.acquire();
        try {
            int end = offset + length;
            int position = offset;
            int decoded = 0;
            do {
                int begin = skipHeader(in, position, end);
                inflater.reset();
                inflater.setInput(in, begin, end - begin);
                int member = inflate(inflater, out, outOffset + decoded, outLength - decoded);
                position = end - inflater.getRemaining();
                requireTrailer(in, position, end, out, outOffset + decoded, member);
                position += TRAILER_BYTES;
                decoded += member;
            } while (position < end);
            return decoded;
        } catch (DataFormatException e) {
            throw corrupt("not deflated: " + e.getMessage(), e);
        } finally {
            inflater.reset();
            POOL.release(inflater);
        }
    }

    /** Skips the header of a member, with its optional fields, and returns the position behind it. */
    private int skipHeader(byte[] in, int start, int end) {
        if (end - start < HEADER_BYTES) {
            throw truncated("header of a member");
        }
        if (in[start] != 0x1F || in[start + 1] != (byte) 0x8B || in[start + 2] != 8) {
            throw corrupt("a member does not begin with 1F 8B 08", null);
        }
        int flags = in[start + 3];
        int position = start + HEADER_BYTES;
        if ((flags & FLAG_EXTRA) != 0) {
            if (end - position < 2) {
                throw truncated("extra field");
            }
            position += 2 + (in[position] & 0xFF | (in[position + 1] & 0xFF) << 8);
        }
        if ((flags & FLAG_NAME) != 0) {
            position = behindZero(in, position, end);
        }
        if ((flags & FLAG_COMMENT) != 0) {
            position = behindZero(in, position, end);
        }
        if ((flags & FLAG_HEADER_CRC) != 0) {
            position += 2;
        }
        if (position > end) {
            throw truncated("header of a member");
        }
        return position;
    }

    private int behindZero(byte[] in, int start, int end) {
        for (int position = start; position < end; position++) {
            if (in[position] == 0) {
                return position + 1;
            }
        }
        throw truncated("name or comment");
    }

    private int inflate(Inflater inflater, byte[] out, int outOffset, int outLength) throws DataFormatException {
        int decoded = 0;
        // One byte more than expected: a full array would not show whether the stream ends there.
        byte[] excess = new byte[1];
        while (!inflater.finished()) {
            int more = decoded < outLength
                    ? inflater.inflate(out, outOffset + decoded, outLength - decoded)
                    : -inflater.inflate(excess);
            if (more < 0) {
                throw corrupt("decompressed to more bytes than the page header says", null);
            }
            if (more == 0 && !inflater.finished()) {
                throw truncated(inflater.needsDictionary() ? "preset dictionary" : "deflated bytes");
            }
            decoded += more;
        }
        return decoded;
    }

    private void requireTrailer(byte[] in, int position, int end, byte[] out, int outOffset, int length) {
        if (end - position < TRAILER_BYTES) {
            throw truncated("checksum of a member");
        }
        CRC32 crc = new CRC32();
        crc.update(out, outOffset, length);
        if (intAt(in, position) != (int) crc.getValue()) {
            throw corrupt("the checksum of a member does not fit its bytes", null);
        }
        if (intAt(in, position + 4) != length) {
            throw corrupt(
                    "a member says that it has " + Integer.toUnsignedString(intAt(in, position + 4))
                            + " bytes, but has " + length,
                    null);
        }
    }

    private static int intAt(byte[] in, int position) {
        return in[position] & 0xFF
                | (in[position + 1] & 0xFF) << 8
                | (in[position + 2] & 0xFF) << 16
                | in[position + 3] << 24;
    }

    private CorruptFileException truncated(String what) {
        return corrupt("ends in the " + what, null);
    }
}
