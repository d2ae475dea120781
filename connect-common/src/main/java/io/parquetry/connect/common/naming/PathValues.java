package io.parquetry.connect.common.naming;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The directories {@code key=value} of a path, as Hive and those who follow it write columns into paths. */
public final class PathValues {
    /** The value of a directory that stands for null. */
    public static final String NULL = "__HIVE_DEFAULT_PARTITION__";

    private PathValues() {}

    /**
     * The keys of a path and their values, in the order of the path; of one key the first directory counts.
     *
     * @param path of a file, with slashes
     * @return an empty value for null
     */
    public static Map<String, Optional<String>> of(String path) {
        Map<String, Optional<String>> values = new LinkedHashMap<>();
        int begin = 0;
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', begin)) {
            String directory = path.substring(begin, slash);
            int equals = directory.indexOf('=');
            if (equals > 0) {
                String value = directory.substring(equals + 1);
                values.putIfAbsent(
                        unescaped(directory.substring(0, equals)),
                        value.equals(NULL) ? Optional.empty() : Optional.of(unescaped(value)));
            }
            begin = slash + 1;
        }
        return values;
    }

    /**
     * Text in which writers have escaped characters as {@code %XX}: Hive and Spark single ones of ASCII, DuckDB every
     * byte of UTF-8. Where bytes are no UTF-8, each is a character.
     */
    public static String unescaped(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < text.length(); i++) {
            int value = escape(text, i);
            if (value >= 0) {
                bytes.write(value);
                i += 2;
            } else {
                appendBytes(plain, bytes);
                plain.append(text.charAt(i));
            }
        }
        appendBytes(plain, bytes);
        return plain.toString();
    }

    /** The value of {@code %XX} at a place, or -1. */
    private static int escape(String text, int at) {
        if (text.charAt(at) != '%' || at + 2 >= text.length()) {
            return -1;
        }
        int high = digit(text.charAt(at + 1));
        int low = digit(text.charAt(at + 2));
        return high < 0 || low < 0 ? -1 : high << 4 | low;
    }

    private static int digit(char c) {
        return c < 128 ? Character.digit(c, 16) : -1;
    }

    private static void appendBytes(StringBuilder plain, ByteArrayOutputStream bytes) {
        byte[] run = bytes.toByteArray();
        bytes.reset();
        try {
            plain.append(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(run)));
        } catch (CharacterCodingException e) {
            plain.append(new String(run, StandardCharsets.ISO_8859_1));
        }
    }
}
