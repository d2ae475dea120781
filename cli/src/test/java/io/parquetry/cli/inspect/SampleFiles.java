package io.parquetry.cli.inspect;

import static io.parquetry.format.schema.Repetition.OPTIONAL;
import static io.parquetry.format.schema.Repetition.REPEATED;
import static io.parquetry.format.schema.Repetition.REQUIRED;

import io.parquetry.format.file.BloomFilterOptions;
import io.parquetry.format.file.ColumnOptions;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalOutputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.TimeUnit;
import io.parquetry.format.schema.Type;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Files that the tests write. */
public final class SampleFiles {
    private SampleFiles() {}

    /** Two rows: one with a value of every kind, one with as few values as the schema allows. */
    public static Path allTypes(Path file) throws IOException {
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                LocalOutputFile.create(file), allTypesSchema(), PlainRecords.walker(), WriterOptions.DEFAULT)) {
            writer.write(fullRow());
            writer.write(Map.of("map", Map.of(), "pairs", List.of(), "tags", List.of()));
            writer.finish();
        }
        return file;
    }

    /** Two row groups with dictionary, several pages and every index; the last page of {@code word} has only nulls. */
    public static Path manyPages(Path file) throws IOException {
        MessageType schema = MessageType.parse(
                "message many { required int32 id; optional binary word (STRING); repeated double at; }");
        WriterOptions options = WriterOptions.builder()
                .codec(CompressionCodec.UNCOMPRESSED)
                .pageRowsMax(4)
                .column(
                        "word",
                        ColumnOptions.builder()
                                .bloomFilter(BloomFilterOptions.ADAPTIVE)
                                .build())
                .build();
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(LocalOutputFile.create(file), schema, PlainRecords.walker(), options)) {
            for (int id = 0; id < 10; id++) {
                List<Double> at = id % 3 == 0 ? List.of() : List.of(id / 2.0, -1.5);
                writer.write(id < 8 ? Map.of("id", id, "word", "w" + id % 2, "at", at) : Map.of("id", id, "at", at));
            }
            writer.flushRowGroup();
            writer.write(Map.of("id", 10, "at", List.of(Double.NaN, 1.0)));
            writer.finish();
        }
        return file;
    }

    private static MessageType allTypesSchema() {
        Type text = PrimitiveType.of("element", OPTIONAL, PhysicalType.BYTE_ARRAY, LogicalType.STRING);
        Type key = PrimitiveType.of("key", REQUIRED, PhysicalType.BYTE_ARRAY, LogicalType.STRING);
        return new MessageType(
                "types",
                List.of(
                        PrimitiveType.of("boolean", OPTIONAL, PhysicalType.BOOLEAN),
                        PrimitiveType.of("int", OPTIONAL, PhysicalType.INT32),
                        PrimitiveType.of("unsigned", OPTIONAL, PhysicalType.INT64, new LogicalType.Int(64, false)),
                        PrimitiveType.of("double", OPTIONAL, PhysicalType.DOUBLE),
                        PrimitiveType.of("nan", OPTIONAL, PhysicalType.FLOAT),
                        PrimitiveType.of("text", OPTIONAL, PhysicalType.BYTE_ARRAY, LogicalType.STRING),
                        PrimitiveType.of("bytes", OPTIONAL, PhysicalType.BYTE_ARRAY),
                        PrimitiveType.of("decimal", OPTIONAL, PhysicalType.INT64, new LogicalType.Decimal(18, 4)),
                        PrimitiveType.of("date", OPTIONAL, PhysicalType.INT32, LogicalType.DATE),
                        PrimitiveType.of(
                                "time", OPTIONAL, PhysicalType.INT32, new LogicalType.Time(true, TimeUnit.MILLIS)),
                        PrimitiveType.of(
                                "timestamp",
                                OPTIONAL,
                                PhysicalType.INT64,
                                new LogicalType.Timestamp(true, TimeUnit.MICROS)),
                        GroupType.list("list", OPTIONAL, text),
                        GroupType.map("map", REQUIRED, key, PrimitiveType.of("value", OPTIONAL, PhysicalType.INT32)),
                        GroupType.map(
                                "pairs",
                                REQUIRED,
                                PrimitiveType.of("key", REQUIRED, PhysicalType.INT32),
                                PrimitiveType.of("value", OPTIONAL, PhysicalType.BOOLEAN)),
                        PrimitiveType.of("tags", REPEATED, PhysicalType.INT32),
                        GroupType.of("group", OPTIONAL, List.of(PrimitiveType.of("a", OPTIONAL, PhysicalType.INT32)))));
    }

    private static Map<String, Object> fullRow() {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("boolean", true);
        row.put("int", -7);
        row.put("unsigned", -1L);
        row.put("double", 0.1);
        row.put("nan", Float.NaN);
        row.put("text", "zoë \"quotes\"\nand\tlines");
        row.put("bytes", new byte[] {0, 1, (byte) 0xFF});
        row.put("decimal", 125_000L);
        row.put("date", 17_569);
        row.put("time", 45_296_789);
        row.put("timestamp", 1_517_966_773_840_123L);
        row.put("list", Arrays.asList("a", null, ""));
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("b", 2);
        map.put("a", null);
        row.put("map", map);
        row.put("pairs", Map.of(1, true));
        row.put("tags", List.of(3, 1, 2));
        row.put("group", Map.of());
        return row;
    }
}
