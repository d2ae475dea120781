package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.UsageException;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.Type;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A schema that other readers would refuse is refused before the first byte, by the path of the field. */
class WritableSchemaTest {
    static Stream<Arguments> wrongFields() {
        return Stream.of(
                Arguments.of(
                        PrimitiveType.of("a", Repetition.REQUIRED, PhysicalType.INT96),
                        "column g.a is INT96, which is deprecated"),
                Arguments.of(GroupType.of("a", Repetition.REQUIRED, List.of()), "group g.a has no fields"),
                Arguments.of(
                        PrimitiveType.of("a", Repetition.REQUIRED, PhysicalType.INT32, LogicalType.STRING),
                        "field g.a: STRING cannot annotate INT32, only BYTE_ARRAY"),
                Arguments.of(
                        PrimitiveType.fixed("a", Repetition.REQUIRED, 4, new LogicalType.Decimal(12, 2)),
                        "field g.a: DECIMAL(12,2) does not fit FIXED_LEN_BYTE_ARRAY, which holds 9 digits"),
                Arguments.of(
                        PrimitiveType.of(
                                "a", Repetition.REQUIRED, PhysicalType.INT32, new LogicalType.Unrecognized(19)),
                        "field g.a: the annotation UNRECOGNIZED(19) is not known"));
    }

    @ParameterizedTest
    @MethodSource("wrongFields")
    void aFieldThatCannotBeWrittenIsRefusedByItsPath(Type field, String message) {
        MessageType schema = new MessageType("m", List.of(GroupType.of("g", Repetition.OPTIONAL, List.of(field))));
        MemoryOutputFile out = new MemoryOutputFile("refused");

        assertThatThrownBy(() -> ParquetWriter.create(out, schema, PlainRecords.walker(), WriterOptions.DEFAULT))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith(message);
        assertThat(out.position()).isZero();
    }

    /** VariantShredding.md lists the types of shredded values; readers refuse others, this one too. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "optional int32 typed_value (INTEGER(8,false));",
                "optional int64 typed_value (TIMESTAMP(MILLIS,true));",
                "optional binary typed_value (DECIMAL(300,300));",
                "optional group typed_value { optional int32 x; }",
                "optional group typed_value { required group x { optional binary value; optional int32 typed_value"
                        + " (TIME(MILLIS,true)); } }",
                "optional group typed_value (MAP) { repeated group key_value { required binary key (STRING); optional"
                        + " binary value; } }"
            })
    void aVariantThatNoReaderCouldPutTogetherIsRefused(String typed) {
        MessageType schema = MessageType.parse("message m { optional group l (LIST) { repeated group list { optional"
                + " group element (VARIANT(1)) { required binary metadata; optional binary value; " + typed
                + " } } } }");
        MemoryOutputFile out = new MemoryOutputFile("refused");

        assertThatThrownBy(() -> ParquetWriter.create(out, schema, PlainRecords.walker(), WriterOptions.DEFAULT))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("field element: unsupported: shredded variant ");
        assertThat(out.position()).isZero();
    }

    @Test
    void aSchemaWithoutFieldsIsRefused() {
        MessageType schema = new MessageType("m", List.of());

        assertThatThrownBy(() -> ParquetWriter.create(
                        new MemoryOutputFile("refused"), schema, PlainRecords.walker(), WriterOptions.DEFAULT))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("schema m has no fields");
    }
}
