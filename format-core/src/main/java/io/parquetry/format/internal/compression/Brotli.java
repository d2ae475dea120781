package io.parquetry.format.internal.compression;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import io.parquetry.format.UnsupportedFeatureException;

/** Checks that the Brotli library, which is native code only, supports this platform. */
final class Brotli {
    private Brotli() {}

    static void requireAvailable() {
        if (!Brotli4jLoader.isAvailable()) {
            throw new UnsupportedFeatureException("unsupported: compression codec BROTLI on "
                    + System.getProperty("os.name") + " " + System.getProperty("os.arch") + ": "
                    + Brotli4jLoader.getUnavailabilityCause());
        }
    }
}
