package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.internal.footer.FileLayout;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/**
 * Columns below the same group must tell the same of it. Here the columns of a row group come from different files,
 * each of them good, so that the levels are what does not fit together.
 */
class DisagreeingLevelsTest {
    private static final MessageType ITEMS = MessageType.parse("""
            message m {
              required group items (LIST) { repeated group list {
                optional group element { required int32 a; optional int32 b; }
              } }
            }""");
    private static final MessageType PAIR =
            MessageType.parse("message m { optional group pair { required int32 a; optional int32 b; } }");

    private static byte[] write(MessageType schema, List<Map<String, Object>> records) throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("file");
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, schema, PlainRecords.walker(), WriterOptions.DEFAULT)) {
            for (Map<String, Object> each : records) {
                writer.write(each);
            }
            writer.finish();
        }
        return out.toByteArray();
    }

    /** The records of a table whose first column is that of the first file, and whose second is that of the second. */
    private static List<Object> read(MessageType schema, byte[] first, byte[] second) throws IOException {
        Map<String, byte[]> files = Map.of("first", first, "second", second);
        MemoryOutputFile footer = new MemoryOutputFile("_metadata");
        FileLayout.writeMagic(footer);
        FileLayout.writeFooter(footer, joined(schema, metadata(first), metadata(second)));
        List<Object> records = new ArrayList<>();
        try (ParquetReader reader = ParquetReader.open(
                new MemoryInputFile("_metadata", footer.toByteArray()),
                path -> memory(path, files),
                ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder());
            while (cursor.next()) {
                records.add(cursor.record());
            }
        }
        return records;
    }

    private static InputFile memory(String path, Map<String, byte[]> files) {
        return new MemoryInputFile(path, files.get(path));
    }

    private static FileMetadata metadata(byte[] file) throws IOException {
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("memory", file), ReaderOptions.DEFAULT)) {
            return reader.metadata();
        }
    }

    private static FileMetadata joined(MessageType schema, FileMetadata first, FileMetadata second) {
        RowGroupMetadata group = first.rowGroups().get(0);
        RowGroupMetadata joined = group.toBuilder()
                .columns(List.of(
                        SummaryFilesTest.moved(group.columns().get(0), "first"),
                        SummaryFilesTest.moved(
                                second.rowGroups().get(0).columns().get(1), "second")))
                .sortingColumns(List.of())
                .fileOffset(OptionalLong.empty())
                .compressedBytes(OptionalLong.empty())
                .ordinal(OptionalInt.empty())
                .build();
        return first.toBuilder()
                .version(1)
                .schema(schema)
                .rowGroups(List.of(joined))
                .keyValues(List.of())
                .build();
    }

    private static Map<String, Object> pair(Integer a, Integer b) {
        Map<String, Object> pair = new LinkedHashMap<>();
        pair.put("a", a);
        if (b != null) {
            pair.put("b", b);
        }
        return pair;
    }

    private static Map<String, Object> items(Object... items) {
        return Map.of("items", Arrays.asList(items));
    }

    @Test
    void columnsOfOneFileFitTogether() throws IOException {
        List<Map<String, Object>> records =
                List.of(items(pair(1, 10), null, pair(2, null)), items(), items(pair(3, 30)));
        byte[] file = write(ITEMS, records);

        assertThat(read(ITEMS, file, file)).isEqualTo(records);
    }

    @Test
    void listsOfOtherLengthsAreRefused() throws IOException {
        byte[] twoAndOne = write(ITEMS, List.of(items(pair(1, 1), pair(2, 2)), items(pair(3, 3))));
        byte[] oneAndTwo = write(ITEMS, List.of(items(pair(1, 1)), items(pair(2, 2), pair(3, 3))));

        assertThatThrownBy(() -> read(ITEMS, twoAndOne, oneAndTwo))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("items.list.element.b")
                .hasMessageContaining("a repetition level is 0, but the first column of the same group has 1 there");
    }

    @Test
    void elementsThatOneColumnMissesAreRefused() throws IOException {
        byte[] first = write(ITEMS, List.of(items(pair(1, 1), null)));
        byte[] second = write(ITEMS, List.of(items(null, pair(1, 1))));

        assertThatThrownBy(() -> read(ITEMS, first, second))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("items.list.element.b")
                .hasMessageContaining("a definition level is 1: null where null is not allowed");
    }

    @Test
    void aValueWhereItsGroupIsAbsentIsRefused() throws IOException {
        byte[] absent = write(PAIR, List.of(Map.of(), Map.of("pair", pair(1, 1))));
        byte[] present = write(PAIR, List.of(Map.of("pair", pair(1, 1)), Map.of("pair", pair(1, null))));

        assertThatThrownBy(() -> read(PAIR, absent, present))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("pair.b")
                .hasMessageContaining("a definition level is 2, but the levels of its group require 0");
    }
}
