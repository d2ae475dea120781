package io.parquetry.connect.common.config;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * The values of a key of which some have a target behind a colon, such as {@code keep}, {@code delete} and {@code
 * move:DIRECTORY}.
 */
public final class ChoiceWithTarget<E extends Enum<E>> implements ConfigDef.Validator {
    private final EnumValues<E> choices;
    private final Set<E> targeted;
    private final String target;
    private final Consumer<String> check;
    private final boolean mayLack;
    private final Optional<String> usual;
    private final String documented;

    /**
     * @param targeted the choices that have the target
     * @param target what the target is, for messages
     * @param check throws an {@code IllegalArgumentException} with the reason why the text is no target
     */
    public ChoiceWithTarget(Class<E> type, E targeted, String target, Consumer<String> check) {
        this(type, Set.of(targeted), target, check, false, Optional.empty());
    }

    private ChoiceWithTarget(
            Class<E> type,
            Set<E> targeted,
            String target,
            Consumer<String> check,
            boolean mayLack,
            Optional<String> usual) {
        this.choices = EnumValues.of(type);
        this.targeted = targeted;
        this.target = target;
        this.check = check;
        this.mayLack = mayLack;
        this.usual = usual;
        this.documented = Arrays.stream(type.getEnumConstants())
                .map(choice -> targeted.contains(choice) ? choices.name(choice) + behind() : choices.name(choice))
                .collect(Collectors.joining(", "));
    }

    /** The same where the target may be left out. */
    public static <E extends Enum<E>> ChoiceWithTarget<E> orWithout(
            Class<E> type, E targeted, String target, Consumer<String> check) {
        return new ChoiceWithTarget<>(type, Set.of(targeted), target, check, true, Optional.empty());
    }

    /** The same where the target is a number, and may be left out. */
    public static <E extends Enum<E>> ChoiceWithTarget<E> ofNumber(
            Class<E> type, Set<E> targeted, String target, long least, long most, long usual) {
        String allowed = "it must be a number from " + least + " to " + most;
        return new ChoiceWithTarget<>(
                type,
                targeted,
                target,
                text -> {
                    if (!text.matches("[0-9]{1,18}") || Long.parseLong(text) < least || Long.parseLong(text) > most) {
                        throw new IllegalArgumentException(allowed);
                    }
                },
                true,
                Optional.of(Long.toString(usual)));
    }

    private String behind() {
        return mayLack ? "[:" + target + "]" : ":" + target;
    }

    private static List<String> parts(String text) {
        return List.of(text.split(":", 2));
    }

    public String name(E choice) {
        return choices.name(choice);
    }

    /** @param text one that {@link #ensureValid} accepts */
    public E choice(String text) {
        return choices.parse(parts(text).get(0));
    }

    /** What is behind the colon, or what is usual there. */
    public Optional<String> target(String text) {
        Optional<String> given = parts(text).stream().skip(1).findFirst();
        return targeted.contains(choice(text)) ? given.or(() -> usual) : given;
    }

    /** The target of one that {@link #ofNumber} has made; what is usual where the choice has none. */
    public long number(String text) {
        return Long.parseLong(target(text).or(() -> usual).orElseThrow());
    }

    @Override
    public void ensureValid(String key, Object value) {
        String text = (String) value;
        choices.ensureValid(key, parts(text).get(0));
        Optional<String> given = parts(text).stream().skip(1).findFirst();
        boolean isTargeted = targeted.contains(choice(text));
        if (!isTargeted && given.isPresent()) {
            throw new ConfigException(
                    key, value, "nothing may be behind " + parts(text).get(0) + "; allowed are " + this);
        }
        if (isTargeted && (given.isPresent() || !mayLack)) {
            try {
                check.accept(given.filter(name -> !name.isEmpty())
                        .orElseThrow(() -> new IllegalArgumentException(
                                "write " + parts(text).get(0) + ":" + target)));
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
