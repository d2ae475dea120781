package io.parquetry.benchmarks.data;

import java.util.Date;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;

/**
 * Wide whole numbers and fractions, as machines report their state: 60 columns of six kinds in turn, each with its own
 * period and size.
 */
public final class Gauges implements Dataset {
    private static final int COLUMNS = 60;

    private static final Schema SCHEMA = schemaOf();

    private final RowRandom random = new RowRandom();

    private static Schema schemaOf() {
        SchemaBuilder schema = SchemaBuilder.struct().name("gauges").field("at", Timestamp.SCHEMA);
        for (int i = 0; i < COLUMNS; i++) {
            schema.field(
                    "gauge" + i,
                    switch (i % 6) {
                        case 0 -> Schema.INT64_SCHEMA;
                        case 1, 2 -> Schema.INT32_SCHEMA;
                        case 3, 4 -> Schema.FLOAT64_SCHEMA;
                        default -> Schema.OPTIONAL_FLOAT64_SCHEMA;
                    });
        }
        return schema.build();
    }

    @Override
    public String name() {
        return "h: gauges";
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public int rowsDefault() {
        return 100_000;
    }

    @Override
    public Struct row(int number) {
        random.row(number);
        Struct record = new Struct(SCHEMA).put("at", new Date(1_700_000_000_000L + number * 1_000L));
        for (Field field : SCHEMA.fields().subList(1, COLUMNS + 1)) {
            record.put(field, value(field.index() - 1, number));
        }
        return record;
    }

    private Object value(int column, int number) {
        double wave = Math.sin(number * 6.0 / (500 + 97 * column));
        return switch (column % 6) {
            case 0 -> (long) number * (1_000 + column) + random.below(1_000);
            case 1 -> (int) (wave * 20_000) + random.below(50);
            case 2 -> random.chance(2) ? random.below(10_000) : 200 + random.below(4);
            case 3 -> Math.round(2_000 + wave * 1_500 + random.below(20)) / 100.0;
            case 4 -> wave * 1_000 + random.fraction();
            default -> random.chance(30) ? null : Math.round(random.fraction() * 1_000_000) / 1_000.0;
        };
    }
}
