package io.parquetry.benchmarks.contender;

import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.metadata.CompressionCodec;
import java.util.Locale;
import java.util.OptionalInt;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** The compared codecs. A constant with a number gives that level to all contenders, another one none. */
public enum Codec {
    UNCOMPRESSED(CompressionCodec.UNCOMPRESSED, CompressionCodecName.UNCOMPRESSED),
    SNAPPY(CompressionCodec.SNAPPY, CompressionCodecName.SNAPPY),
    LZ4_RAW(CompressionCodec.LZ4_RAW, CompressionCodecName.LZ4_RAW),
    GZIP(CompressionCodec.GZIP, CompressionCodecName.GZIP),
    GZIP_1(CompressionCodec.GZIP, CompressionCodecName.GZIP, 1),
    GZIP_9(CompressionCodec.GZIP, CompressionCodecName.GZIP, 9),
    /** Parquetry chooses 1 or 3 for each column, the others take 3. */
    ZSTD(CompressionCodec.ZSTD, CompressionCodecName.ZSTD),
    ZSTD_1(CompressionCodec.ZSTD, CompressionCodecName.ZSTD, 1),
    ZSTD_3(CompressionCodec.ZSTD, CompressionCodecName.ZSTD, 3),
    ZSTD_9(CompressionCodec.ZSTD, CompressionCodecName.ZSTD, 9);

    private static final int ZSTD_USUAL = 3;
    private static final int GZIP_USUAL = 6;

    private final CompressionCodec parquetry;
    private final CompressionCodecName parquetJava;
    private final OptionalInt level;

    Codec(CompressionCodec parquetry, CompressionCodecName parquetJava) {
        this(parquetry, parquetJava, OptionalInt.empty());
    }

    Codec(CompressionCodec parquetry, CompressionCodecName parquetJava, int level) {
        this(parquetry, parquetJava, OptionalInt.of(level));
    }

    Codec(CompressionCodec parquetry, CompressionCodecName parquetJava, OptionalInt level) {
        this.parquetry = parquetry;
        this.parquetJava = parquetJava;
        this.level = level;
    }

    CompressionCodec parquetry() {
        return parquetry;
    }

    WriterOptions.Builder options() {
        WriterOptions.Builder options = WriterOptions.builder().codec(parquetry);
        level.ifPresent(options::compressionLevel);
        return options;
    }

    /** The value of the sink's key {@code parquet.codec}. */
    String key() {
        String name = parquetry.name().toLowerCase(Locale.ROOT);
        return level.isPresent() ? name + ":" + level.getAsInt() : name;
    }

    CompressionCodecName parquetJava() {
        return parquetJava;
    }

    OptionalInt level() {
        return level;
    }

    /** Whether DuckDB compresses with the same codec and level. The level of its GZIP is fixed and undocumented. */
    boolean isOfDuckDb() {
        return parquetry != CompressionCodec.GZIP;
    }

    /** The options of DuckDB's COPY. */
    String duckDb() {
        String name = "COMPRESSION " + parquetry.name();
        return parquetry == CompressionCodec.ZSTD ? name + ", COMPRESSION_LEVEL " + level.orElse(ZSTD_USUAL) : name;
    }

    /** Whether {@link FloorCodec} compresses as Parquetry does, with one level. */
    public boolean hasFloor() {
        return switch (parquetry) {
            case UNCOMPRESSED, SNAPPY -> true;
            case ZSTD -> level.isPresent();
            default -> false;
        };
    }

    /** Codec and level of Parquetry and of the others. */
    public String title() {
        if (level.isPresent()) {
            return parquetry.name() + " level " + level.getAsInt() + " everywhere";
        }
        return switch (this) {
            case ZSTD -> "ZSTD level 1 or 3 as parquetry chooses, " + ZSTD_USUAL + " elsewhere";
            case GZIP -> "GZIP level " + GZIP_USUAL + " everywhere";
            default -> parquetry.name() + " everywhere";
        };
    }
}
