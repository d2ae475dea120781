package io.parquetry.connect.sink.config;

import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.CompressionCodec.Levels;
import io.parquetry.format.metadata.CompressionCodec.Readers;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The codecs that a file can be written with, by their names in the configuration, and what its pages say of them. */
final class Codecs {
    static final String DEFAULT = WriterOptions.DEFAULT.codec().lowerCaseName();

    private static final String NONE = "none";

    /** @param level empty for the usual one */
    record Choice(CompressionCodec codec, OptionalInt level) {}

    private Codecs() {}

    static List<String> names() {
        return Stream.concat(CompressionCodec.written().stream().map(CompressionCodec::lowerCaseName), Stream.of(NONE))
                .toList();
    }

    /**
     * A codec as a user gives it, such as {@code zstd} or {@code zstd:9}.
     *
     * @throws IllegalArgumentException with what is allowed
     */
    static Choice parse(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        if (!names().contains(name)) {
            throw new IllegalArgumentException(
                    "\"" + name + "\" is no codec; use one of " + String.join(", ", names()));
        }
        CompressionCodec codec = name.equals(NONE)
                ? CompressionCodec.UNCOMPRESSED
                : CompressionCodec.writtenAs(name).orElseThrow();
        return new Choice(
                codec, colon < 0 ? OptionalInt.empty() : OptionalInt.of(level(codec, text.substring(colon + 1))));
    }

    private static int level(CompressionCodec codec, String text) {
        Levels range = codec.levels()
                .orElseThrow(() -> new IllegalArgumentException(
                        "the codec " + codec.lowerCaseName() + " has no levels; write its name alone"));
        if (!text.matches("-?[0-9]{1,3}") || !range.contain(Integer.parseInt(text))) {
            throw new IllegalArgumentException("the codec " + codec.lowerCaseName() + " has the levels " + range.least()
                    + " to " + range.most() + ", not \"" + text + "\"");
        }
        return Integer.parseInt(text);
    }

    static String notReadByAll() {
        return enumeration(CompressionCodec.written().stream()
                .filter(codec -> codec.readers() != Readers.ALL)
                .map(CompressionCodec::lowerCaseName)
                .toList());
    }

    /** Names as a sentence has them, such as {@code a, b and c}. */
    static String enumeration(List<String> names) {
        int last = names.size() - 1;
        return last < 1
                ? String.join("", names)
                : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
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
