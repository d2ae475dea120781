package io.parquetry.table.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;

/** Which columns a table gets for those of a file. */
class IcebergTypesTest {
    private static final MessageType COLUMNS = MessageType.parse("""
            message record {
              required int64 id;
              optional int64 n;
              required group s { required int64 id; optional int64 n; }
              required group list (LIST) { repeated group list { required int64 element; } }
              required group map (MAP) { repeated group key_value { required int64 key; required int64 value; } }
            }
            """);

    @Test
    void aNewTableRequiresNothing() {
        assertThat(IcebergTypes.schema(COLUMNS).asStruct())
                .hasToString("struct<1: id: optional long, 2: n: optional long,"
                        + " 3: s: optional struct<4: id: optional long, 5: n: optional long>,"
                        + " 6: list: optional list<long>, 8: map: optional map<long, long>>");
        assertThat(IcebergTypes.schema(COLUMNS).findField("list.element").isOptional())
                .isTrue();
    }

    @Test
    void whatTheTableRequiresStaysSoWhereTheFileHasIt() {
        Types.StructType table = Types.StructType.of(
                NestedField.required(1, "n", Types.LongType.get()),
                NestedField.required(2, "id", Types.LongType.get()),
                NestedField.required(3, "s", Types.StructType.of(NestedField.required(4, "id", Types.LongType.get()))),
                NestedField.required(5, "list", Types.ListType.ofRequired(6, Types.LongType.get())),
                NestedField.optional(
                        7, "map", Types.MapType.ofRequired(8, 9, Types.LongType.get(), Types.LongType.get())));
        Schema schema = IcebergTypes.schema(COLUMNS, table);
        for (String required : List.of("id", "s", "s.id", "list", "list.element", "map.value")) {
            assertThat(schema.findField(required).isRequired()).as(required).isTrue();
        }
        for (String optional : List.of("n", "s.n", "map")) {
            assertThat(schema.findField(optional).isOptional()).as(optional).isTrue();
        }
    }

    @Test
    void noTableHasTwoColumnsOfOneName() {
        PrimitiveType leaf = PrimitiveType.of("b", Repetition.REQUIRED, PhysicalType.INT64);
        MessageType columns = new MessageType(
                "record",
                List.of(
                        PrimitiveType.of("a.b", Repetition.REQUIRED, PhysicalType.INT64),
                        GroupType.of("a", Repetition.OPTIONAL, List.of(leaf))));
        assertThatThrownBy(() -> IcebergTypes.schema(columns))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("its columns cannot be those of a table");
    }
}
