package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.model.RandomRecords;
import io.parquetry.format.model.RecordBuilder;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.RandomSchemas;
import io.parquetry.format.schema.Shape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** A host whose structs are arrays gets the same records as one whose structs are set field by field. */
class ArrayStructsTest {
    @Property(tries = 200)
    void recordsComeBackEqual(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        MessageType schema = new RandomSchemas(random).message(1 + random.nextInt(6), 1 + random.nextInt(4));
        List<Map<String, Object>> records = new RandomRecords(random).records(schema, random.nextInt(400));
        WriterOptions options = WriterOptions.builder()
                .dictionary(WriterOptions.Dictionary.values()[random.nextInt(2)])
                .pageRowsMax(1 << random.nextInt(12))
                .rowGroupBytesMax(1024 << random.nextInt(14))
                .build();
        MemoryOutputFile out = new MemoryOutputFile("memory");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(out, schema, PlainRecords.walker(), options)) {
            for (Map<String, Object> record : records) {
                writer.write(record);
            }
            writer.finish();
        }

        List<Object> found = new ArrayList<>();
        try (ParquetReader reader = ParquetReader.open(out.toInputFile(), ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> cursor = reader.records(new ArrayBuilder());
            while (cursor.next()) {
                found.add(cursor.record());
            }
        }
        assertThat(RandomRecords.comparable(found)).isEqualTo(RandomRecords.comparable(records));
    }

    /** The last field is the first element of the array, which has one element more than there are fields. */
    private static final class ArrayBuilder implements RecordBuilder<Map<String, Object>> {
        private final RecordBuilder<?> plain = PlainRecords.builder();

        @Override
        public ArrayStructs record(Shape.StructShape shape) {
            return struct(shape);
        }

        @Override
        public ArrayStructs struct(Shape.StructShape shape) {
            return new ArrayStructs(shape.fields().stream().map(Shape::name).toList());
        }

        @Override
        public ListMaker<?> list(Shape.ListShape shape) {
            return plain.list(shape);
        }

        @Override
        public MapMaker<?> map(Shape.MapShape shape) {
            return plain.map(shape);
        }

        @Override
        public LeafMaker leaf(Shape.LeafShape shape) {
            return plain.leaf(shape);
        }
    }

    private record ArrayStructs(List<String> names)
            implements RecordBuilder.ArrayStructMaker<Object[], Map<String, Object>> {
        @Override
        public Object[] create() {
            return new Object[names.size() + 1];
        }

        @Override
        public void create(Object[] structs, Object[][] arrays, int from, int to) {
            for (int i = from; i < to; i++) {
                assertThat(structs[i]).isNull();
                arrays[i] = new Object[names.size() + 1];
                structs[i] = arrays[i];
            }
        }

        @Override
        public int element(int index) {
            return names.size() - 1 - index;
        }

        @Override
        public void set(Object[] struct, int index, Object value) {
            struct[element(index)] = value;
        }

        @Override
        public Map<String, Object> finish(Object[] array) {
            assertThat(array[names.size()]).isNull();
            Map<String, Object> fields = new LinkedHashMap<>();
            for (int i = 0; i < names.size(); i++) {
                if (array[element(i)] != null) {
                    fields.put(names.get(i), array[element(i)]);
                }
            }
            return fields;
        }
    }
}
