package io.parquetry.connect.source.config;

import io.parquetry.connect.common.config.EnumValues;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * The values of a key of which one has a target behind a colon, such as {@code keep}, {@code delete} and {@code
 * move:DIRECTORY}.
 */
final class ChoiceWithTarget<E extends Enum<E>> implements ConfigDef.Validator {
    private final EnumValues<E> choices;
    private final E targeted;
    private final String target;
    private final Consumer<String> check;
    private final String documented;

    /**
     * @param targeted the choice that has the target
     * @param target what the target is, for messages
     * @param check throws an {@code IllegalArgumentException} with the reason why the text is no target
     */
    ChoiceWithTarget(Class<E> type, E targeted, String target, Consumer<String> check) {
        this.choices = EnumValues.of(type);
        this.targeted = targeted;
        this.target = target;
        this.check = check;
        this.documented = Arrays.stream(type.getEnumConstants())
                .map(choice -> choice == targeted ? choices.name(choice) + ":" + target : choices.name(choice))
                .collect(Collectors.joining(", "));
    }

    private static List<String> parts(String text) {
        return List.of(text.split(":", 2));
    }

    String name(E choice) {
        return choices.name(choice);
    }

    /** @param text one that {@link #ensureValid} accepts */
    E choice(String text) {
        return choices.parse(parts(text).get(0));
    }

    /** What is behind the colon. */
    Optional<String> target(String text) {
        return parts(text).stream().skip(1).findFirst();
    }

    @Override
    public void ensureValid(String key, Object value) {
        String text = (String) value;
        choices.ensureValid(key, parts(text).get(0));
        Optional<String> given = target(text);
        if (choice(text) != targeted && given.isPresent()) {
            throw new ConfigException(key, value, "only " + choices.name(targeted) + " has something behind a colon");
        }
        if (choice(text) == targeted) {
            String example = choices.name(targeted) + ":" + target;
            try {
                check.accept(given.filter(name -> !name.isEmpty())
                        .orElseThrow(() -> new IllegalArgumentException("write " + example)));
            } catch (IllegalArgumentException e) {
                throw new ConfigException(key, value, e.getMessage());
            }
        }
    }

    /** The allowed values, as the documentation of a key shows them. */
    @Override
    public String toString() {
        return documented;
    }
}
