package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A record that does not fit is refused with the path of the field, and leaves no trace: the file is, byte for byte,
 * what it would be had the record never been offered. One exception: see invariant (d) of the column writer.
 */
class RefusedRecordTest {
    private static final MessageType SCHEMA = new MessageType(
            "order",
            List.of(
                    PrimitiveType.of("id", Repetition.REQUIRED, PhysicalType.INT64),
                    PrimitiveType.of("note", Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY, LogicalType.STRING),
                    PrimitiveType.of("raw", Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY),
                    PrimitiveType.of("paid", Repetition.OPTIONAL, PhysicalType.BOOLEAN),
                    GroupType.list(
                            "items",
                            Repetition.OPTIONAL,
                            GroupType.of(
                                    "element",
                                    Repetition.REQUIRED,
                                    List.of(
                                            PrimitiveType.of("count", Repetition.OPTIONAL, PhysicalType.INT32),
                                            PrimitiveType.fixed("code", Repetition.REQUIRED, 4)))),
                    PrimitiveType.of("last", Repetition.REQUIRED, PhysicalType.DOUBLE)));

    @ParameterizedTest
    @EnumSource(WriterOptions.Dictionary.class)
    void itLeavesNoTrace(WriterOptions.Dictionary dictionary) throws IOException {
        WriterOptions options = WriterOptions.builder()
                .codec(CompressionCodec.SNAPPY)
                .dictionary(dictionary)
                .dictionaryBytesMax(2000)
                .pageRowsMax(100)
                .build();
        Random random = new Random(7);
        MemoryOutputFile withRefused = new MemoryOutputFile("with");
        MemoryOutputFile without = new MemoryOutputFile("without");
        try (ParquetWriter<Map<String, ?>> offered =
                        ParquetWriter.create(withRefused, SCHEMA, PlainRecords.walker(), options);
                ParquetWriter<Map<String, ?>> spared =
                        ParquetWriter.create(without, SCHEMA, PlainRecords.walker(), options)) {
            for (int i = 0; i < 3000; i++) {
                Map<String, Object> record = record(random, i);
                if (random.nextInt(3) == 0) {
                    Map<String, Object> bad = record(random, 1_000_000 + i);
                    bad.put("last", null);
                    assertThatThrownBy(() -> offered.write(bad)).isInstanceOf(InvalidRecordException.class);
                }
                offered.write(record);
                spared.write(record);
                if (i % 700 == 699) {
                    offered.flushRowGroup();
                    spared.flushRowGroup();
                }
                assertThat(offered.rows()).isEqualTo(i + 1);
            }
            offered.finish();
            spared.finish();
            assertThat(offered.rowGroupBytes()).isZero();
        }
        assertThat(withRefused.toByteArray()).isEqualTo(without.toByteArray());
    }

    private static Map<String, Object> record(Random random, long id) {
        Map<String, Object> record = new HashMap<>();
        record.put("id", id);
        record.put("note", random.nextInt(4) == 0 ? null : "note " + random.nextInt(50));
        record.put("raw", random.nextInt(4) == 0 ? null : ("raw " + id).getBytes());
        record.put("paid", random.nextInt(4) == 0 ? null : random.nextBoolean());
        if (random.nextInt(5) > 0) {
            List<Map<String, Object>> items = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                Map<String, Object> item = new HashMap<>();
                item.put("count", random.nextBoolean() ? null : random.nextInt(10));
                item.put("code", new byte[] {1, 2, 3, (byte) random.nextInt(5)});
                items.add(item);
            }
            record.put("items", items);
        }
        record.put("last", random.nextInt(100) / 4.0);
        return record;
    }

    /** When a page is looked at depends on the bytes in it, where nulls and values come in turns. */
    @Test
    void itsLongValueDoesNotMoveTheEndOfAPage() throws IOException {
        WriterOptions options = WriterOptions.builder().pageBytesMax(128).build();
        MessageType schema = MessageType.parse("message m { optional binary text (STRING); required int32 last; }");
        MemoryOutputFile withRefused = new MemoryOutputFile("with");
        MemoryOutputFile without = new MemoryOutputFile("without");
        try (ParquetWriter<Map<String, ?>> offered =
                        ParquetWriter.create(withRefused, schema, PlainRecords.walker(), options);
                ParquetWriter<Map<String, ?>> spared =
                        ParquetWriter.create(without, schema, PlainRecords.walker(), options)) {
            for (int i = 0; i < 1000; i++) {
                Map<String, ?> record = i / 25 % 2 == 0 ? Map.of("last", i) : Map.of("text", "text " + i, "last", i);
                if (i % 7 == 0) {
                    assertThatThrownBy(() -> offered.write(Map.of("text", "long ".repeat(30))))
                            .isInstanceOf(InvalidRecordException.class);
                }
                offered.write(record);
                spared.write(record);
            }
            offered.finish();
            spared.finish();
        }
        assertThat(withRefused.toByteArray()).isEqualTo(without.toByteArray());
    }

    @Test
    void theMessageHasThePathTheValueAndWhatIsExpected() throws IOException {
        Map<String, Object> record = record(new Random(1), 5);
        Map<String, Object> item = new HashMap<>();
        item.put("code", new byte[] {1, 2, 3, 4});
        Map<String, Object> wrong = new HashMap<>();
        wrong.put("count", "many");
        wrong.put("code", new byte[] {1, 2, 3, 4});
        assertRefused(with(record, "items", List.of(item, wrong)), "field items[1].count", "many", "expected INT32");
        assertRefused(with(record, "items", Arrays.asList(item, null)), "field items[1]", "required but null");
        assertRefused(
                with(record, "items", List.of(Map.of("code", new byte[3]))), "field items[0].code", "3 bytes", "4");
        assertRefused(with(record, "items", 17), "field items", "17", "a list");
        assertRefused(with(record, "id", null), "field id", "required but null");
        assertRefused(with(record, "note", "\ud800"), "field note", "surrogate");
        assertRefused(with(record, "raw", "text"), "field raw", "expected BYTE_ARRAY");
        assertRefused("no struct at all", "expected a struct");
    }

    private static Map<String, Object> with(Map<String, Object> record, String field, Object value) {
        Map<String, Object> changed = new HashMap<>(record);
        changed.put(field, value);
        return changed;
    }

    /** @param record of any class, as from a caller who evades the type */
    @SuppressWarnings("unchecked")
    private static void assertRefused(Object record, String... words) throws IOException {
        try (ParquetWriter<Object> writer = (ParquetWriter<Object>) (ParquetWriter<?>) ParquetWriter.create(
                new MemoryOutputFile("memory"), SCHEMA, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            assertThatThrownBy(() -> writer.write(record))
                    .isInstanceOf(InvalidRecordException.class)
                    .hasMessageContainingAll(words);
            assertThat(writer.rows()).isZero();
        }
    }
}
