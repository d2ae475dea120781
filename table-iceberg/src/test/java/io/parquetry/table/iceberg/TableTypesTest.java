package io.parquetry.table.iceberg;

import io.parquetry.connect.common.config.DocumentTable;
import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.schema.ColumnForm;
import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.connect.common.schema.DebeziumTypes;
import io.parquetry.connect.common.schema.ZonelessAs;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PrimitiveType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.junit.jupiter.api.Test;

/**
 * The table of types in docs/reference/tables.md: what the columns of a schema are in files of a table and in the
 * table. With {@code -Dwrite.docs=true} it is written; without, compared.
 */
class TableTypesTest {
    private static final String DEBEZIUM = "io.debezium.";
    private static final DocumentTable DOCUMENTED =
            new DocumentTable("tables.md", "types", "table-iceberg", TableTypesTest.class);

    /** Names of types by what they become, in the order of the first. */
    private final Map<String, List<String>> byColumn = new LinkedHashMap<>();

    @Test
    void thePageHasEachType() throws IOException {
        for (Schema.Type type : List.of(
                Schema.Type.INT8,
                Schema.Type.INT16,
                Schema.Type.INT32,
                Schema.Type.INT64,
                Schema.Type.FLOAT32,
                Schema.Type.FLOAT64,
                Schema.Type.BOOLEAN,
                Schema.Type.STRING,
                Schema.Type.BYTES)) {
            add(type.name(), new SchemaBuilder(type).build());
        }
        for (String precision : List.of("9", "18", "38")) {
            Schema decimal = Decimal.builder(2)
                    .parameter("connect.decimal.precision", precision)
                    .build();
            add("Decimal(" + precision + ",2)", decimal);
        }
        add("Date", Date.SCHEMA);
        add("Time", Time.SCHEMA);
        add("Timestamp", Timestamp.SCHEMA);
        add(Schema.Type.INT32, "time.Date");
        add(Schema.Type.INT32, "time.Time");
        add(Schema.Type.INT64, "time.MicroTime");
        add(Schema.Type.INT64, "time.NanoTime");
        add(Schema.Type.INT64, "time.Timestamp");
        add(Schema.Type.INT64, "time.MicroTimestamp");
        add(Schema.Type.INT64, "time.NanoTimestamp");
        add(Schema.Type.STRING, "time.ZonedTimestamp");
        add(Schema.Type.STRING, "time.ZonedTime");
        add(Schema.Type.STRING, "data.Enum");
        add(Schema.Type.STRING, "data.Uuid");
        add(Schema.Type.STRING, "data.Json");
        add(Schema.Type.BYTES, "data.Bits");
        add(
                "Debezium's timestamps with `types.as=zoneless:local`",
                named(Schema.Type.INT64, "time.MicroTimestamp"),
                ColumnTypes.DEFAULT.with(ColumnForm.TABLE).with(ZonelessAs.LOCAL));
        add(
                "`io.debezium.time.NanoTimestamp` with `table.properties.format-version=3`",
                named(Schema.Type.INT64, "time.NanoTimestamp"),
                ColumnTypes.DEFAULT.with(ColumnForm.TABLE_WITH_NANOS));
        add(
                "`io.debezium.data.Uuid` with `types.as=debezium:logical`",
                named(Schema.Type.STRING, "data.Uuid"),
                ColumnTypes.DEFAULT.with(ColumnForm.TABLE).with(DebeziumTypes.LOGICAL));
        add("ARRAY", SchemaBuilder.array(Schema.INT64_SCHEMA).build());
        add("MAP", SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.INT64_SCHEMA).build());
        add("STRUCT", SchemaBuilder.struct().field("a", Schema.INT64_SCHEMA).build());
        StringBuilder table =
                new StringBuilder("| Connect | column of the file | column of the table |\n|---|---|---|\n");
        byColumn.forEach((column, names) -> table.append("| ")
                .append(String.join(", ", names))
                .append(" | ")
                .append(column)
                .append(" |\n"));
        DOCUMENTED.assertUpToDate(table.toString());
    }

    private void add(Schema.Type type, String name) {
        add("`" + DEBEZIUM + name + "`", named(type, name));
    }

    private static Schema named(Schema.Type type, String name) {
        return new SchemaBuilder(type).name(DEBEZIUM + name).build();
    }

    private void add(String name, Schema type) {
        add(name, type, ColumnTypes.DEFAULT.with(ColumnForm.TABLE));
    }

    private void add(String name, Schema type, ColumnTypes chosen) {
        Schema value = SchemaBuilder.struct().field("c", type).build();
        MessageType columns =
                RecordLayout.of(null, value, RecordMetadata.NONE, chosen).schema();
        org.apache.iceberg.types.Type inTable = IcebergTypes.schema(columns).findType("c");
        String inFile = columns.fields().get(0) instanceof PrimitiveType leaf ? leaf(leaf) : "group";
        byColumn.computeIfAbsent(inFile + " | " + inTable, column -> new ArrayList<>())
                .add(name);
    }

    private static String leaf(PrimitiveType column) {
        return column.physicalType()
                + column.logicalType().map(annotation -> ", " + annotation).orElse("");
    }
}
