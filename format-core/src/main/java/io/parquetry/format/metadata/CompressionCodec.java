package io.parquetry.format.metadata;

import io.parquetry.format.UnsupportedFeatureException;

/** How pages are compressed ({@code CompressionCodec} in parquet.thrift; the ordinal is the number there). */
public enum CompressionCodec {
    UNCOMPRESSED,
    SNAPPY,
    GZIP,
    LZO,
    BROTLI,
    /** LZ4 in Hadoop's framing; read, never written. */
    LZ4,
    ZSTD,
    LZ4_RAW;

    private static final CompressionCodec[] BY_ID = values();

    /** The number on the wire. */
    public int id() {
        return ordinal();
    }

    /** The codec with this number. */
    public static CompressionCodec of(int id) {
        if (id < 0 || id >= BY_ID.length) {
            throw new UnsupportedFeatureException("unsupported: compression codec number " + id);
        }
        return BY_ID[id];
    }
}
