package io.parquetry.format;

import io.parquetry.format.metadata.CompressionCodec;
import java.util.EnumSet;
import java.util.Set;

/** The other engines that judge our pages and files, and the codecs that each of them has. */
public enum Judge {
    /** Its Brotli is a codec of Hadoop that is not there. */
    PARQUET_JAVA(CompressionCodec.LZO, CompressionCodec.LZ4, CompressionCodec.BROTLI),
    DUCKDB(CompressionCodec.LZO, CompressionCodec.LZ4);

    private final Set<CompressionCodec> codecs = EnumSet.allOf(CompressionCodec.class);

    Judge(CompressionCodec... missing) {
        codecs.removeAll(Set.of(missing));
    }

    public boolean has(CompressionCodec codec) {
        return codecs.contains(codec);
    }
}
