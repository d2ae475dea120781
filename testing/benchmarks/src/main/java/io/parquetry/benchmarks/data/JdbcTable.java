package io.parquetry.benchmarks.data;

import java.util.Date;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;

/** A table of 200 columns as a JDBC source gives it: most are optional, many of them empty or nearly constant. */
public final class JdbcTable implements Dataset {
    private static final int COLUMNS = 200;
    private static final Schema AMOUNT = SchemaBuilder.bytes()
            .name(Decimals.of(18).name())
            .version(1)
            .parameters(Decimals.of(18).parameters())
            .optional()
            .build();
    private static final Schema SCHEMA = schemaOf();

    private final RowRandom random = new RowRandom();

    private static Schema schemaOf() {
        SchemaBuilder schema = SchemaBuilder.struct().name("account").field("id", Schema.INT64_SCHEMA);
        for (int i = 1; i < COLUMNS; i++) {
            switch (i % 8) {
                case 0 -> schema.field("code" + i, Schema.OPTIONAL_STRING_SCHEMA);
                case 1 -> schema.field("is_active" + i, Schema.OPTIONAL_BOOLEAN_SCHEMA);
                case 2 -> schema.field("amount" + i, AMOUNT);
                case 3 ->
                    schema.field(
                            "updated_at" + i, Timestamp.builder().optional().build());
                case 4 -> schema.field("name" + i, Schema.OPTIONAL_STRING_SCHEMA);
                case 5 -> schema.field("parent_id" + i, Schema.OPTIONAL_INT64_SCHEMA);
                case 6 -> schema.field("count" + i, Schema.OPTIONAL_INT32_SCHEMA);
                default -> schema.field("rate" + i, Schema.OPTIONAL_FLOAT64_SCHEMA);
            }
        }
        return schema.build();
    }

    @Override
    public String name() {
        return "n: table of 200 columns";
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public int rowsDefault() {
        return 40_000;
    }

    @Override
    public Struct row(int number) {
        random.row(number);
        Struct record = new Struct(SCHEMA).put("id", 10_000_000L + number);
        for (Field field : SCHEMA.fields().subList(1, COLUMNS)) {
            // A third of the columns is hardly used.
            if (random.chance(field.index() % 3 == 0 ? 2 : 90)) {
                record.put(field, value(field.index(), number));
            }
        }
        return record;
    }

    private Object value(int column, int number) {
        int kinds = 2 << column % 11;
        return switch (column % 8) {
            case 0 -> "C" + column + "-" + random.below(kinds);
            case 1 -> random.chance(90);
            case 2 ->
                Decimals.hundredths((long) (random.fraction() * random.fraction() * 1_000_000 * (column % 3 + 1)));
            case 3 -> new Date(1_700_000_000_000L + number * 30_000L + random.below(1_000_000));
            case 4 -> "customer " + random.below(kinds * 500) + " of branch " + column;
            case 5 -> 10_000_000L + random.below(kinds * 1_000);
            case 6 -> random.below(kinds);
            default -> random.below(10_000) / 100.0;
        };
    }
}
