package io.parquetry.format.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.UsageException;
import io.parquetry.format.internal.rowgroup.FilterCompiler;
import io.parquetry.format.metadata.HybridCalendar;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The text of a filter: what it means, and what is said, and where, when it means nothing. */
class FilterTextTest {
    private static final MessageType SCHEMA = MessageType.parse("""
            message m {
              required int64 id;
              optional int32 tiny (INTEGER(8,false));
              optional boolean paid;
              optional double ratio;
              optional fixed_len_byte_array(2) half (FLOAT16);
              optional int32 price (DECIMAL(5,2));
              optional int32 day (DATE);
              optional int32 at (TIME(MILLIS,false));
              optional int64 ts (TIMESTAMP(MICROS,true));
              optional int64 local (TIMESTAMP(MILLIS,false));
              optional fixed_len_byte_array(16) key (UUID);
              optional binary name (STRING);
              optional binary raw;
              optional fixed_len_byte_array(3) three;
              optional fixed_len_byte_array(12) span (INTERVAL);
              optional group geo { optional double lat; optional group inner { optional int32 `a.b`; } }
              optional group tags (LIST) { repeated group list { optional binary element (STRING); } }
              optional group any (VARIANT(1)) { required binary metadata; optional binary value; }
            }""");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "id=1 | id = 1",
                "id = -1.0e3 and NOT paid = true | id = -1.0E+3 AND NOT (paid = TRUE)",
                "id<>1 or id in (1,2) AND id not in (3) | id != 1 OR (id IN (1, 2) AND NOT (id IN (3)))",
                "((id>=1)) | id >= 1",
                "not (paid is null or paid = FALSE) | NOT (paid IS NULL OR paid = FALSE)",
                "ts >= '2026-01-01T00:00:00Z' AND name IN ('DE','it''s') | ts >= '2026-01-01T00:00:00Z' AND name IN ('DE', 'it''s')",
                "geo.inner.\"a.b\" = 1 | geo.inner.\"a.b\" = 1",
                "`geo`.lat IS NOT NULL | geo.lat IS NOT NULL",
                "geo IS NULL OR any IS NULL OR tags is not null | geo IS NULL OR any IS NULL OR tags IS NOT NULL",
                "raw = X'0aFF' OR raw = 'text' | raw = X'0aFF' OR raw = 'text'",
                "ts < '2026-01-31' OR ts < '2026-01-31 12:00+02:00' | ts < '2026-01-31' OR ts < '2026-01-31 12:00+02:00'",
                "ts < '1709208000000' OR ts = '2024-02-29t12:00:00.000000000+0000' | ts < '1709208000000' OR ts = '2024-02-29t12:00:00.000000000+0000'",
                "ratio < 'Infinity' AND half >= -1.5 | ratio < 'Infinity' AND half >= -1.5",
            })
    void aTextBecomesAFilter(String text, String expected) {
        Filter filter = Filter.parse(text, SCHEMA);

        assertThat(filter).hasToString(expected);
        assertThat(Filter.parse(filter.toString())).isEqualTo(filter);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "^^ | character 1: found the end, expected a column, NOT or (",
                "id | character 3: found the end, expected =, !=, <, <=, >, >=, IN, NOT IN, IS NULL or IS NOT NULL",
                "id = | character 5: found the end, expected a value: 'text', a number, X'hex', TRUE or FALSE",
                "id = 1 paid = TRUE | character 8: found paid, expected AND, OR or the end",
                "(id = 1 | character 8: found the end, expected AND, OR or )",
                "id = 1) | character 7: found ), expected AND, OR or the end",
                "id == 1 | character 5: found =, expected a value: 'text', a number, X'hex', TRUE or FALSE",
                "id = 12a | character 6: found 12a, expected a number like -12, 0.5 or 1e-3 of up to 400 characters",
                "id IN 1 | character 7: found 1, expected ( and the values of IN",
                "id IN (1 2) | character 10: found 2, expected , or )",
                "id = NULL | character 6: found NULL, expected a value; nulls are found with IS NULL",
                "name = \"DE\" | character 8: found \"DE\", expected a value; a text is put between single quotes, a name between others",
                "name = 'DE | character 8: a text that begins with ' does not end",
                "id = 1; | character 7: found ';', which means nothing here",
                "raw = X'0' | character 7: bytes are an even number of hexadecimal digits, not 0",
                "id NOT 1 | character 8: found 1, expected IN",
                "id IS 1 | character 7: found 1, expected NULL or NOT NULL",
                "geo.x = 1 | character 1: there is no column geo.x; geo has lat, inner",
                "id = 1 AND geo = 1 | character 18: column geo is a group; only IS NULL and IS NOT NULL can be asked of groups",
                "tags.list.element = 'a' | character 1: column tags.list.element lies in the list or map list, of which a row has any number of values; filters take columns outside of lists and maps",
                "any.value = X'00' | character 1: column any.value is a part of the variant any; only IS NULL and IS NOT NULL can be asked, of the variant as a whole",
            })
    void whatMeansNothingIsRefusedWithItsPlace(String text, String message) {
        assertThatThrownBy(() -> Filter.parse(text, SCHEMA))
                .isInstanceOf(UsageException.class)
                .hasMessage("filter, " + message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "id = 1.5 | id is INT64, and 1.5 | a whole number from -9223372036854775808 to 9223372036854775807",
                "id = 1e999 | id is INT64, and 1E+999 | a whole number from",
                "tiny = 256 | tiny is INTEGER(8,false) in INT32, and 256 | a whole number from 0 to 255",
                "tiny = -1 | tiny is INTEGER(8,false) in INT32, and -1 | a whole number from 0 to 255",
                "paid = 'yes' | paid is BOOLEAN, and 'yes' | TRUE or FALSE",
                "ratio = 'NaN' | ratio is DOUBLE, and 'NaN' | a number like -1.5e3, 'Infinity' or '-Infinity'; NaN, to which nothing compares, is found by NOT (... <= 'Infinity')",
                "ratio = 1e999 | ratio is DOUBLE, and 1E+999 | a number like",
                "half = 65520 | half is FLOAT16 in FIXED_LEN_BYTE_ARRAY(2), and 65520 | a number like",
                "price = 1.999 | price is DECIMAL(5,2) in INT32, and 1.999 | a number with up to 3 digits before the point and 2 behind it",
                "price = 1000 | price is DECIMAL(5,2) in INT32, and 1000 | a number with up to 3 digits",
                "day = '2026-02-30' | day is DATE in INT32, and '2026-02-30' | a date like '2026-01-31'",
                "at = '24:00:00' | at is TIME(MILLIS,false) in INT32, and '24:00:00' | a time of day with up to 3 digits behind the seconds, like '23:59:59.5'",
                "at = '12:00:00.0001' | at is TIME(MILLIS,false) in INT32, and '12:00:00.0001' | a time of day",
                "at = '12:00:00Z' | at is TIME(MILLIS,false) in INT32, and '12:00:00Z' | a time of day",
                "ts = '2026-13-01' | ts is TIMESTAMP(MICROS,true) in INT64, and '2026-13-01' | a date and time with up to 6 digits behind the seconds, like '2026-01-31T12:00:00Z' or '2026-01-31 12:00+02:00', UTC where no offset is said",
                "ts = '+999999999-01-01' | ts is TIMESTAMP(MICROS,true) in INT64, and '+999999999-01-01' | a date and time",
                "local = '2026-01-01T00:00:00Z' | local is TIMESTAMP(MILLIS,false) in INT64, and '2026-01-01T00:00:00Z' | a date and time with up to 3 digits behind the seconds, like '2026-01-31T12:00:00', without an offset since it is local time",
                "local = '1709208000000' | local is TIMESTAMP(MILLIS,false) in INT64, and '1709208000000' | a date and time with up to 3 digits",
                "key = '123' | key is UUID in FIXED_LEN_BYTE_ARRAY(16), and '123' | a UUID like",
                "name = 1 | name is STRING in BYTE_ARRAY, and 1 | a text like 'abc'",
                "raw = 1 | raw is BYTE_ARRAY, and 1 | a text like 'abc', or bytes like X'0AFF'",
                "three = X'0000' | three is FIXED_LEN_BYTE_ARRAY(3), and X'0000' | 3 bytes like X'0F0F0F'",
                "span = X'00' | span is INTERVAL in FIXED_LEN_BYTE_ARRAY(12), and X'00' | only IS NULL and IS NOT NULL, since values of this type do not compare",
            })
    void aValueThatIsNoneOfTheColumnIsRefusedWithWhatIsAllowed(String text, String found, String allowed) {
        assertThatThrownBy(() -> Filter.parse(text, SCHEMA))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("filter, character " + (text.indexOf(' ') + 4) + ": column " + found
                        + " is no value of it; allowed is " + allowed);
    }

    @Test
    void depthAndSizeAreBounded() {
        assertThat(Filter.parse("(".repeat(100) + "id = 1" + ")".repeat(100))).hasToString("id = 1");
        assertThatThrownBy(() -> Filter.parse("(".repeat(101) + "id = 1" + ")".repeat(101)))
                .hasMessage("filter, character 101: NOT and parentheses are nested deeper than 100, which is the most");
        assertThatThrownBy(() -> Filter.parse("NOT ".repeat(10_000) + "id = 1"))
                .hasMessageContaining("nested deeper than 100");
        assertThatThrownBy(() -> Filter.parse("id = 1 OR ".repeat(251) + "id = 1"))
                .hasMessageContaining("more than 250 predicates");
        assertThatThrownBy(() -> Filter.parse(" ".repeat(1 << 16) + "id = 1"))
                .hasMessage("the filter has 65542 characters; it may have up to 65536");
        Filter deep = Filter.parse("id = 1");
        for (int i = 0; i < 100_000; i++) {
            deep = new Filter.Not(deep);
        }
        Filter tooDeep = deep;
        assertThatThrownBy(() -> FilterCompiler.compile(SCHEMA, HybridCalendar.NONE, tooDeep))
                .hasMessageContaining("nested too deep");
    }

    @Test
    void aFilterThatWasNotHeldAgainstASchemaIsRefusedWhenItIsUsed() {
        Filter filter = Filter.parse("day = 'monday' AND x = 1");

        assertThatThrownBy(() -> FilterCompiler.compile(SCHEMA, HybridCalendar.NONE, filter))
                .isInstanceOf(UsageException.class)
                .hasMessage(
                        "filter day = 'monday': column day is DATE in INT32, and 'monday' is no value of it; allowed is"
                                + " a date like '2026-01-31'");
    }

    /** Files say such things; columns of an annotation that cannot stand there are still null or not. */
    @Test
    void aColumnWithAnAnnotationThatCannotStandThereIsAskedForNullOnly() {
        MessageType odd = new MessageType(
                "odd",
                List.of(
                        PrimitiveType.of("day", Repetition.OPTIONAL, PhysicalType.INT64, LogicalType.DATE),
                        PrimitiveType.fixed("half", Repetition.OPTIONAL, 1, LogicalType.FLOAT16),
                        PrimitiveType.of(
                                "price",
                                Repetition.OPTIONAL,
                                PhysicalType.BYTE_ARRAY,
                                new LogicalType.Decimal(Integer.MAX_VALUE, Integer.MAX_VALUE - 1))));

        assertThatThrownBy(() -> Filter.parse("day = '2026-01-01'", odd))
                .hasMessage(
                        "filter, character 7: column day is DATE in INT64, and '2026-01-01' is no value of it; allowed is"
                                + " only IS NULL and IS NOT NULL, since DATE cannot annotate INT64, only INT32");
        assertThatThrownBy(() -> Filter.parse("half = 1", odd)).hasMessageContaining("only IS NULL and IS NOT NULL");
        assertThatThrownBy(() -> Filter.parse("price = 1", odd)).hasMessageContaining("is no value of it");
        assertThat(Filter.parse("day IS NULL OR half IS NOT NULL", odd)).isInstanceOf(Filter.Or.class);
    }
}
