package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.model.RandomRecords;
import io.parquetry.format.model.RecordWalker;
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

/**
 * A host that hands over the fields of a struct in an array gets the same file as one that is asked for each field, and
 * reads the same of a record that does not fit.
 */
class ArrayStructsWriteTest {
    private static final Object MISFIT = List.of(List.of(new StringBuilder("no value of any column")));

    @Property(tries = 200)
    void filesAndRefusalsAreTheSame(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        MessageType schema = new RandomSchemas(random).message(1 + random.nextInt(6), 1 + random.nextInt(4));
        List<Object> records = new ArrayList<>();
        for (Map<String, Object> record : new RandomRecords(random).records(schema, 1 + random.nextInt(300))) {
            records.add(random.nextInt(10) == 0 ? misfit(record, schema, random) : record);
        }

        Outcome expected = write(schema, PlainRecords.walker(), records);
        Outcome found = write(schema, new ArrayWalker(), records);
        assertThat(found.file()).isEqualTo(expected.file());
        assertThat(found.refusals()).isEqualTo(expected.refusals());
    }

    private static Object misfit(Map<String, Object> record, MessageType schema, Random random) {
        if (random.nextInt(5) == 0) {
            return MISFIT;
        }
        Map<String, Object> misfit = new LinkedHashMap<>(record);
        int field = random.nextInt(schema.fields().size());
        misfit.put(schema.fields().get(field).name(), random.nextInt(4) == 0 ? null : MISFIT);
        return misfit;
    }

    private record Outcome(byte[] file, List<String> refusals) {}

    /** @param records of any class, as from a caller who evades the type */
    @SuppressWarnings("unchecked")
    private static Outcome write(MessageType schema, RecordWalker<?> walker, List<Object> records) throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("memory");
        List<String> refusals = new ArrayList<>();
        try (ParquetWriter<Object> writer =
                ParquetWriter.create(out, schema, (RecordWalker<Object>) walker, WriterOptions.DEFAULT)) {
            for (Object record : records) {
                try {
                    writer.write(record);
                } catch (InvalidRecordException e) {
                    refusals.add(e.getMessage());
                }
            }
            writer.finish();
        }
        return new Outcome(out.toByteArray(), refusals);
    }

    private static final class ArrayWalker implements RecordWalker<Map<String, ?>> {
        private final RecordWalker<Map<String, ?>> plain = PlainRecords.walker();

        @Override
        public StructAccess<Map<String, ?>, ?> record(Shape.StructShape shape) {
            return new ArrayFields<>(plain.record(shape), shape.fields().size());
        }

        @Override
        public StructAccess<?, ?> struct(Shape.StructShape shape) {
            return new ArrayFields<>(plain.struct(shape), shape.fields().size());
        }

        @Override
        public ListAccess<?> list(Shape.ListShape shape) {
            return plain.list(shape);
        }

        @Override
        public MapAccess<?> map(Shape.MapShape shape) {
            return plain.map(shape);
        }

        @Override
        public LeafAccess leaf(Shape.LeafShape shape) {
            return plain.leaf(shape);
        }
    }

    private record ArrayFields<V, S>(RecordWalker.StructAccess<V, S> plain, int count)
            implements RecordWalker.ArrayStructAccess<V, S> {
        @Override
        public S open(V struct) {
            return plain.open(struct);
        }

        @Override
        public Object[] fields(S struct) {
            Object[] fields = new Object[count];
            for (int i = 0; i < count; i++) {
                fields[i] = plain.field(struct, i);
            }
            return fields;
        }
    }
}
