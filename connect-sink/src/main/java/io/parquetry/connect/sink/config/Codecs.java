package io.parquetry.connect.sink.config;

import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.CompressionCodec.Levels;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The codecs that a file can be written with, by their names in the configuration, and what its pages say of them. */
final class Codecs {
    static final String DEFAULT = WriterOptions.DEFAULT.codec().lowerCaseName();

    private static final String NONE = "none";

    private Codecs() {}

    static List<String> names() {
        return Stream.concat(CompressionCodec.written().stream().map(CompressionCodec::lowerCaseName), Stream.of(NONE))
                .toList();
    }

    /** @param name one of {@link #names} */
    static CompressionCodec codec(String name) {
        return name.equals(NONE)
                ? CompressionCodec.UNCOMPRESSED
                : CompressionCodec.writtenAs(name).orElseThrow();
    }

    /** The least level that any codec has. */
    static int levelMin() {
        return CompressionCodec.withLevels().stream()
                .mapToInt(codec -> levels(codec).least())
                .min()
                .orElseThrow();
    }

    /** The highest level that any codec has. */
    static int levelMax() {
        return CompressionCodec.withLevels().stream()
                .mapToInt(codec -> levels(codec).most())
                .max()
                .orElseThrow();
    }

    /** The levels of each codec, such as {@code 1 to 9 for gzip}. */
    static String levelRanges() {
        return listed(codec -> levels(codec).least() + " to " + levels(codec).most() + " for " + codec.lowerCaseName());
    }

    /** The level of each codec where none is given, such as {@code 6 for gzip}. */
    static String usualLevels() {
        return listed(codec -> levels(codec).usual() + " for " + codec.lowerCaseName()
                + orFaster(levels(codec).faster()));
    }

    private static String orFaster(OptionalInt level) {
        return level.isPresent()
                ? " (" + level.getAsInt() + " in columns whose first page that makes hardly larger)"
                : "";
    }

    private static String listed(Function<CompressionCodec, String> text) {
        return CompressionCodec.withLevels().stream().map(text).collect(Collectors.joining(", "));
    }

    private static Levels levels(CompressionCodec codec) {
        return codec.levels().orElseThrow();
    }
}
