package io.parquetry.benchmarks.data;

import java.util.Date;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;

/** Long texts: sentences of words that are the rarer the higher their number, some with letters beyond ASCII. */
public final class Articles implements Dataset {
    private static final int WORDS = 20_000;
    private static final String[] SYLLABLES = {
        "ba", "cor", "di", "fen", "gra", "hol", "in", "jes", "kal", "lu", "men", "nor", "os", "pri", "quo", "ran",
        "sil", "tor", "una", "vel", "wit", "xen", "yor", "zu", "über", "né", "ça", "ſt", "山", "ёл", "an", "er"
    };
    private static final String[] LANGUAGES = {"en", "de", "fr", "ru", "ja"};

    private static final Schema SCHEMA = SchemaBuilder.struct()
            .name("article")
            .field("id", Schema.STRING_SCHEMA)
            .field("published", Timestamp.SCHEMA)
            .field("language", Schema.STRING_SCHEMA)
            .field("author", Schema.OPTIONAL_STRING_SCHEMA)
            .field("title", Schema.STRING_SCHEMA)
            .field("summary", Schema.OPTIONAL_STRING_SCHEMA)
            .field("body", Schema.STRING_SCHEMA)
            .build();

    private final RowRandom random = new RowRandom();
    private final String[] words = new String[WORDS];

    public Articles() {
        for (int i = 0; i < WORDS; i++) {
            random.row(i);
            StringBuilder word = new StringBuilder();
            for (int count = 1 + random.below(4); count > 0; count--) {
                // The last letters are rare: most texts of the world are mostly ASCII.
                word.append(SYLLABLES[random.chance(4) ? random.below(SYLLABLES.length) : random.below(24)]);
            }
            words[i] = word.toString();
        }
    }

    @Override
    public String name() {
        return "i: articles";
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public int rowsDefault() {
        return 30_000;
    }

    @Override
    public Struct row(int number) {
        random.row(number);
        return new Struct(SCHEMA)
                .put("id", Long.toHexString(random.next()) + "-" + number)
                .put("published", new Date(1_700_000_000_000L + number * 60_000L + random.below(60_000)))
                .put("language", LANGUAGES[random.below(LANGUAGES.length)])
                .put("author", random.chance(10) ? null : text(2))
                .put("title", text(4 + random.below(9)))
                .put("summary", random.chance(40) ? null : text(20 + random.below(40)))
                .put("body", text(40 + random.below(500)));
    }

    private String text(int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            double fraction = random.fraction();
            text.append(i == 0 ? "" : " ").append(words[(int) (WORDS * fraction * fraction * fraction)]);
        }
        return text.toString();
    }
}
