package io.parquetry.connect.common.objects;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The checksum that every store knows. */
public final class Md5 {
    private Md5() {}

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
        }
    }

    /** The MD5 of all bytes of a stream. */
    public static byte[] of(InputStream bytes) throws IOException {
        DigestInputStream read = new DigestInputStream(bytes, digest());
        read.transferTo(OutputStream.nullOutputStream());
        return read.getMessageDigest().digest();
    }

    public static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(digest().digest(bytes));
    }
}
