package io.parquetry.format.internal.compression;

import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * The LZ4 library: its native code where the platform has it (two to four times as fast), else its Java code. Its safe
 * decompressor is used, which checks both lengths.
 */
final class Lz4 {
    static final LZ4Compressor COMPRESSOR;
    static final LZ4SafeDecompressor DECOMPRESSOR;

    static {
        LZ4Factory factory = factory();
        COMPRESSOR = factory.fastCompressor();
        DECOMPRESSOR = factory.safeDecompressor();
    }

    private Lz4() {}

    private static LZ4Factory factory() {
        try {
            return LZ4Factory.nativeInstance();
        } catch (LinkageError | AssertionError | RuntimeException e) {
            // The library throws this if it has no native code for the platform or cannot unpack it.
            return LZ4Factory.safeInstance();
        }
    }
}
