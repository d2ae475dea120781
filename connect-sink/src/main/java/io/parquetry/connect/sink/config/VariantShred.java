package io.parquetry.connect.sink.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.schema.VariantSample;
import io.parquetry.connect.common.template.FieldPath;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * The parts of variants that get columns of their own.
 *
 * @param words {@code none}, {@code auto}, or paths
 */
public record VariantShred(List<String> words) {
    static final String KEY = "variant.shred";

    private static final String NONE = "none";
    private static final String AUTO = "auto";

    /** Each variant is stored whole. */
    public static final VariantShred WHOLE = new VariantShred(List.of(NONE));

    public VariantShred {
        words = List.copyOf(words);
    }

    static void define(KeyBuilder.Group group) {
        group.key(KEY, LIST, "Shredded parts of variants")
                .defaultsTo(List.of(NONE))
                .must(Checks.list("none, auto or paths", VariantShred::require))
                .importance(LOW)
                .width(Width.LONG)
                .says("Parts of the values that get columns of their own inside the VARIANT, with schemaless=variant;"
                        + " engines then read only those parts and skip row groups by their bounds. none: each value"
                        + " is whole, which every engine that knows VARIANT reads. auto: the parts that are in a"
                        + " tenth of the first values and are always of one type, 200 at most. Paths, as in"
                        + " id,actor.login: these parts, 200 at most, among which actor counts, too, and of "
                        + VariantSample.LEVELS_MAX
                        + " names at most; a name with dots is in double quotes. Not every engine reads shredded"
                        + " variants.");
    }

    private static void require(List<String> words) {
        if (words.isEmpty()) {
            throw new IllegalArgumentException("it must be none, auto or paths such as id,actor.login");
        }
        if (words.size() == 1 && (words.get(0).equals(NONE) || words.get(0).equals(AUTO))) {
            return;
        }
        Set<List<String>> paths = new HashSet<>();
        for (String word : words) {
            if (word.equals(NONE) || word.equals(AUTO)) {
                throw new IllegalArgumentException("the word " + word
                        + " must be the only entry; a field of that name is written" + " \"" + word + "\"");
            }
            List<String> names = FieldPath.parse(word).names();
            if (names.size() > VariantSample.LEVELS_MAX) {
                throw new IllegalArgumentException("the path " + word + " has " + names.size()
                        + " names; there may be " + VariantSample.LEVELS_MAX
                        + ". Name an object further out, which is then stored whole in its column");
            }
            if (!paths.add(names)) {
                throw new IllegalArgumentException("the path " + word + " is there twice");
            }
        }
        int parts = VariantSample.parts(paths);
        if (parts > VariantSample.PARTS_MAX) {
            throw new IllegalArgumentException("the " + paths.size() + " paths have " + parts
                    + " parts, each of which gets a column (a.b has two: a and a.b); there may be "
                    + VariantSample.PARTS_MAX + ". Remove paths, or set it to auto");
        }
    }

    static VariantShred read(ConfigValues values) {
        return new VariantShred(values.list(KEY));
    }

    /** A sample that decides on the columns; each topic-partition needs one of its own. */
    public VariantSample sample() {
        return switch (words.get(0)) {
            case NONE -> VariantSample.none();
            case AUTO -> VariantSample.frequent();
            default ->
                VariantSample.of(words.stream()
                        .map(FieldPath::parse)
                        .map(FieldPath::names)
                        .toList());
        };
    }
}
