package io.parquetry.connect.common.naming;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Any text as the name of one directory, another name for each text. Letters, digits, {@code . _ -} stand for
 * themselves (a leading dot does not), every other byte of the UTF-8 form becomes {@code %XX}. What would be longer than
 * a name may be keeps its beginning and ends in {@code +} and a hash of the whole; {@code +} occurs in no other name.
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
            if (standsForItself(c) && !(i == 0 && c == '.')) {
                name.append(c);
            } else {
                name.append('%').append(HEX.toHexDigits(bytes[i]));
            }
        }
        return name.length() <= DataFileName.NAME_BYTES_MAX ? name.toString() : shortened(name, bytes);
    }

    private static String shortened(StringBuilder name, byte[] text) {
        String hash = "+" + HEX.formatHex(sha256(text), 0, HASH_BYTES);
        return name.substring(0, DataFileName.NAME_BYTES_MAX - hash.length()) + hash;
    }

    private static boolean standsForItself(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '_' || c == '-';
    }

    private static byte[] sha256(byte[] text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
