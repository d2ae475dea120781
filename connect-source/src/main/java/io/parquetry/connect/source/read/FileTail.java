package io.parquetry.connect.source.read;

import io.parquetry.format.io.InputFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The end of a Parquet file, {@code footer | footer length (4 bytes, little-endian) | PAR1}, looked at before the file
 * is opened: whether it is there, and a hash that tells this file from another one of the same name. The hash is over
 * the footer, which holds the place and the statistics of every page; it is the first half of a SHA-256.
 */
final class FileTail {
    private static final String MAGIC = "PAR1";
    private static final String MAGIC_ENCRYPTED = "PARE";
    private static final int TAIL_BYTES = 8;
    private static final int FILE_BYTES_LEAST = 12;
    private static final int HASH_BYTES = 16;
    private static final int PIECE_BYTES = 1 << 16;

    private FileTail() {}

    /**
     * The hash of the footer.
     *
     * @throws IncompleteFileException when the file does not end in a footer
     */
    static String footerHash(InputFile file) throws IOException {
        if (file.length() < FILE_BYTES_LEAST) {
            throw new IncompleteFileException(
                    file.name() + ": has " + file.length() + " bytes, a Parquet file has at least " + FILE_BYTES_LEAST);
        }
        byte[] tail = new byte[TAIL_BYTES];
        file.readFully(file.length() - TAIL_BYTES, tail, 0, TAIL_BYTES);
        String magic = new String(tail, 4, 4, StandardCharsets.ISO_8859_1);
        if (!magic.equals(MAGIC) && !magic.equals(MAGIC_ENCRYPTED)) {
            throw new IncompleteFileException(file.name() + ": does not end in " + MAGIC);
        }
        long footerBytes = Integer.toUnsignedLong(
                ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN).getInt());
        if (footerBytes > file.length() - FILE_BYTES_LEAST) {
            throw new IncompleteFileException(file.name() + ": its footer would have " + footerBytes
                    + " bytes, but the file has " + file.length());
        }
        return hash(file, file.length() - TAIL_BYTES - footerBytes, file.length());
    }

    private static String hash(InputFile file, long from, long to) throws IOException {
        MessageDigest digest = sha256();
        byte[] piece = new byte[(int) Math.min(PIECE_BYTES, to - from)];
        for (long position = from; position < to; position += piece.length) {
            int length = (int) Math.min(piece.length, to - position);
            file.readFully(position, piece, 0, length);
            digest.update(piece, 0, length);
        }
        return HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
