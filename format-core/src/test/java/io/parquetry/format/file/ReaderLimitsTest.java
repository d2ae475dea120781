package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.MemoryLimitException;
import io.parquetry.format.UsageException;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A list that is larger than a reader takes is refused while it is small in the file, and before it is whole in memory;
 * many lists that are large together are not.
 */
class ReaderLimitsTest {
    private static final MessageType NUMBERS = MessageType.parse(
            "message m { optional group list (LIST) { repeated group list { optional int32 element; } } }");
    private static final MessageType BYTES = MessageType.parse(
            "message m { optional group list (LIST) { repeated group list { optional binary element; } } }");

    private static MemoryOutputFile write(MessageType schema, List<List<?>> lists) throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("lists");
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, schema, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            for (List<?> list : lists) {
                writer.write(Map.of("list", list));
            }
            writer.finish();
        }
        return out;
    }

    private static int read(MemoryOutputFile file, ReaderOptions options) throws IOException {
        try (ParquetReader reader = ParquetReader.open(file.toInputFile(), options)) {
            RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder());
            int records = 0;
            while (cursor.next()) {
                records++;
            }
            return records;
        }
    }

    private static ReaderOptions limits(long memoryBytesMax, int recordEntriesMax) {
        return ReaderOptions.builder()
                .checksums(ReaderOptions.Checksums.VERIFY)
                .memoryBytesMax(memoryBytesMax)
                .recordEntriesMax(recordEntriesMax)
                .build();
    }

    @Test
    void aListOfTooManyElementsIsRefused() throws IOException {
        List<List<?>> lists = new ArrayList<>(Collections.nCopies(100, List.of(1, 2, 3)));
        lists.add(Collections.nCopies(100_000, null));
        MemoryOutputFile file = write(NUMBERS, lists);
        assertThat(file.position()).isLessThan(1_000);
        assertThat(read(file, limits(1 << 20, 1 << 17))).isEqualTo(101);
        assertThatThrownBy(() -> read(file, limits(1 << 20, 1 << 16)))
                .isInstanceOf(MemoryLimitException.class)
                .hasMessageContaining("lists, row group 0, column list.list.element, page 0: one record has")
                .hasMessageContaining("its limits are 65536 entries");
    }

    @Test
    void manyListsOfFewElementsAreRead() throws IOException {
        List<List<?>> lists = new ArrayList<>(Collections.nCopies(3_000, Collections.nCopies(1_000, null)));
        assertThat(read(write(NUMBERS, lists), limits(1 << 20, 1 << 11))).isEqualTo(3_000);
    }

    @Test
    void aListWhoseValuesTakeTooManyBytesIsRefused() throws IOException {
        List<List<?>> lists = List.of(List.of(), Collections.nCopies(3_000, new byte[10_000]));
        MemoryOutputFile file = write(BYTES, lists);
        assertThat(file.position()).isLessThan(1_000);
        assertThat(read(file, limits(1 << 25, 1 << 20))).isEqualTo(2);
        assertThatThrownBy(() -> read(file, limits(1 << 24, 1 << 20)))
                .isInstanceOf(MemoryLimitException.class)
                .hasMessageContaining("its limits are 1048576 entries and 16777216 bytes");
    }

    @Test
    void manyListsWhoseValuesTakeManyBytesTogetherAreRead() throws IOException {
        List<List<?>> lists = new ArrayList<>(Collections.nCopies(2_000, Collections.nCopies(3, new byte[10_000])));
        assertThat(read(write(BYTES, lists), limits(1 << 20, 1 << 20))).isEqualTo(2_000);
    }

    @Test
    void listsThatAreLargeTogetherAreRefused() throws IOException {
        MessageType lists = MessageType.parse(
                "message m { required group a (LIST) { repeated group list { optional int32"
                        + " element; } } required group b (LIST) { repeated group list { optional int32 element; } } }");
        MemoryOutputFile out = new MemoryOutputFile("lists");
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, lists, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            List<Object> nulls = Collections.nCopies(50_000, null);
            writer.write(Map.of("a", nulls, "b", nulls));
            writer.finish();
        }
        assertThat(read(out, limits(1 << 20, 100_000))).isEqualTo(1);
        assertThatThrownBy(() -> read(out, limits(1 << 20, 70_000)))
                .isInstanceOf(MemoryLimitException.class)
                .hasMessageContaining("column b.list.element")
                .hasMessageContaining("its limits are 70000 entries");
    }

    /** Zeros that are some hundred bytes in the file, in each of ten columns. */
    @Test
    void pagesThatReallyGrowAreRefusedWhenTheyAreLargeTogether() throws IOException {
        StringBuilder fields = new StringBuilder();
        Map<String, Object> values = new HashMap<>();
        for (int i = 0; i < 10; i++) {
            fields.append("required binary c").append(i).append(";");
            values.put("c" + i, new byte[200_000]);
        }
        MemoryOutputFile out = new MemoryOutputFile("zeros");
        MessageType schema = MessageType.parse("message m {" + fields + "}");
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, schema, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            writer.write(values);
            writer.finish();
        }
        assertThat(out.position()).isLessThan(10_000);
        assertThat(read(out, limits(3 << 20, 1 << 20))).isEqualTo(1);
        assertThatThrownBy(() -> read(out, limits(1 << 20, 1 << 20)))
                .isInstanceOf(MemoryLimitException.class)
                .hasMessageContaining("zeros, row group 0, column c5, page 0: a decompressed page needs 200012"
                        + " bytes of memory, and the columns that are read with it hold 100");
    }

    @Test
    void aLargeTextThatIsNotAsciiNeedsRoomToBePutTogether() throws IOException {
        MessageType schema = MessageType.parse("message m { required binary text (STRING); }");
        for (String letter : List.of("a", "\u20ac")) {
            MemoryOutputFile out = new MemoryOutputFile("text");
            try (ParquetWriter<Map<String, ?>> writer =
                    ParquetWriter.create(out, schema, PlainRecords.walker(), WriterOptions.DEFAULT)) {
                writer.write(Map.of("text", "a".repeat(2_000_000) + letter));
                writer.finish();
            }
            ReaderOptions options = limits(4 << 20, 1 << 20);
            if (letter.equals("a")) {
                assertThat(read(out, options)).isEqualTo(1);
            } else {
                assertThatThrownBy(() -> read(out, options))
                        .isInstanceOf(MemoryLimitException.class)
                        .hasMessageContaining("text, row group 0, column text, page 0: a value needs 8000012");
            }
        }
    }

    @Test
    void limitsOutOfBoundsAreRefused() {
        assertThatThrownBy(() -> limits(10, 1 << 20))
                .isInstanceOf(UsageException.class)
                .hasMessage("memory bytes is 10; it must be 1024 to 9223372036854775807");
        assertThatThrownBy(() -> limits(1 << 20, 0))
                .isInstanceOf(UsageException.class)
                .hasMessage("record entries is 0; it must be 1024 to 1073741824");
    }
}
