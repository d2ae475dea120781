package io.parquetry.connect.common.naming;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The hash that tells long names, and files, apart. */
public final class Sha256 {
    private Sha256() {}

    /** A digest of no bytes yet. */
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
