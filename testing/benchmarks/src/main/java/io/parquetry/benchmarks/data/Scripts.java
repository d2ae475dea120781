package io.parquetry.benchmarks.data;

import java.util.Date;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;

/** Long texts, each in one of eight scripts; most of their characters take two to four bytes. */
public final class Scripts implements Dataset {
    private static final int WORDS = 5_000;

    /** First code point and number of letters of each script. */
    private static final int[][] ALPHABETS = {
        {'a', 26},
        {0x00DF, 32},
        {0x03B1, 25},
        {0x0430, 32},
        {0x0627, 36},
        {0x0905, 50},
        {0x4E00, 3_000},
        {0xAC00, 2_000},
        {0x1F600, 64}
    };

    private static final Schema SCHEMA = SchemaBuilder.struct()
            .name("message")
            .field("id", Schema.STRING_SCHEMA)
            .field("sent", Timestamp.SCHEMA)
            .field("subject", Schema.OPTIONAL_STRING_SCHEMA)
            .field("text", Schema.STRING_SCHEMA)
            .build();

    private final RowRandom random = new RowRandom();
    private final String[][] words = new String[ALPHABETS.length][WORDS];

    public Scripts() {
        for (int script = 0; script < ALPHABETS.length; script++) {
            int letters = ALPHABETS[script][1];
            for (int i = 0; i < WORDS; i++) {
                random.row(script * WORDS + i);
                StringBuilder word = new StringBuilder();
                for (int count = letters > 1_000 ? 1 + random.below(3) : 2 + random.below(9); count > 0; count--) {
                    double fraction = random.fraction();
                    word.appendCodePoint(ALPHABETS[script][0] + (int) (letters * fraction * fraction));
                }
                words[script][i] = word.toString();
            }
        }
    }

    @Override
    public String name() {
        return "m: scripts";
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
        int script = random.below(ALPHABETS.length);
        return new Struct(SCHEMA)
                .put("id", Long.toHexString(random.next()) + "-" + number)
                .put("sent", new Date(1_700_000_000_000L + number * 10_000L + random.below(10_000)))
                .put("subject", random.chance(15) ? null : text(script, 3 + random.below(8)))
                .put("text", text(script, 20 + random.below(300)));
    }

    private String text(int script, int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            double fraction = random.fraction();
            text.append(i == 0 ? "" : random.chance(10) ? ", " : " ")
                    .append(words[script][(int) (WORDS * fraction * fraction * fraction)]);
        }
        return text.toString();
    }
}
