package io.parquetry.connect.common.naming;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Escapes any text into the name of one directory; different texts have different names. Letters, digits, {@code . _ -}
 * are kept, every other byte of UTF-8 becomes {@code %XX}, and so does a dot at the beginning, or at the end, where
 * Azure drops it. A name that would be too long is cut and ends in {@code +} and a hash of the text; {@code +} occurs
 * in no other name.
 */
final class PathSegment {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final int HASH_BYTES = 16;

    private PathSegment() {}

    static String escaped(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        StringBuilder name = new StringBuilder(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            char c = (char) (bytes[i] & 0xff);
            if (isKept(c) && !(c == '.' && (i == 0 || i == bytes.length - 1))) {
                name.append(c);
            } else {
                name.append('%').append(HEX.toHexDigits(bytes[i]));
            }
        }
        return name.length() <= DataFileName.NAME_BYTES_MAX ? name.toString() : shortened(name, bytes);
    }

    private static String shortened(StringBuilder name, byte[] text) {
        String hash = "+" + HEX.formatHex(Sha256.digest().digest(text), 0, HASH_BYTES);
        return name.substring(0, DataFileName.NAME_BYTES_MAX - hash.length()) + hash;
    }

    private static boolean isKept(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '_' || c == '-';
    }
}
