package io.parquetry.format.internal.footer;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.ParquetException;
import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.host.FileWithTail;
import io.parquetry.format.internal.thrift.FooterThrift;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.FileMetadata;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Finds and reads the footer (README.md of the format, "File format"):
 *
 * <pre>
 * PAR1, row groups and indexes, footer, length of the footer (4 bytes), PAR1
 * </pre>
 */
public final class FooterReader {
    private static final byte[] ENCRYPTED_MAGIC = "PARE".getBytes(StandardCharsets.US_ASCII);
    static final int ENDING_BYTES = FileWithTail.BYTES_MIN;
    private static final int LEAST_BYTES = FileLayout.MAGIC.length + ENDING_BYTES;

    /** A footer is read into memory whole, and its metadata takes several times as much. */
    private static final long FOOTER_BYTES_MAX = Math.min(Runtime.getRuntime().maxMemory() / 8, Integer.MAX_VALUE / 2);

    private FooterReader() {}

    /** Reads and checks the footer. */
    public static FileMetadata read(InputFile file, FooterChecks.Siblings siblings) throws IOException {
        if (file instanceof FileWithTail known) {
            return read(file, known.tail(), siblings);
        }
        long length = file.length();
        requireLength(length, Place.of(file.name()));
        byte[] tail = new byte[(int) Math.min(length, Math.max(file.readBytesMin(), ENDING_BYTES))];
        file.readFully(length - tail.length, tail, 0, tail.length);
        return read(file, tail, siblings);
    }

    /** @param end the last bytes of the file; a footer that begins before them is read again whole */
    private static FileMetadata read(InputFile file, byte[] end, FooterChecks.Siblings siblings) throws IOException {
        long length = file.length();
        Place place = Place.of(file.name());
        requireLength(length, place);
        byte[] tail = end;
        requireMagic(place, "end", Arrays.copyOfRange(tail, tail.length - FileLayout.MAGIC.length, tail.length));
        requireMagicAt(file, 0, "begin", place);

        long footer = lengthBefore(tail, tail.length - FileLayout.MAGIC.length);
        if (footer == 0 || footer > length - LEAST_BYTES) {
            throw new CorruptFileException(
                    place,
                    "the footer claims " + footer + " bytes, but the file has space for 1 to "
                            + (length - LEAST_BYTES));
        }
        if (footer > FOOTER_BYTES_MAX) {
            throw new UnsupportedFeatureException(
                    place,
                    "unsupported: the footer claims " + footer + " bytes; with this heap it may have "
                            + FOOTER_BYTES_MAX);
        }
        int at = tail.length - ENDING_BYTES - (int) footer;
        if (at < 0) {
            at = 0;
            tail = new byte[(int) footer];
            file.readFully(length - ENDING_BYTES - footer, tail, 0, tail.length);
        }
        try {
            // A copy, so that the metadata holds no more bytes than those of the footer.
            byte[] bytes = tail.length == footer ? tail : Arrays.copyOfRange(tail, at, at + (int) footer);
            FileMetadata metadata = FooterThrift.read(place, bytes, 0, bytes.length);
            return checked(file, metadata, length - ENDING_BYTES - footer, siblings);
        } catch (ParquetException e) {
            throw e.at(place);
        }
    }

    private static FileMetadata checked(
            InputFile file, FileMetadata metadata, long pagesEnd, FooterChecks.Siblings siblings) throws IOException {
        Place place = Place.of(file.name());
        try {
            return FooterChecks.check(metadata, place, pagesEnd, siblings);
        } catch (CorruptFileException e) {
            throw FurtherDefects.added(e.at(place), file, metadata, pagesEnd);
        }
    }

    /** Checks that this is a Parquet file by its first and last bytes; the footer is not read. */
    public static void requireFrame(InputFile file) throws IOException {
        Place place = Place.of(file.name());
        requireLength(file.length(), place);
        requireMagicAt(file, 0, "begin", place);
        requireMagicAt(file, file.length() - FileLayout.MAGIC.length, "end", place);
    }

    private static void requireLength(long length, Place place) {
        if (length < LEAST_BYTES) {
            throw new CorruptFileException(
                    place, "not a Parquet file: it has " + length + " bytes, but the shortest one has " + LEAST_BYTES);
        }
    }

    private static void requireMagicAt(InputFile file, long position, String where, Place place) throws IOException {
        byte[] found = new byte[FileLayout.MAGIC.length];
        file.readFully(position, found, 0, found.length);
        requireMagic(place, where, found);
    }

    private static void requireMagic(Place place, String where, byte[] found) {
        if (Arrays.equals(found, ENCRYPTED_MAGIC)) {
            throw new UnsupportedFeatureException(place, "unsupported: encrypted file (its footer is encrypted)");
        }
        if (!Arrays.equals(found, FileLayout.MAGIC)) {
            throw new CorruptFileException(
                    place,
                    "not a Parquet file, or not a whole one: it " + where + "s with the bytes "
                            + HexFormat.ofDelimiter(" ").formatHex(found) + ", not with PAR1");
        }
    }

    private static long lengthBefore(byte[] bytes, int end) {
        long length = 0;
        for (int i = 1; i <= Integer.BYTES; i++) {
            length = length << 8 | bytes[end - i] & 0xff;
        }
        return length;
    }
}
