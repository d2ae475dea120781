package io.parquetry.connect.source.discover;

import io.parquetry.connect.common.naming.Sha256;
import io.parquetry.connect.common.storage.StoragePath;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name that a file has while it is deleted or moved: {@code _sent.<connector>-<random><check>.<name>}, in the
 * directory of the file. {@code connector} is a hash of the connector's name, {@code random} are four hexadecimal
 * digits, and {@code check} is a hash of all the rest, by which a name that somebody else chose is told from ours. No
 * reader of data lists a name that begins with an underscore, and no other task chooses this one.
 *
 * @param path of the file under this name
 * @param connector the hash
 * @param original the path that the file had; a foreign name may give one that no file can have
 */
public record AsideName(String path, String connector, String original) {
    private static final Pattern NAME = Pattern.compile("_sent\\.([0-9a-f]{8})-([0-9a-f]{4})([0-9a-f]{4})\\.(.+)");
    private static final int HASH_CHARS = 8;
    private static final int RANDOM_CHARS = 4;
    private static final int CHECK_CHARS = 4;

    public AsideName {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(connector, "connector");
        Objects.requireNonNull(original, "original");
    }

    /** A new name for a file of this path. */
    public static AsideName of(String connector, String path) {
        String hash = hash(connector, HASH_CHARS);
        String random = UUID.randomUUID().toString().substring(0, RANDOM_CHARS);
        String original = StoragePath.name(path);
        String name = "_sent." + hash + "-" + random + check(hash, random, original) + "." + original;
        return new AsideName(StoragePath.in(StoragePath.parent(path), name), hash, path);
    }

    /** Parses a path; empty when it has no such name. */
    public static Optional<AsideName> parse(String path) {
        String name = StoragePath.name(path);
        Matcher matcher = name.startsWith("_sent.") ? NAME.matcher(name) : null;
        return matcher == null || !matcher.matches()
                ? Optional.empty()
                : Optional.of(new AsideName(
                        path, matcher.group(1), StoragePath.in(StoragePath.parent(path), matcher.group(4))));
    }

    /** Whether the connector chose the name, or another program that imitates it. */
    public boolean isOf(String connectorName) {
        return connector.equals(hash(connectorName, HASH_CHARS));
    }

    /** Whether the name checks itself. Names that earlier versions chose do not. */
    public boolean isChecked() {
        Matcher matcher = NAME.matcher(StoragePath.name(path));
        return matcher.matches() && matcher.group(3).equals(check(connector, matcher.group(2), matcher.group(4)));
    }

    /** Whether a file can have the original path. */
    public boolean hasOriginal() {
        return StoragePath.isName(StoragePath.name(original));
    }

    private static String check(String connector, String random, String name) {
        return hash(connector + random + name, CHECK_CHARS);
    }

    private static String hash(String text, int chars) {
        byte[] hash = Sha256.digest().digest(text.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(hash).substring(0, chars);
    }
}
