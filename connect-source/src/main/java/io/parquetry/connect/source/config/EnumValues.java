package io.parquetry.connect.source.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Constants as users write them: in small letters, with a hyphen between two words. */
final class EnumValues {
    private EnumValues() {}

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static List<String> words(Enum<?>[] constants) {
        return Arrays.stream(constants).map(EnumValues::word).toList();
    }

    static <E extends Enum<E>> E constant(Class<E> type, String word) {
        return Enum.valueOf(type, word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
