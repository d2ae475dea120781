package io.parquetry.storage.s3;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The checksum that every store knows. */
final class Md5 {
    private Md5() {}

    static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
        }
    }

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(digest().digest(bytes));
    }
}
