package io.parquetry.format.internal.page;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.PageHeader;
import java.util.zip.CRC32;

/** The limits up to which sizes in page headers are trusted. */
final class PageSizeLimits {
    /** Growth by decompression that a page may state without proof. */
    private static final int TRUSTED_BYTES = 1 << 25;

    /** The longest array that every JVM gives. */
    private static final int ARRAY_BYTES_MAX = Integer.MAX_VALUE - 16;

    private PageSizeLimits() {}

    /** Whether the decompressed length must be proved before memory is allocated for the page. */
    static boolean needsProof(int compressed, int uncompressed) {
        return uncompressed - (long) compressed > TRUSTED_BYTES;
    }

    /** Checks that the decompressed bytes stay below what the codec can make of the compressed ones. */
    static void requirePlausible(PageHeader header, CompressionCodec codec) {
        int compressed = header.compressedBytes();
        int uncompressed = header.uncompressedBytes();
        int most = Math.max(compressed, uncompressed);
        if (most > ARRAY_BYTES_MAX) {
            throw new UnsupportedFeatureException(
                    "unsupported: the page has " + most + " bytes; an array of Java has up to " + ARRAY_BYTES_MAX);
        }
        long possible = (long) compressed * codec.expansionMax();
        if (codec != CompressionCodec.UNCOMPRESSED && uncompressed > possible) {
            throw new CorruptFileException("the page claims to have " + uncompressed + " bytes uncompressed, but its "
                    + compressed + " bytes cannot give more than " + possible + " with " + codec);
        }
    }

    /** Checks the page's bytes as in the file, which begin at {@code at}, if the header has a checksum. */
    static void requireChecksum(PageHeader header, byte[] bytes, int at) {
        if (header.crc().isPresent()) {
            CRC32 crc = new CRC32();
            crc.update(bytes, at, header.compressedBytes());
            if ((int) crc.getValue() != header.crc().getAsInt()) {
                throw new CorruptFileException(String.format(
                        "the checksum of the page is %08x, but its header says %08x",
                        (int) crc.getValue(), header.crc().getAsInt()));
            }
        }
    }
}
