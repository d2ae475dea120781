package io.parquetry.connect.source.read;

import io.parquetry.connect.common.naming.Sha256;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.io.InputFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * The end of a Parquet file, {@code footer | footer length (4 bytes, little-endian) | PAR1}, read before the file
 * is opened: whether it is complete, and a hash that tells this file from another one of the same path. The hash covers
 * the footer, which holds the position and the statistics of every column chunk; it is the first half of a SHA-256.
 *
 * @param bytes the last bytes of the file, at least from the footer on, so that they need not be read again
 * @param footerHash in hexadecimal digits
 */
public record FileTail(byte[] bytes, String footerHash) {
    private static final String MAGIC = "PAR1";
    private static final String MAGIC_ENCRYPTED = "PARE";
    private static final int ENDING_BYTES = 8;
    private static final int FILE_BYTES_LEAST = 12;
    private static final int HASH_BYTES = 16;

    /** A footer is read into memory whole, and its metadata objects take several times as much. */
    private static final long FOOTER_BYTES_MAX = Math.min(Runtime.getRuntime().maxMemory() / 8, Integer.MAX_VALUE / 2);

    /** One read of so many bytes holds the footers of most files of our sink. */
    private static final int FIRST_READ_BYTES = 1 << 13;

    /**
     * Reads the end of the file.
     *
     * @throws IncompleteFileException when the file does not end in a footer
     * @throws UnsupportedFeatureException when the footer is larger than memory allows
     */
    public static FileTail of(InputFile file) throws IOException {
        if (file.length() < FILE_BYTES_LEAST) {
            throw new IncompleteFileException(
                    file.name() + ": has " + file.length() + " bytes, a Parquet file has at least " + FILE_BYTES_LEAST);
        }
        byte[] end = last(file, Math.min(FIRST_READ_BYTES, file.length()));
        long footerBytes = footerBytes(file, end);
        int tailBytes = (int) footerBytes + ENDING_BYTES;
        if (tailBytes > end.length) {
            end = last(file, tailBytes);
        }
        MessageDigest digest = Sha256.digest();
        digest.update(end, end.length - tailBytes, tailBytes);
        return new FileTail(end, HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES));
    }

    /**
     * Checks that a file is still the one that was listed and opened.
     *
     * @throws IncompleteFileException when it is not, as while it is written
     */
    static void requireUnchanged(Storage storage, DataFile file, String footerHash) throws IOException {
        try (InputFile now = storage.open(file.path())) {
            if (now.length() != file.bytes() || !of(now).footerHash().equals(footerHash)) {
                throw new IncompleteFileException(file.path() + ": has changed while it was read");
            }
        }
    }

    private static byte[] last(InputFile file, long length) throws IOException {
        byte[] end = new byte[(int) length];
        file.readFully(file.length() - end.length, end, 0, end.length);
        return end;
    }

    private static long footerBytes(InputFile file, byte[] end) throws IncompleteFileException {
        String magic = new String(end, end.length - 4, 4, StandardCharsets.ISO_8859_1);
        if (!magic.equals(MAGIC) && !magic.equals(MAGIC_ENCRYPTED)) {
            throw new IncompleteFileException(file.name() + ": does not end in " + MAGIC);
        }
        long footerBytes = Integer.toUnsignedLong(
                ByteBuffer.wrap(end).order(ByteOrder.LITTLE_ENDIAN).getInt(end.length - ENDING_BYTES));
        if (footerBytes > file.length() - FILE_BYTES_LEAST) {
            throw new IncompleteFileException(file.name() + ": its footer would have " + footerBytes
                    + " bytes, but the file has " + file.length());
        }
        if (footerBytes > FOOTER_BYTES_MAX) {
            throw new UnsupportedFeatureException(
                    Place.of(file.name()),
                    "unsupported: the footer claims " + footerBytes + " bytes; with this heap it may have "
                            + FOOTER_BYTES_MAX);
        }
        return footerBytes;
    }
}
