package io.parquetry.format.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.variant.Variant;
import io.parquetry.format.variant.VariantEncoder;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Plain records are written from the boxed physical value, or from the class of the logical type where the column keeps
 * the value exactly; reading gives the physical value. What the schema does not have is refused.
 */
class PlainRecordsTest {
    private static final String NESTED =
            "required int64 id; optional binary name (STRING); repeated group items { optional int32 count; }";

    private static Map<String, Object> roundTrip(String fields, Map<String, ?> record) throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("memory");
        MessageType schema = MessageType.parse("message m { " + fields + " }");
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, schema, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            writer.write(record);
            writer.finish();
        }
        try (ParquetReader reader = ParquetReader.open(out.toInputFile(), ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder());
            assertThat(cursor.next()).isTrue();
            return cursor.record();
        }
    }

    private static Object written(String column, Object value) throws IOException {
        return roundTrip("required " + column + ";", Map.of("x", value)).get("x");
    }

    private static void assertRefused(String column, Object value, String... words) {
        assertThatThrownBy(() -> written(column, value))
                .isInstanceOf(InvalidRecordException.class)
                .hasMessageStartingWith("field x: ")
                .hasMessageContainingAll(words);
    }

    @Test
    void aKeyThatIsNoFieldIsRefused() {
        assertThatThrownBy(() -> roundTrip(NESTED, Map.of("id", 1L, "nmae", "Ada")))
                .isInstanceOf(InvalidRecordException.class)
                .hasMessage(
                        "the key 'nmae' is not a field of the schema; did you mean 'name'?; the fields are id, name,"
                                + " items");
        assertThatThrownBy(() -> roundTrip(NESTED, Map.of("id", 1L, "items", List.of(Map.of("count", 1, "price", 2)))))
                .isInstanceOf(InvalidRecordException.class)
                .hasMessage("field items[0]: the key 'price' is not a field of the schema; the fields are count");
        assertThatThrownBy(() -> roundTrip(NESTED, Map.of("id", 1L, "NAME", "Ada")))
                .hasMessageContaining("did you mean 'name'?");
    }

    @Test
    void aFieldMayBeMissingOrNull() throws IOException {
        assertThat(roundTrip(NESTED, Map.of("id", 1L))).containsEntry("id", 1L).doesNotContainKey("name");
        Map<String, Object> withNull = new HashMap<>();
        withNull.put("id", 2L);
        withNull.put("name", null);
        assertThat(roundTrip(NESTED, withNull)).containsEntry("id", 2L).doesNotContainKey("name");
        withNull.put("nmae", null);
        assertThatThrownBy(() -> roundTrip(NESTED, withNull)).hasMessageContaining("the key 'nmae'");
    }

    @Test
    void smallerIntegersAreWidened() throws IOException {
        assertThat(written("int64 x", 7)).isEqualTo(7L);
        assertThat(written("int64 x", (short) -7)).isEqualTo(-7L);
        assertThat(written("int64 x", (byte) 7)).isEqualTo(7L);
        assertThat(written("int32 x", (short) -7)).isEqualTo(-7);
        assertThat(written("int32 x", (byte) 7)).isEqualTo(7);
        assertRefused("int32 x", 7L, "java.lang.Long (7)", "expected INT32");
        assertRefused("int64 x", 7.0, "java.lang.Double (7.0)", "expected INT64");
    }

    @Test
    void aSmallerNegativeIntegerDoesNotBecomeALargeUnsignedOne() throws IOException {
        assertThat(written("int64 x (INTEGER(64,false))", 7)).isEqualTo(7L);
        assertThat(written("int64 x (INTEGER(64,false))", -1L)).isEqualTo(-1L);
        assertThat(written("int32 x (INTEGER(32,false))", -1)).isEqualTo(-1);
        assertRefused("int64 x (INTEGER(64,false))", -1, "-1 is negative", "INTEGER(64,false) is unsigned");
        assertRefused("int32 x (INTEGER(32,false))", (short) -1, "-1 is negative", "INTEGER(32,false) is unsigned");
        assertRefused("int64 x (INTEGER(64,false))", 1.0, "java.lang.Double (1.0)", "expected INT64");
    }

    @Test
    void aDecimalIsTakenAtTheScaleOfItsColumn() throws IOException {
        assertThat(written("int32 x (DECIMAL(9,2))", new BigDecimal("12.5"))).isEqualTo(1250);
        assertThat(written("int64 x (DECIMAL(18,2))", new BigDecimal("-12.50"))).isEqualTo(-1250L);
        assertThat(written("binary x (DECIMAL(20,2))", new BigDecimal("-1.28"))).isEqualTo(new byte[] {-128});
        assertThat(written("fixed_len_byte_array(3) x (DECIMAL(6,2))", new BigDecimal("-1E+1")))
                .isEqualTo(new byte[] {-1, -4, 24});
        assertThat(written("int32 x (DECIMAL(9,2))", 1250)).isEqualTo(1250);
    }

    @Test
    void aDecimalIsNeverRoundedOrCut() {
        assertRefused("int32 x (DECIMAL(9,2))", new BigDecimal("0.125"), "0.125", "DECIMAL(9,2)", "larger scale");
        assertRefused("int32 x (DECIMAL(4,2))", new BigDecimal("100"), "3 digits before the point", "holds 2");
        assertRefused("int64 x (DECIMAL(18,2))", new BigDecimal("1E+1000000000"), "digits before the point");
        assertRefused("int64 x (DECIMAL(18,2))", new BigDecimal("1E-1000000000"), "digits after the point");
    }

    @Test
    void datesAndTimesAreTakenInTheUnitOfTheirColumn() throws IOException {
        assertThat(written("int32 x (DATE)", LocalDate.of(1969, 12, 31))).isEqualTo(-1);
        assertThat(written("int32 x (TIME(MILLIS,true))", LocalTime.of(0, 0, 1, 5_000_000)))
                .isEqualTo(1005);
        assertThat(written("int64 x (TIME(MICROS,true))", LocalTime.of(0, 0, 1, 5_000)))
                .isEqualTo(1_000_005L);
        assertThat(written("int64 x (TIMESTAMP(MILLIS,true))", Instant.ofEpochMilli(-1)))
                .isEqualTo(-1L);
        assertThat(written("int64 x (TIMESTAMP(MICROS,true))", Instant.ofEpochSecond(1, 5_000)))
                .isEqualTo(1_000_005L);
        assertThat(written("int64 x (TIMESTAMP(NANOS,false))", LocalDateTime.of(1970, 1, 1, 0, 0, 1, 5)))
                .isEqualTo(1_000_000_005L);
        assertThat(written("int64 x (TIMESTAMP(MICROS,true))", 5L)).isEqualTo(5L);
    }

    @ParameterizedTest
    @CsvSource({"-9223372036854775808", "9223372036854775807", "-1000000000", "-1", "0"})
    void everyInstantThatNanosecondsCountIsTaken(long nanos) throws IOException {
        Instant instant =
                Instant.ofEpochSecond(Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L));
        assertThat(written("int64 x (TIMESTAMP(NANOS,true))", instant)).isEqualTo(nanos);
    }

    @Test
    void aTimeIsNeverRoundedOrCut() {
        Instant fine = Instant.ofEpochSecond(0, 1);
        assertRefused("int64 x (TIMESTAMP(MICROS,true))", fine, fine.toString(), "MICROS", "truncate it");
        assertRefused("int32 x (TIME(MILLIS,true))", LocalTime.of(1, 1, 1, 1), "MILLIS", "truncate it");
        assertRefused("int64 x (TIMESTAMP(NANOS,true))", Instant.MAX, "too far from 1970", "NANOS");
        assertRefused("int64 x (TIMESTAMP(NANOS,true))", Instant.MIN, "too far from 1970", "NANOS");
        assertRefused("int32 x (DATE)", LocalDate.MAX, "32 bits");
    }

    @Test
    void anInstantNeedsAColumnThatIsAdjustedToUtc() {
        assertRefused("int64 x (TIMESTAMP(MICROS,false))", Instant.EPOCH, "java.time.Instant", "expected INT64");
        assertRefused(
                "int64 x (TIMESTAMP(MICROS,true))", LocalDateTime.of(1970, 1, 1, 0, 0), "java.time.LocalDateTime");
    }

    @Test
    void aVariantIsReadAndWrittenWhole() throws IOException {
        Variant variant = new Variant(VariantEncoder.ofMetadata(List.of("a")), VariantEncoder.ofInt(7, 8));
        String plain = "optional group x (VARIANT(1)) { required binary metadata; required binary value; }";
        String shredded = "optional group x (VARIANT(1)) { required binary metadata; optional binary value;"
                + " optional int32 typed_value; }";
        Map<String, Object> record = Map.of("x", variant);

        assertThat(roundTrip(plain, record)).isEqualTo(record);
        assertThat(roundTrip(shredded, record)).isEqualTo(record);
        assertThat(roundTrip(plain, Map.of())).isEmpty();
        assertThat(roundTrip(
                        "required group x (LIST) { repeated group list { optional group element (VARIANT(1)) {"
                                + " required binary metadata; required binary value; } } }",
                        Map.of("x", List.of(variant))))
                .isEqualTo(Map.of("x", List.of(variant)));
        assertThat(roundTrip(shredded, Map.of("x", Map.of("metadata", variant.metadata(), "typed_value", 7))))
                .hasToString("{x=7}");
    }

    @Test
    void textOfAVariantThatIsNotUtf8IsNotShredded() throws IOException {
        byte[] half = {1 << 2 | 1, (byte) 0xC3};
        Map<String, Object> record = Map.of("x", new Variant(VariantEncoder.ofMetadata(List.of()), half));
        String shredded = "optional group x (VARIANT(1)) { required binary metadata; optional binary value;"
                + " optional binary typed_value (STRING); }";

        assertThat(roundTrip(shredded, record)).isEqualTo(record);
    }

    @Test
    void aLinkedListIsGoneThroughOnce() throws IOException {
        List<Integer> linked = new LinkedList<>(List.of(1, 2, 3)) {
            @Override
            public Integer get(int index) {
                throw new AssertionError("looks for element " + index + " from an end of the list");
            }
        };

        assertThat(roundTrip(
                        "required group x (LIST) { repeated group list { optional int32 element; } }",
                        Map.of("x", linked)))
                .hasToString("{x=[1, 2, 3]}");
    }

    @Test
    void aNumberBeyondTheBitsOfItsColumnIsRefused() throws IOException {
        assertThat(written("int32 x (INTEGER(8,false))", 255)).isEqualTo(255);
        assertThat(written("int32 x (INTEGER(8,true))", -128)).isEqualTo(-128);
        assertThat(written("int32 x (INTEGER(16,false))", 65_535)).isEqualTo(65_535);
        assertRefused("int32 x (INTEGER(8,false))", -1, "-1 does not fit INTEGER(8,false), which holds 0 to 255");
        assertRefused("int32 x (INTEGER(8,true))", 128, "128 does not fit INTEGER(8,true), which holds -128 to 127");
        assertRefused("int32 x (INTEGER(16,true))", -32_769, "which holds -32768 to 32767");
    }

    @Test
    void aUuidIsItsSixteenBytes() throws IOException {
        UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
        byte[] bytes = {0, 17, 34, 51, 68, 85, 102, 119, -120, -103, -86, -69, -52, -35, -18, -1};
        assertThat(written("fixed_len_byte_array(16) x (UUID)", uuid)).isEqualTo(bytes);
        assertThat(written("fixed_len_byte_array(16) x (UUID)", bytes)).isEqualTo(bytes);
        assertRefused("fixed_len_byte_array(16) x", uuid, "java.util.UUID", "expected FIXED_LEN_BYTE_ARRAY");
    }
}
