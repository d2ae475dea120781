package io.parquetry.benchmarks.data;

import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/** Some columns of four types in turn, each with a value in every record. */
public final class Dense implements Dataset {
    private final Schema schema;
    private final RowRandom random = new RowRandom();

    public Dense(int columns) {
        SchemaBuilder builder = SchemaBuilder.struct().name("dense");
        for (int i = 0; i < columns; i++) {
            builder.field(
                    "column" + i,
                    switch (i % 4) {
                        case 0 -> Schema.OPTIONAL_INT32_SCHEMA;
                        case 1 -> Schema.OPTIONAL_STRING_SCHEMA;
                        case 2 -> Schema.OPTIONAL_FLOAT64_SCHEMA;
                        default -> Schema.OPTIONAL_INT64_SCHEMA;
                    });
        }
        schema = builder.build();
    }

    @Override
    public String name() {
        return "dense";
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public int rowsDefault() {
        return 10;
    }

    @Override
    public Struct row(int number) {
        random.row(number);
        Struct record = new Struct(schema);
        for (Field field : schema.fields()) {
            record.put(field, Sparse.value(field, random));
        }
        return record;
    }
}
