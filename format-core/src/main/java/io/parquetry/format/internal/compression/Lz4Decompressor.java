package io.parquetry.format.internal.compression;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.metadata.CompressionCodec;
import net.jpountz.lz4.LZ4Exception;

/**
 * LZ4, the deprecated codec (Compression.md), whose framing the spec did not define at first. Files have three forms:
 *
 * <pre>
 * Hadoop   block | block | ...    block = length of content, then chunks until it is reached
 *                                 chunk = length of LZ4 block, LZ4 block; lengths are 4 bytes, big-endian
 * frame    the LZ4 frame format, see {@link Lz4Frame}
 * raw      one LZ4 block
 * </pre>
 *
 * <p>The forms are tried in this order: bytes in another form do not decode to the exact length as Hadoop's form.
 */
final class Lz4Decompressor extends Decompressor {
    private static final int NOT_THIS_FORM = -1;

    Lz4Decompressor() {
        super(CompressionCodec.LZ4);
    }

    @Override
    int decode(byte[] in, int offset, int length, byte[] out, int outOffset, int outLength) {
        ChunkDecoder decoder = (position, bytes, decoded, capacity) ->
                Lz4.DECOMPRESSOR.decompress(in, position, bytes, out, outOffset + decoded, capacity);
        int hadoop = decodeHadoop(in, offset, length, outLength, decoder);
        if (hadoop == outLength) {
            return hadoop;
        }
        if (Lz4Frame.begins(in, offset, length)) {
            try {
                return Lz4Frame.decode(in, offset, length, out, outOffset, outLength);
            } catch (CorruptFileException e) {
                throw corrupt(e.reason(), e);
            }
        }
        try {
            if (Lz4.DECOMPRESSOR.decompress(in, offset, length, out, outOffset, outLength) == outLength) {
                return outLength;
            }
        } catch (LZ4Exception e) {
            if (hadoop >= 0) {
                return decodeHadoop(in, offset, length, outLength, decoder);
            }
            throw corrupt(
                    "not " + outLength
                            + " bytes in Hadoop's framing, nor in the LZ4 frame format, nor as an LZ4 block: "
                            + e.getMessage(),
                    e);
        }
        // A block without a frame says nothing of its form, so that only the right length proves it.
        return decodeHadoop(in, offset, length, outLength, decoder);
    }

    @Override
    long measure(byte[] in, int offset, int length, int most) {
        ChunkDecoder decoder = (position, bytes, decoded, capacity) -> Lz4Block.measure(in, position, bytes, capacity);
        int hadoop = decodeHadoop(in, offset, length, most, decoder);
        if (hadoop == most) {
            return most;
        }
        try {
            if (Lz4Frame.begins(in, offset, length)) {
                return Lz4Frame.measure(in, offset, length, most);
            }
            long raw = Lz4Block.measure(in, offset, length, most);
            return raw == most ? raw : hadoop;
        } catch (CorruptFileException e) {
            if (hadoop >= 0) {
                return hadoop;
            }
            throw corrupt(e.reason(), e);
        }
    }

    /** Decodes one chunk of Hadoop's form and returns its decompressed length. */
    private interface ChunkDecoder {
        int decode(int position, int bytes, int decoded, int capacity);
    }

    private static int decodeHadoop(byte[] in, int offset, int length, int outLength, ChunkDecoder decoder) {
        int end = offset + length;
        int position = offset;
        int decoded = 0;
        while (position < end) {
            if (end - position < Integer.BYTES) {
                return NOT_THIS_FORM;
            }
            int blockLength = intAt(in, position);
            position += Integer.BYTES;
            if (blockLength < 0 || blockLength > outLength - decoded) {
                return NOT_THIS_FORM;
            }
            int blockEnd = decoded + blockLength;
            while (decoded < blockEnd) {
                if (end - position < Integer.BYTES) {
                    return NOT_THIS_FORM;
                }
                int chunkLength = intAt(in, position);
                position += Integer.BYTES;
                if (chunkLength < 1 || chunkLength > end - position) {
                    return NOT_THIS_FORM;
                }
                try {
                    decoded += decoder.decode(position, chunkLength, decoded, blockEnd - decoded);
                } catch (LZ4Exception | CorruptFileException e) {
                    return NOT_THIS_FORM;
                }
                position += chunkLength;
            }
        }
        return decoded;
    }

    private static int intAt(byte[] in, int position) {
        return in[position] << 24
                | (in[position + 1] & 0xFF) << 16
                | (in[position + 2] & 0xFF) << 8
                | in[position + 3] & 0xFF;
    }
}
