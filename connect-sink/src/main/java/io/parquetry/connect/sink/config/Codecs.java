package io.parquetry.connect.sink.config;

import io.parquetry.format.metadata.CompressionCodec;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The codecs that a file can be written with, by their names in the configuration. */
final class Codecs {
    static final String DEFAULT = "zstd";

    private static final String NONE = "none";
    private static final List<CompressionCodec> WRITTEN = List.of(
            CompressionCodec.UNCOMPRESSED,
            CompressionCodec.SNAPPY,
            CompressionCodec.GZIP,
            CompressionCodec.ZSTD,
            CompressionCodec.BROTLI,
            CompressionCodec.LZ4_RAW);

    /** The range of a codec's levels. */
    record Levels(int least, int most) {}

    private Codecs() {}

    static List<String> names() {
        return Stream.concat(WRITTEN.stream().map(codec -> codec.name().toLowerCase(Locale.ROOT)), Stream.of(NONE))
                .toList();
    }

    /** @param name one of {@link #names} */
    static CompressionCodec codec(String name) {
        return name.equals(NONE)
                ? CompressionCodec.UNCOMPRESSED
                : CompressionCodec.valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** Empty for a codec without levels. */
    static Optional<Levels> levels(CompressionCodec codec) {
        return switch (codec) {
            case GZIP -> Optional.of(new Levels(1, 9));
            case ZSTD -> Optional.of(new Levels(-7, 22));
            case BROTLI -> Optional.of(new Levels(0, 11));
            case UNCOMPRESSED, SNAPPY, LZO, LZ4, LZ4_RAW -> Optional.empty();
        };
    }
}
