package io.parquetry.connect.common.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.connect.common.schema.WideDecimalAs;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.model.RecordBuilder.LeafMaker;
import io.parquetry.format.model.RecordWalker.LeafAccess;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Decimals whose schema has more than 38 digits, in each of their columns: what is written comes back as it was, and
 * what a column cannot hold is refused with advice that can be followed.
 */
class WideDecimalsTest {
    private static final ColumnTypes CAPPED = ColumnTypes.DEFAULT.with(WideDecimalAs.CAPPED);

    private static Schema decimal(int scale, int precision) {
        SchemaBuilder schema = Decimal.builder(scale);
        return precision == 0
                ? schema.build()
                : schema.parameter("connect.decimal.precision", Integer.toString(precision))
                        .build();
    }

    private static RecordLayout layout(Schema schema, String form) {
        ColumnTypes columns = ColumnTypes.DEFAULT.with(WideDecimalAs.parse(form).orElseThrow());
        return RecordLayout.of(null, schema, RecordMetadata.NONE, columns);
    }

    private static BigDecimal restored(Schema schema, String form, BigDecimal value) throws IOException {
        SinkRecord record = new SinkRecord("t", 0, null, null, schema, value, 0);
        StoredRecord back = TestFiles.read(TestFiles.write(layout(schema, form), List.of(record)))
                .get(0);
        assertThat(TestFiles.text(back.valueSchema())).isEqualTo(TestFiles.text(schema));
        return (BigDecimal) back.value();
    }

    @ParameterizedTest
    @CsvSource({
        "2, 64, 123.45, capped",
        "2, 64, 123.45, text",
        "2, 64, 123.45, decimal",
        "2, 64, -999999999999999999999999999999999999.99, capped",
        "2, 64, 99999999999999999999999999999999999999999999999999999999999999.99, text",
        "127, 0, 42, text",
        "127, 0, 0.5, text",
        "127, 0, 0, text",
        "127, 0, -1E-127, text",
        "127, 0, 42, 10",
        "127, 0, 0.5, 10",
        "127, 0, 42, decimal",
        "-84, 0, 42E84, text",
        "-2, 0, 4200, capped",
        "-2, 0, 4200, text",
        "0, 39, 12345678901234567890123456789012345678, capped"
    })
    void theSameValuesComeBack(int scale, int precision, BigDecimal number, String form) throws IOException {
        // As many digits as a schema of scale 127 can have without precision are 127, all behind the point.
        Schema schema = form.equals("decimal") && scale == 127 ? decimal(scale, 300) : decimal(scale, precision);
        BigDecimal value = number.setScale(scale);

        assertThat(restored(schema, form, value)).isEqualTo(value);
    }

    @Test
    void theyAreColumnsThatEnginesRead() {
        assertThat(layout(decimal(2, 64), "capped").schema().toString()).contains("value (DECIMAL(38,2))");
        assertThat(layout(decimal(2, 64), "10").schema().toString()).contains("value (DECIMAL(38,2))");
        assertThat(layout(decimal(127, 0), "10").schema().toString()).contains("value (DECIMAL(38,10))");
        assertThat(layout(decimal(127, 0), "text").schema().toString()).contains("binary value (STRING)");
        assertThat(layout(decimal(2, 64), "decimal").schema().toString()).contains("value (DECIMAL(64,2))");
        assertThat(layout(decimal(2, 38), "text").schema().toString()).contains("value (DECIMAL(38,2))");
    }

    @ParameterizedTest
    @CsvSource({"4.20E3, 4200", "0.500, 0.5", "-1E-3, -0.001", "0E3, 0", "1E-127, 0.<126>1"})
    @SuppressWarnings("unchecked") // the access of a decimal takes decimals
    void aTextIsThePlainNumber(BigDecimal number, String text) {
        LeafAccess.OfText<BigDecimal> access = (LeafAccess.OfText<BigDecimal>) DecimalLeaves.access(
                decimal(127, 0),
                PrimitiveType.of("c", Repetition.REQUIRED, PhysicalType.BYTE_ARRAY, LogicalType.STRING));

        assertThat(access.textOf(number.setScale(127))).isEqualTo(text.replace("<126>", "0".repeat(126)));
    }

