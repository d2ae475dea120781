package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.model.RandomRecords;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.Projection;
import io.parquetry.format.schema.RandomSchemas;
import io.parquetry.format.schema.Shape;
import java.io.IOException;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Records that are read with some columns are the whole records without the others, one by one or many at a time. */
class ProjectedReadTest {
    @Property(tries = 200)
    void recordsAreTheWholeOnesWithoutTheOtherColumns(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        MessageType schema = new RandomSchemas(random).message(1 + random.nextInt(6), 1 + random.nextInt(4));
        List<Map<String, Object>> records = new RandomRecords(random).records(schema, random.nextInt(300));
        MemoryOutputFile file = write(schema, records, random);
        Projection projection = Projection.of(paths(schema, random));
        Set<Integer> kept = new HashSet<>();
        projection.of(schema).columns().forEach(leaf -> kept.add(leaf.ordinal()));
        Shape.StructShape shape = Shape.of(schema);
        List<Object> expected = new ArrayList<>();
        records.forEach(each -> expected.add(without(each, shape, kept)));
        int firstRow = random.nextInt(records.size() + 1);

        try (ParquetReader reader = ParquetReader.open(file.toInputFile(), ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> cursor = reader.records(
                    PlainRecords.builder(), RecordQuery.ALL.columns(projection).fromRow(firstRow));
            assertThat(cursor.schema()).isEqualTo(projection.of(schema).schema());
            List<Object> found = new ArrayList<>();
            int batchMax = 1 + random.nextInt(100);
            RecordBatch<Map<String, Object>> batch;
            do {
                batch = cursor.next(batchMax);
                for (int i = 0; i < batch.size(); i++) {
                    assertThat(batch.row(i)).isEqualTo(firstRow + found.size());
                    found.add(batch.record(i));
                }
            } while (batch.size() == batchMax);
            assertThat(cursor.next(1).isEmpty()).isTrue();
            assertThat(RandomRecords.comparable(found))
                    .isEqualTo(RandomRecords.comparable(expected.subList(firstRow, expected.size())));
        }
    }

    private static List<ColumnPath> paths(MessageType schema, Random random) {
        List<ColumnPath> paths = new ArrayList<>();
        for (LeafColumn leaf : schema.leaves()) {
            if (paths.isEmpty() || random.nextInt(3) == 0) {
                int depth = random.nextBoolean()
                        ? leaf.path().size()
                        : 1 + random.nextInt(leaf.path().size());
                paths.add(new ColumnPath(leaf.path().subList(0, depth)));
            }
        }
        return paths;
    }

    private static Object without(Object value, Shape shape, Set<Integer> kept) {
        if (value == null || shape.leaves().stream().noneMatch(leaf -> kept.contains(leaf.ordinal()))) {
            return null;
        }
        if (shape instanceof Shape.StructShape struct) {
            Map<String, Object> left = new LinkedHashMap<>();
            for (Shape field : struct.fields()) {
                Object inField = without(((Map<?, ?>) value).get(field.name()), field, kept);
                if (inField != null) {
                    left.put(field.name(), inField);
                }
            }
            return left;
        }
        List<Object> left = new ArrayList<>();
        if (shape instanceof Shape.ListShape list) {
            ((List<?>) value).forEach(element -> left.add(without(element, list.element(), kept)));
            return left;
        }
        if (shape instanceof Shape.MapShape map) {
            for (Object each : (List<?>) value) {
                Map.Entry<?, ?> entry = (Map.Entry<?, ?>) each;
                left.add(new SimpleImmutableEntry<>(
                        without(entry.getKey(), map.key(), kept),
                        map.value()
                                .map(inMap -> without(entry.getValue(), inMap, kept))
                                .orElse(null)));
            }
            return left;
        }
        return value;
    }

    private static MemoryOutputFile write(MessageType schema, List<Map<String, Object>> records, Random random)
            throws IOException {
        WriterOptions options = WriterOptions.builder()
                .codec(CompressionCodec.SNAPPY)
                .pageVersion(WriterOptions.PageVersion.values()[random.nextInt(2)])
                .pageRowsMax(1 << random.nextInt(9))
                .rowGroupBytesMax(1024 << random.nextInt(10))
                .build();
        MemoryOutputFile out = new MemoryOutputFile("projected");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, schema, PlainRecords.walker(), options)) {
            for (Map<String, Object> each : records) {
                writer.write(each);
            }
            writer.finish();
        }
        return out;
    }

    /** The pages of the other columns are overwritten with bytes that no reader takes. */
    @Example
    void otherColumnsAreNeitherFetchedNorDecoded() throws IOException {
        Random random = new Random(1);
        MessageType schema = MessageType.parse("""
                message m {
                  required int64 id;
                  optional group pair { optional binary text (STRING); optional double number; }
                  optional group list (LIST) { repeated group list { optional int32 element; } }
                }""");
        List<Map<String, Object>> records = new RandomRecords(random).records(schema, 1000);
        byte[] bytes = write(schema, records, random).toByteArray();
        try (ParquetReader reader =
                ParquetReader.open(new MemoryInputFile("f", bytes.clone()), ReaderOptions.DEFAULT)) {
            reader.metadata()
                    .rowGroups()
                    .forEach(group -> group.columns().forEach(chunk -> {
                        if (!chunk.dottedPath().equals("pair.number")) {
                            int from = (int) chunk.offsets()
                                    .dictionaryPage()
                                    .orElse(chunk.offsets().firstDataPage());
                            Arrays.fill(bytes, from, from + (int) chunk.bytes().compressed(), (byte) 0xFF);
                        }
                    }));
        }

        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile("f", bytes), ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> cursor =
                    reader.records(PlainRecords.builder(), RecordQuery.ALL.columns(Projection.parse("pair.number")));
            for (Map<String, Object> whole : records) {
                assertThat(cursor.next()).isTrue();
                Map<?, ?> pair = (Map<?, ?>) whole.get("pair");
                Map<Object, Object> number = new LinkedHashMap<>();
                if (pair != null && pair.get("number") != null) {
                    number.put("number", pair.get("number"));
                }
                assertThat(cursor.record()).isEqualTo(pair == null ? Map.of() : Map.of("pair", number));
            }
            assertThat(cursor.next()).isFalse();
        }
    }
}
