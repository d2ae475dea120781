package io.parquetry.benchmarks.data;

import java.util.Date;
import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;

/**
 * Wide numbers and texts, each column with another number of different values, so that a dictionary pays for some only
 * in large files, for some never. A name ends in the number of different values, in thousands; those of the column
 * {@code skewed} occur more often the smaller they are.
 */
public final class Measurements implements Dataset {
    /** Columns to be summed: two with a dictionary, one with nulls, and one without a dictionary. */
    public static final List<String> SUMMED = List.of("double15", "long28", "double200");

    private static final Schema SCHEMA = SchemaBuilder.struct()
            .name("measurement")
            .field("at", Timestamp.SCHEMA)
            .field("double5", Schema.FLOAT64_SCHEMA)
            .field("double15", Schema.FLOAT64_SCHEMA)
            .field("double28", Schema.FLOAT64_SCHEMA)
            .field("double34", Schema.OPTIONAL_FLOAT64_SCHEMA)
            .field("double60", Schema.FLOAT64_SCHEMA)
            .field("double200", Schema.FLOAT64_SCHEMA)
            .field("int9", Schema.INT32_SCHEMA)
            .field("int15", Schema.OPTIONAL_INT32_SCHEMA)
            .field("int40", Schema.INT32_SCHEMA)
            .field("long28", Schema.OPTIONAL_INT64_SCHEMA)
            .field("text9", Schema.STRING_SCHEMA)
            .field("text40", Schema.OPTIONAL_STRING_SCHEMA)
            .field("skewed", Schema.FLOAT64_SCHEMA)
            .build();

    private final RowRandom random = new RowRandom();

    /** By the index of a field the number in its name, 0 where it has none. */
    private final int[] kinds = SCHEMA.fields().stream()
            .map(field -> "0" + field.name().replaceAll("[a-z]+", ""))
            .mapToInt(Integer::parseInt)
            .toArray();

    @Override
    public String name() {
        return "f: measurements";
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public int rowsDefault() {
        return 300_000;
    }

    @Override
    public Struct row(int number) {
        random.row(number);
        Struct record = new Struct(SCHEMA).put("at", new Date(1_700_000_000_000L + number * 40L + random.below(40)));
        for (Field field : SCHEMA.fields().subList(1, SCHEMA.fields().size())) {
            if (!field.schema().isOptional() || random.chance(90)) {
                record.put(field, value(field));
            }
        }
        return record;
    }

    private Object value(Field field) {
        double fraction = random.fraction();
        if (field.name().equals("skewed")) {
            return Math.floor(1_000_000 * fraction * fraction * fraction * fraction) / 1_000;
        }
        int number = (int) (1_000 * kinds[field.index()] * fraction);
        return switch (field.schema().type()) {
            case FLOAT64 -> (Object) (Math.sqrt(number) + 1);
            case INT32 -> number * 7_919;
            case INT64 -> number * 1_000_003L * 1_000_003L;
            case STRING -> "sensor " + Integer.toHexString(number * 40_503);
            case INT8, INT16, FLOAT32, BOOLEAN, BYTES, ARRAY, MAP, STRUCT ->
                throw new IllegalStateException("no column is " + field.schema());
        };
    }
}
