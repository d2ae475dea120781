package io.parquetry.benchmarks.data;

import java.util.Date;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/** The largest table of TPC-H: numbers of orders, decimals, dates, short codes and comments that hardly repeat. */
public final class Lineitem implements Dataset {
    private static final long DAY_MS = 86_400_000L;
    private static final int FIRST_DAY = 8_035;
    private static final int PARTS = 200_000;
    private static final int SUPPLIERS = 10_000;
    private static final Schema DECIMAL = Decimals.of(15);
    private static final Schema DATE = org.apache.kafka.connect.data.Date.SCHEMA;

    private static final String[] INSTRUCTIONS = {"DELIVER IN PERSON", "COLLECT COD", "NONE", "TAKE BACK RETURN"};
    private static final String[] MODES = {"REG AIR", "AIR", "RAIL", "SHIP", "TRUCK", "MAIL", "FOB"};
    private static final String[] WORDS = {
        "furiously",
        "carefully",
        "slyly",
        "quickly",
        "blithely",
        "express",
        "regular",
        "special",
        "pending",
        "ironic",
        "even",
        "bold",
        "silent",
        "final",
        "unusual",
        "packages",
        "requests",
        "accounts",
        "deposits",
        "foxes",
        "ideas",
        "theodolites",
        "pinto beans",
        "instructions",
        "dependencies",
        "excuses",
        "platelets",
        "asymptotes",
        "courts",
        "sleep",
        "haggle",
        "nag",
        "wake",
        "cajole",
        "boost",
        "detect",
        "integrate",
        "above",
        "along",
        "the",
        "after"
    };

    private static final Schema SCHEMA = SchemaBuilder.struct()
            .name("lineitem")
            .field("l_orderkey", Schema.INT64_SCHEMA)
            .field("l_partkey", Schema.INT64_SCHEMA)
            .field("l_suppkey", Schema.INT64_SCHEMA)
            .field("l_linenumber", Schema.INT32_SCHEMA)
            .field("l_quantity", DECIMAL)
            .field("l_extendedprice", DECIMAL)
            .field("l_discount", DECIMAL)
            .field("l_tax", DECIMAL)
            .field("l_returnflag", Schema.STRING_SCHEMA)
            .field("l_linestatus", Schema.STRING_SCHEMA)
            .field("l_shipdate", DATE)
            .field("l_commitdate", DATE)
            .field("l_receiptdate", DATE)
            .field("l_shipinstruct", Schema.STRING_SCHEMA)
            .field("l_shipmode", Schema.STRING_SCHEMA)
            .field("l_comment", Schema.STRING_SCHEMA)
            .build();

    private final RowRandom random = new RowRandom();

    @Override
    public String name() {
        return "k: lineitem";
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public int rowsDefault() {
        return 200_000;
    }

    @Override
    public Struct row(int number) {
        int order = number / 4;
        random.row(order);
        int ordered = FIRST_DAY + random.below(2_406);
        random.row(number);
        int part = random.below(PARTS);
        int quantity = 1 + random.below(50);
        int shipped = ordered + 1 + random.below(121);
        int received = shipped + 1 + random.below(30);
        return new Struct(SCHEMA)
                .put("l_orderkey", order / 8L * 32 + order % 8)
                .put("l_partkey", 1L + part)
                .put("l_suppkey", 1L + (part + random.below(4) * (SUPPLIERS / 4 + part / SUPPLIERS)) % SUPPLIERS)
                .put("l_linenumber", 1 + number % 4)
                .put("l_quantity", Decimals.hundredths(quantity * 100L))
                .put("l_extendedprice", Decimals.hundredths(quantity * (90_000L + part / 10 % 20_001 + part % 1_000)))
                .put("l_discount", Decimals.hundredths(random.below(11)))
                .put("l_tax", Decimals.hundredths(random.below(9)))
                .put("l_returnflag", received > FIRST_DAY + 1_263 ? "N" : random.chance(50) ? "R" : "A")
                .put("l_linestatus", shipped > FIRST_DAY + 1_263 ? "O" : "F")
                .put("l_shipdate", day(shipped))
                .put("l_commitdate", day(ordered + 30 + random.below(61)))
                .put("l_receiptdate", day(received))
                .put("l_shipinstruct", INSTRUCTIONS[random.below(INSTRUCTIONS.length)])
                .put("l_shipmode", MODES[random.below(MODES.length)])
                .put("l_comment", comment());
    }

    private static Date day(int number) {
        return new Date(number * DAY_MS);
    }

    /** 10 to 43 characters of a sentence, cut anywhere. */
    private String comment() {
        int length = 10 + random.below(34);
        StringBuilder text = new StringBuilder();
        while (text.length() < length + 5) {
            text.append(WORDS[random.below(WORDS.length)]).append(random.chance(12) ? ". " : " ");
        }
        int start = random.below(5);
        return text.substring(start, start + length);
    }
}
