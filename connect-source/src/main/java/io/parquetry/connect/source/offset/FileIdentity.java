package io.parquetry.connect.source.offset;

import io.parquetry.connect.common.storage.StoredFile;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;

/**
 * Identifies the file whose rows were sent.
 *
 * @param bytes its size; size and version, or without a version {@code modifiedMs} and {@code fileId}, are what the
 *     storage tells without opening the file
 * @param modifiedMs when it was modified, milliseconds since 1970, by the storage's clock
 * @param version as the storage listed it; empty where the storage has no versions, or an earlier version of the
 *     connector has opened the file
 * @param footer a hash of the footer; another footer is that of another file, an equal one proves nothing
 * @param fileId as the storage listed it; 0 where the storage has none, or an earlier version of the connector has
 *     opened the file
 * @param content a hash of all bytes that decide the rows, taken while they were sent; empty as long as not all of them
 *     were, or when they were sent in several runs
 */
public record FileIdentity(
        long rows, long bytes, long modifiedMs, String version, String footer, long fileId, String content) {
    private static final String SEPARATOR = ",";
    private static final int PARTS = 7;

    public FileIdentity {
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(footer, "footer");
        Objects.requireNonNull(content, "content");
        if (rows < 0 || bytes < 0) {
            throw new IllegalArgumentException(rows + " rows in " + bytes + " bytes are not a file");
        }
    }

    /** A file as the storage lists it, without a hash of its content. */
    public static FileIdentity of(StoredFile listed, long rows, String footer) {
        return new FileIdentity(
                rows, listed.bytes(), listed.modifiedMs(), listed.version(), footer, listed.fileId(), "");
    }

    /** The same file with a hash of its content. */
    public FileIdentity withContent(String hash) {
        return new FileIdentity(rows, bytes, modifiedMs, version, footer, fileId, hash);
    }

    /** Whether a listing shows the file as it was. */
    public boolean isOf(StoredFile listed) {
        return listed.isSame(bytes, modifiedMs, version, fileId);
    }

    /** One word for the file, without spaces, for the offset of a stream. */
    public String toText() {
        return String.join(
                SEPARATOR,
                footer,
                Long.toString(rows),
                Long.toString(bytes),
                Long.toString(modifiedMs),
                Long.toString(fileId),
                content,
                URLEncoder.encode(version, StandardCharsets.UTF_8));
    }

    /** Parses such a word; empty for one of an earlier version, which was the footer alone. */
    public static Optional<FileIdentity> ofText(String text) {
        String[] parts = text.split(SEPARATOR, -1);
        try {
            return parts.length != PARTS
                    ? Optional.empty()
                    : Optional.of(new FileIdentity(
                            Long.parseLong(parts[1]),
                            Long.parseLong(parts[2]),
                            Long.parseLong(parts[3]),
                            URLDecoder.decode(parts[6], StandardCharsets.UTF_8),
                            parts[0],
                            Long.parseLong(parts[4]),
                            parts[5]));
        } catch (IllegalArgumentException other) {
            return Optional.empty();
        }
    }
}
