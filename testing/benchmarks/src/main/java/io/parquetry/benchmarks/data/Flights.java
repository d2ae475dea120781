package io.parquetry.benchmarks.data;

import java.util.Date;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;

/**
 * A flat record of 12 columns: one without repeated values (id), two ascending (departure, sequence), texts of low and
 * high cardinality, and two columns with nulls.
 */
public final class Flights implements Dataset {
    private static final int CARRIERS = 10;
    private static final int TAILS = 5_000;
    private static final int AIRPORTS = 320;
    private static final long FIRST_DEPARTURE_MS = 1_700_000_000_000L;
    private static final long DAY_MS = 86_400_000L;

    private static final Schema SCHEMA = SchemaBuilder.struct()
            .name("flight")
            .field("id", Schema.STRING_SCHEMA)
            .field("departure", Timestamp.SCHEMA)
            .field("day", org.apache.kafka.connect.data.Date.SCHEMA)
            .field("carrier", Schema.STRING_SCHEMA)
            .field("number", Schema.INT32_SCHEMA)
            .field("tail", Schema.OPTIONAL_STRING_SCHEMA)
            .field("origin", Schema.STRING_SCHEMA)
            .field("destination", Schema.STRING_SCHEMA)
            .field("delay", Schema.OPTIONAL_FLOAT64_SCHEMA)
            .field("distance", Schema.FLOAT64_SCHEMA)
            .field("cancelled", Schema.BOOLEAN_SCHEMA)
            .field("sequence", Schema.INT64_SCHEMA)
            .build();

    private final RowRandom random = new RowRandom();

    @Override
    public String name() {
        return "a: flights";
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public int rowsDefault() {
        return 500_000;
    }

    @Override
    public Struct row(int number) {
        random.row(number);
        long departure = FIRST_DEPARTURE_MS + number * 1_500L + random.below(1_500);
        int origin = random.below(AIRPORTS);
        int destination = random.below(AIRPORTS);
        boolean cancelled = random.chance(2);
        return new Struct(SCHEMA)
                .put("id", id(random.next(), random.next()))
                .put("departure", new Date(departure))
                .put("day", new Date(departure - departure % DAY_MS))
                .put("carrier", carrier(random.below(CARRIERS)))
                .put("number", 1 + random.below(9_000))
                .put("tail", random.chance(5) ? null : tail(random.below(TAILS)))
                .put("origin", airport(origin))
                .put("destination", airport(destination))
                .put("delay", cancelled || random.chance(8) ? null : (random.below(600) - 60) / 4.0)
                .put("distance", distance(origin, destination))
                .put("cancelled", cancelled)
                .put("sequence", (long) number);
    }

    /** 36 characters in the form of a UUID. */
    private static String id(long high, long low) {
        char[] text = new char[36];
        long bits = high;
        for (int i = 0; i < text.length; i++) {
            if (i == 18) {
                bits = low;
            }
            if (i == 8 || i == 13 || i == 18 || i == 23) {
                text[i] = '-';
            } else {
                text[i] = Character.forDigit((int) bits & 0xF, 16);
                bits >>>= 4;
            }
        }
        return new String(text);
    }

    private static String carrier(int number) {
        return new String(new char[] {(char) ('A' + number), (char) ('Z' - number)});
    }

    private static String tail(int number) {
        return new String(new char[] {
            'N',
            (char) ('1' + number / 1_000),
            (char) ('0' + number / 100 % 10),
            (char) ('0' + number / 10 % 10),
            (char) ('A' + number % 10),
            (char) ('K' + number % 7)
        });
    }

    private static String airport(int number) {
        return new String(
                new char[] {(char) ('A' + number % 23), (char) ('A' + number / 23), (char) ('A' + number % 19)});
    }

    /** In tenths of a mile, with airports on a grid; up to 51,200 distinct values. */
    private static double distance(int origin, int destination) {
        double east = origin % 20 - destination % 20;
        double north = origin / 20 - destination / 20;
        return Math.round((100 + 91 * Math.hypot(east, north) + (origin * 7 + destination * 3) % 50) * 10) / 10.0;
    }
}
