package io.parquetry.format.internal.compression;

import com.aayushatharva.brotli4j.decoder.DecoderJNI;
import io.parquetry.format.metadata.CompressionCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/**
 * BROTLI: one stream of RFC 7932. The output is taken in pieces, so a decompression bomb fails at the first byte too
 * many.
 */
final class BrotliDecompressor extends Decompressor {
    BrotliDecompressor() {
        super(CompressionCodec.BROTLI);
        Brotli.requireAvailable();
    }

    @Override
    long measure(byte[] in, int offset, int length, int most) {
        return stream(in, offset, length, most, (piece, decoded) -> {});
    }

    @Override
    int decode(byte[] in, int offset, int length, byte[] out, int outOffset, int outLength) {
        return stream(
                in,
                offset,
                length,
                outLength,
                (piece, decoded) -> piece.get(out, outOffset + decoded, piece.remaining()));
    }

    /** Takes the output in pieces. */
    private interface Target {
        void take(ByteBuffer piece, int decoded);
    }

    private int stream(byte[] in, int offset, int length, int outLength, Target target) {
        if (length == 0) {
            throw corrupt("is empty, but the page header says " + outLength + " bytes", null);
        }
        DecoderJNI.Wrapper decoder = decoder(length);
        try {
            decoder.getInputBuffer().put(in, offset, length);
            decoder.push(length);
            int decoded = 0;
            while (decoder.getStatus() != DecoderJNI.Status.DONE) {
                switch (decoder.getStatus()) {
                    case OK -> decoder.push(0);
                    case NEEDS_MORE_OUTPUT -> {
                        ByteBuffer piece = decoder.pull();
                        int more = piece.remaining();
                        if (more > outLength - decoded) {
                            throw corrupt("decompressed to more bytes than the page header says", null);
                        }
                        target.take(piece, decoded);
                        decoded += more;
                    }
                    case NEEDS_MORE_INPUT -> {
                        // The decoder may still have bytes that it has not processed.
                        decoder.push(0);
                        if (decoder.getStatus() == DecoderJNI.Status.NEEDS_MORE_INPUT) {
                            throw corrupt("the stream goes on behind its " + length + " bytes", null);
                        }
                    }
                    case ERROR, DONE -> throw corrupt("not a stream of RFC 7932", null);
                }
            }
            return decoded;
        } finally {
            decoder.destroy();
        }
    }

    private static DecoderJNI.Wrapper decoder(int length) {
        try {
            return new DecoderJNI.Wrapper(length);
        } catch (IOException e) {
            throw new UncheckedIOException("brotli could not allocate memory for " + length + " bytes", e);
        }
    }
}
