package io.parquetry.benchmarks.contender;

import io.parquetry.format.metadata.CompressionCodec;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * The compared codecs with their names in each implementation. ZSTD means what each takes without a level: 3, and
 * Parquetry 1 for columns that it makes hardly larger.
 */
public enum Codec {
    UNCOMPRESSED(CompressionCodec.UNCOMPRESSED, CompressionCodecName.UNCOMPRESSED, ""),
    SNAPPY(CompressionCodec.SNAPPY, CompressionCodecName.SNAPPY, ""),
    ZSTD(CompressionCodec.ZSTD, CompressionCodecName.ZSTD, ", COMPRESSION_LEVEL 3");

    private final CompressionCodec parquetry;
    private final CompressionCodecName parquetJava;
    private final String duckDbLevel;

    Codec(CompressionCodec parquetry, CompressionCodecName parquetJava, String duckDbLevel) {
        this.parquetry = parquetry;
        this.parquetJava = parquetJava;
        this.duckDbLevel = duckDbLevel;
    }

    CompressionCodec parquetry() {
        return parquetry;
    }

    CompressionCodecName parquetJava() {
        return parquetJava;
    }

    /** The options of DuckDB's COPY. */
    String duckDb() {
        return "COMPRESSION " + name() + duckDbLevel;
    }
}