    @Test
    void aScaleThatNoDecimalHasIsRefusedWithTheKey() {
        assertThatThrownBy(() -> layout(
                        SchemaBuilder.struct().field("amount", decimal(127, 0)).build(), "capped"))
                .isInstanceOf(DataException.class)
                .hasMessage("field amount: a decimal schema has the scale 127, and engines read decimals of 38 digits;"
                        + " set types.as=wide-decimal:text, or to the scale that its values need, such as 10");
    }

    @ParameterizedTest
    @CsvSource({
        "2, 64, 1234567890123456789012345678901234567, capped, set types.as=wide-decimal:text",
        "127, 0, 0.123456789012, 10, 'set types.as=wide-decimal:text, or to a larger scale'",
        "127, 0, 12345678901234567890123456789, 10, set types.as=wide-decimal:text",
        "2, 6, 12345.67, capped, 'correct the value, or connect.decimal.precision in its schema'",
        "2, 0, 1E40, capped, 'set types.as=decimal-precision:43,wide-decimal:text'"
    })
    void whatDoesNotFitIsRefusedWithAdvice(int scale, int precision, BigDecimal value, String form, String advice) {
        assertThatThrownBy(() -> restored(decimal(scale, precision), form, value.setScale(scale)))
                .isInstanceOf(InvalidRecordException.class)
                .hasMessageEndingWith(
                        advice + (advice.endsWith("text") && precision + scale != 2 ? ", which holds it" : ""));
    }

    @Test
    void aNumberThatIsTooLongForTextIsRefusedAtOnce() {
        for (String number : List.of("1E1000000000", "1E5000", "-1E4097")) {
            assertThatThrownBy(() -> restored(decimal(2, 64), "text", new BigDecimal(number)))
                    .isInstanceOf(InvalidRecordException.class)
                    .hasMessageContaining("more than 4096 digits");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1.50", "01", "1E3", "x", "1.234", "1E1000000000", "0.0", "+1", "-0"})
    void otherTextIsRefused(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        LeafMaker.OfBytes maker = (LeafMaker.OfBytes) DecimalLeaves.maker(
                decimal(2, 64),
                PrimitiveType.of("c", Repetition.REQUIRED, PhysicalType.BYTE_ARRAY, LogicalType.STRING));

        assertThatThrownBy(() -> maker.ofBytes(bytes, 0, bytes.length))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("a decimal is the text \"" + text + "\"");
    }

    @Test
    void onlyFilesWithSuchDecimalsHaveTheirFormInTheFooter() {
        String key = "parquetry.connect.schema";
        Schema list = SchemaBuilder.array(decimal(2, 64)).build();
        assertThat(RecordLayout.of(null, list, RecordMetadata.NONE, CAPPED)
                        .keyValueMetadata()
                        .get(key))
                .startsWith("{\"version\":5,")
                .contains("\"wideDecimalAs\":\"capped\"");
        assertThat(RecordLayout.of(null, decimal(2, 38), RecordMetadata.NONE, CAPPED)
                        .keyValueMetadata()
                        .get(key))
                .startsWith("{\"version\":1,")
                .doesNotContain("wide");
        assertThat(RecordLayout.of(list, decimal(2, 38), RecordMetadata.KAFKA, CAPPED)
                        .keyValueMetadata()
                        .get(key))
                .contains("\"wideDecimalAs\":\"capped\"");
    }

    @Test
    void theyAreStoredInsideOfStructsAndAsKeys() throws IOException {
        Schema inner = SchemaBuilder.struct()
                .field("n", decimal(127, 0))
                .field("map", SchemaBuilder.map(decimal(127, 0), decimal(2, 64)).build())
                .build();
        BigDecimal number = new BigDecimal("42").setScale(127);
        Struct value = new Struct(inner).put("n", number).put("map", Map.of(number, new BigDecimal("1.50")));
        SinkRecord record = new SinkRecord("t", 0, null, null, inner, value, 0);

        assertThat(TestFiles.read(TestFiles.write(layout(inner, "text"), List.of(record)))
                        .get(0)
                        .value())
                .isEqualTo(value);
    }
}
