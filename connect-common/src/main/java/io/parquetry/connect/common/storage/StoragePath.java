package io.parquetry.connect.common.storage;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Paths inside a storage: names joined by {@code /}, never absolute, so that no path leaves the storage's root. A name
 * has 1 to 255 bytes of UTF-8, is not {@code .} or {@code ..}, and holds no {@code /}, no {@code \} and no control
 * characters.
 */
public final class StoragePath {
    private static final int NAME_BYTES_MAX = 255;

    private StoragePath() {}

    /**
     * Returns the path of a file when it is valid.
     *
     * @throws IllegalArgumentException with the reason when it is not
     */
    public static String requireFile(String path) {
        int from = 0;
        while (from <= path.length()) {
            int to = path.indexOf('/', from);
            String name = path.substring(from, to < 0 ? path.length() : to);
            String fault = fault(name);
            if (!fault.isEmpty()) {
                throw new IllegalArgumentException("path \"" + printable(path) + "\": " + fault);
            }
            from = to < 0 ? path.length() + 1 : to + 1;
        }
        return path;
    }

    /** The same for a directory, where "" is the storage's root. */
    public static String requireDirectory(String path) {
        return path.isEmpty() ? path : requireFile(path);
    }

    /** Why no path can have this name, for messages; empty when it is valid. */
    public static Optional<String> faultOf(String name) {
        return Optional.of(fault(name)).filter(fault -> !fault.isEmpty());
    }

    /** Whether this is a valid name in a path. */
    public static boolean isName(String name) {
        return fault(name).isEmpty();
    }

    /** The last segment of a path. */
    public static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** The path without its last segment; "" for a file in the root. */
    public static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "" : path.substring(0, slash);
    }

    /** The path of a file or directory in a directory. */
    public static String in(String directory, String path) {
        return directory.isEmpty() ? path : directory + "/" + path;
    }

    private static String fault(String name) {
        if (name.isEmpty()) {
            return "it has an empty segment; it must be relative, with single slashes between its names";
        }
        if (name.equals(".") || name.equals("..")) {
            return "the segment \"" + name + "\" is not a name; a path must not leave its directory";
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c < ' ' || c == 0x7f || c == '/' || c == '\\') {
                return "it holds the character U+" + String.format("%04X", (int) c)
                        + ", which must be escaped in a file name";
            }
        }
        int bytes = utf8Length(name);
        if (bytes < 0) {
            return "a segment holds an unpaired surrogate, which no file name can hold";
        }
        return bytes <= NAME_BYTES_MAX
                ? ""
                : "a segment has " + bytes + " bytes; a file name has at most " + NAME_BYTES_MAX;
    }

    private static int utf8Length(String name) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(name));
            return encoded.remaining();
        } catch (CharacterCodingException unpairedSurrogate) {
            return -1;
        }
    }

    private static String printable(String path) {
        StringBuilder text = new StringBuilder();
        path.chars().forEach(c -> text.append(c < ' ' || c == 0x7f ? String.format("\\u%04x", c) : (char) c));
        return text.toString();
    }
}
