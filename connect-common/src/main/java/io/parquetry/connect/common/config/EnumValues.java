package io.parquetry.connect.common.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * The words that a key may have and what each stands for, upper and lower case alike. Beside the words that are shown
 * there may be others that are understood.
 *
 * @param <T> what the words stand for
 */
public final class EnumValues<T> implements ConfigDef.Validator {
    private final List<String> shown = new ArrayList<>();
    private final Map<String, T> meanings = new LinkedHashMap<>();

    /** @param understood other spellings of the same */
    public EnumValues<T> word(String word, T meaning, String... understood) {
        shown.add(word);
        meanings.put(word.toLowerCase(Locale.ROOT), meaning);
        for (String other : understood) {
            meanings.put(other.toLowerCase(Locale.ROOT), meaning);
        }
        return this;
    }

    public List<String> shown() {
        return List.copyOf(shown);
    }

    /** @param word one that {@link #ensureValid} takes */
    public T meaning(String word) {
        return Optional.ofNullable(meanings.get(word.toLowerCase(Locale.ROOT))).orElseThrow();
    }

    public boolean isKnown(String word) {
        return meanings.containsKey(word.toLowerCase(Locale.ROOT));
    }

    @Override
    public void ensureValid(String key, Object value) {
        if (value != null && !isKnown((String) value)) {
            throw unknown(key, (String) value, shown);
        }
    }

    static ConfigException unknown(String key, String value, List<String> words) {
        String suggestion = Spelling.nearest(value, words)
                .map(word -> "; did you mean " + word + "?")
                .orElse("");
        return new ConfigException(key, value, "it must be one of " + String.join(", ", words) + suggestion);
    }

    /** The words that are shown. */
    @Override
    public String toString() {
        return String.join(", ", shown);
    }
}
