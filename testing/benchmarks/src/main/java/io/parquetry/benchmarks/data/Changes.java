package io.parquetry.benchmarks.data;

import java.util.Date;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;

/** Envelopes of change data capture: the row before and after, where the change comes from, what it is. */
public final class Changes implements Dataset {
    private static final Schema ROW = SchemaBuilder.struct()
            .name("row")
            .field("id", Schema.INT64_SCHEMA)
            .field("customer", Schema.INT32_SCHEMA)
            .field("state", Schema.STRING_SCHEMA)
            .field("email", Schema.OPTIONAL_STRING_SCHEMA)
            .field("amount", Decimals.of(12))
            .field("note", Schema.OPTIONAL_STRING_SCHEMA)
            .field("updated", Timestamp.SCHEMA)
            .optional()
            .build();

    private static final Schema SOURCE = SchemaBuilder.struct()
            .name("source")
            .field("version", Schema.STRING_SCHEMA)
            .field("connector", Schema.STRING_SCHEMA)
            .field("name", Schema.STRING_SCHEMA)
            .field("ts_ms", Schema.INT64_SCHEMA)
            .field("snapshot", Schema.OPTIONAL_STRING_SCHEMA)
            .field("db", Schema.STRING_SCHEMA)
            .field("sequence", Schema.OPTIONAL_STRING_SCHEMA)
            .field("schema", Schema.STRING_SCHEMA)
            .field("table", Schema.STRING_SCHEMA)
            .field("txId", Schema.OPTIONAL_INT64_SCHEMA)
            .field("lsn", Schema.OPTIONAL_INT64_SCHEMA)
            .field("xmin", Schema.OPTIONAL_INT64_SCHEMA)
            .build();

    private static final Schema SCHEMA = SchemaBuilder.struct()
            .name("envelope")
            .field("before", ROW)
            .field("after", ROW)
            .field("source", SOURCE)
            .field("op", Schema.STRING_SCHEMA)
            .field("ts_ms", Schema.OPTIONAL_INT64_SCHEMA)
            .build();

    private static final String[] STATES = {"new", "paid", "packed", "sent", "delivered", "returned"};
    private static final long FIRST_MS = 1_700_000_000_000L;

    private final RowRandom random = new RowRandom();

    @Override
    public String name() {
        return "o: changes";
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public int rowsDefault() {
        return 150_000;
    }

    @Override
    public Struct row(int number) {
        random.row(number);
        int kind = random.below(10);
        long ms = FIRST_MS + number * 40L + random.below(40);
        long id = kind < 3 ? 5_000_000L + number : 5_000_000L - random.below(50_000);
        int customer = random.below(30_000);
        int state = random.below(STATES.length - 1);
        long amount = 100L + random.below(100_000);
        long lsn = 24_000_000_000L + number * 312L;
        Struct before = kind < 3 ? null : state(id, customer, state, amount, ms - random.below(90_000_000));
        Struct after = kind == 9 ? null : state(id, customer, state + (kind < 3 ? 0 : 1), amount, ms);
        Struct source = new Struct(SOURCE)
                .put("version", "3.2.0.Final")
                .put("connector", "postgresql")
                .put("name", "shop")
                .put("ts_ms", ms)
                .put("snapshot", "false")
                .put("db", "shop")
                .put("sequence", "[\"" + (lsn - 56) + "\",\"" + lsn + "\"]")
                .put("schema", "public")
                .put("table", "orders")
                .put("txId", 900_000L + number / 3)
                .put("lsn", lsn);
        return new Struct(SCHEMA)
                .put("before", before)
                .put("after", after)
                .put("source", source)
                .put("op", kind < 3 ? "c" : kind == 9 ? "d" : "u")
                .put("ts_ms", ms + 100 + random.below(400));
    }

    private Struct state(long id, int customer, int state, long amount, long ms) {
        return new Struct(ROW)
                .put("id", id)
                .put("customer", customer)
                .put("state", STATES[state])
                .put("email", customer % 5 == 0 ? null : "customer" + customer + "@example.org")
                .put("amount", Decimals.hundredths(amount))
                .put("note", id % 4 == 0 ? "leave at door " + id % 9_973 : null)
                .put("updated", new Date(ms));
    }
}
