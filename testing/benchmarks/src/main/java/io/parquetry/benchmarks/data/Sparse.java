package io.parquetry.benchmarks.data;

import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/** Wide and sparse: 400 optional columns of four types in turn, of which a record has 5 %. */
public final class Sparse implements Dataset {
    private static final int COLUMNS = 400;
    private static final int SET_PERCENT = 5;

    private static final Schema SCHEMA = schemaOf();

    private final RowRandom random = new RowRandom();

    private static Schema schemaOf() {
        SchemaBuilder schema = SchemaBuilder.struct().name("wide");
        for (int i = 0; i < COLUMNS; i++) {
            schema.field(
                    "column" + i,
                    switch (i % 4) {
                        case 0 -> Schema.OPTIONAL_INT32_SCHEMA;
                        case 1 -> Schema.OPTIONAL_STRING_SCHEMA;
                        case 2 -> Schema.OPTIONAL_FLOAT64_SCHEMA;
                        default -> Schema.OPTIONAL_INT64_SCHEMA;
                    });
        }
        return schema.build();
    }

    @Override
    public String name() {
        return "e: sparse";
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
        Struct record = new Struct(SCHEMA);
        for (Field field : SCHEMA.fields()) {
            if (random.chance(SET_PERCENT)) {
                record.put(field, value(field, random));
            }
        }
        return record;
    }

    static Object value(Field field, RowRandom random) {
        return switch (field.schema().type()) {
            case INT32 -> (Object) random.below(1_000);
            case STRING -> "reading " + random.below(200);
            case FLOAT64 -> random.fraction();
            case INT64 -> random.next();
            case INT8, INT16, FLOAT32, BOOLEAN, BYTES, ARRAY, MAP, STRUCT ->
                throw new IllegalStateException("no column is " + field.schema());
        };
    }
}
