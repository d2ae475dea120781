package io.parquetry.connect.source.complete;

import io.parquetry.connect.common.storage.StoragePath;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name that a file has while it is deleted or moved: {@code _sent.<connector>-<random>.<name>}, in the directory of
 * the file, with a hash of the connector's name. No reader of data lists a name that begins with an underscore, and no
 * other task chooses this one.
 *
 * @param path of the file under this name
 * @param connector the hash
 * @param original the path that the file had
 */
public record AsideName(String path, String connector, String original) {
    private static final Pattern NAME = Pattern.compile("_sent\\.([0-9a-f]{8})-[0-9a-f]{8}\\.(.+)");
    private static final int HASH_BYTES = 4;

    public AsideName {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(connector, "connector");
        Objects.requireNonNull(original, "original");
    }

    /** A new name for a file of this path. */
    static AsideName of(String connector, String path) {
        String hash = hash(connector);
        String random = UUID.randomUUID().toString().substring(0, 2 * HASH_BYTES);
        String name = "_sent." + hash + "-" + random + "." + StoragePath.name(path);
        return new AsideName(StoragePath.in(StoragePath.parent(path), name), hash, path);
    }

    /** Parses a path; empty when it has no such name. */
    public static Optional<AsideName> parse(String path) {
        String name = StoragePath.name(path);
        Matcher matcher = name.startsWith("_sent.") ? NAME.matcher(name) : null;
        return matcher == null || !matcher.matches()
                ? Optional.empty()
                : Optional.of(new AsideName(
                        path, matcher.group(1), StoragePath.in(StoragePath.parent(path), matcher.group(2))));
    }

    /** Whether a task of the connector chose the name. */
    boolean isOf(String connectorName) {
        return connector.equals(hash(connectorName));
    }

    private static String hash(String connector) {
        try {
            byte[] sha256 = MessageDigest.getInstance("SHA-256").digest(connector.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sha256, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
