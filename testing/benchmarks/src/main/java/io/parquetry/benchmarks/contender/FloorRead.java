package io.parquetry.benchmarks.contender;

import io.parquetry.benchmarks.data.Dataset;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * What no reader of Structs saves: the pages that Parquetry's file has are read and decompressed, and records, lists
 * and values are made of arrays of decoded values, column by column. No levels, no encodings, no checks. An immutable
 * value of a column with a dictionary is made once.
 */
final class FloorRead implements FileRead.Work {
    private static final int BATCH_ROWS = 128;
    private static final VarHandle FIELDS = fields();

    private final FloorCodec codec;
    private final int rows;
    private final List<Integer> pageBytes = new ArrayList<>();
    private final Maker maker;
    private final byte[] compressed = new byte[2 * FloorCodec.PAGE_BYTES];
    private final byte[] page = new byte[FloorCodec.PAGE_BYTES];
    private List<ColumnChunkMetadata> columns = List.of();
    private int column;

    /** Makes all values of one place of the schema, in their order. */
    private interface Maker {
        /** Adds a value that will be made. */
        void add(Object value);

        /** Goes back to the first value. */
        void start();

        void make(Object[] into, int count);
    }

    /**
     * @param uncompressed the same rows, as Parquetry writes them without a codec
     * @param file where the compressed pages are stored
     * @param coded the same rows, as Parquetry writes them with the codec
     */
    FloorRead(Dataset data, int rows, Codec codec, Path uncompressed, Path file, Path coded) throws IOException {
        this.codec = new FloorCodec(codec);
        this.rows = rows;
        byte[] pages = Files.readAllBytes(uncompressed);
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int first = 0; first < pages.length; first += page.length) {
                byte[] bytes = this.codec.compress(
                        Arrays.copyOfRange(pages, first, Math.min(pages.length, first + page.length)));
                out.write(bytes);
                pageBytes.add(bytes.length);
            }
        }
        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(coded), ReaderOptions.DEFAULT)) {
            columns = reader.metadata().rowGroups().get(0).columns();
        }
        maker = maker(data.schema());
        for (int row = 0; row < rows; row++) {
            maker.add(data.row(row));
        }
    }

    private static VarHandle fields() {
        try {
            return MethodHandles.privateLookupIn(Struct.class, MethodHandles.lookup())
                    .findVarHandle(Struct.class, "values", Object[].class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the values of a Struct are not accessible", e);
        }
    }

    /** A schema's leaves and the file's columns have the same order. */
    private Maker maker(Schema schema) {
        return switch (schema.type()) {
            case STRUCT -> new Structs(schema, this);
            case ARRAY -> new Lists(maker(schema.valueSchema()));
            case MAP -> new Maps(maker(schema.keySchema()), maker(schema.valueSchema()));
            default ->
                columns.get(column++).offsets().dictionaryPage().isPresent() && FloorValues.isImmutable(schema)
                        ? new Shared(new FloorValues(schema))
                        : new Each(new FloorValues(schema));
        };
    }

    @Override
    public long apply(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            for (int length : pageBytes) {
                if (codec.decompress(compressed, in.readNBytes(compressed, 0, length), page) == 0) {
                    throw new IOException(file + ": an empty page");
                }
            }
        }
        maker.start();
        long made = 0;
        for (int first = 0; first < rows; first += BATCH_ROWS) {
            Object[] records = new Object[Math.min(BATCH_ROWS, rows - first)];
            maker.make(records, records.length);
            for (Object each : records) {
                made += each == null ? 0 : 1;
            }
        }
        return made;
    }

    /** Numbers that are added one after the other and then read one after the other. */
    private static final class Numbers {
        private int[] numbers = new int[1024];
        private int next;

        void add(int number) {
            if (next == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * next);
            }
            numbers[next++] = number;
        }

        void start() {
            next = 0;
        }

        int next() {
            return numbers[next++];
        }
    }

    /** @param sizes of all structs: 1, or 0 where there is none */
    private record Structs(Schema schema, Maker[] makers, Numbers sizes) implements Maker {
        Structs(Schema schema, FloorRead read) {
            this(
                    schema,
                    schema.fields().stream()
                            .map(field -> read.maker(field.schema()))
                            .toArray(Maker[]::new),
                    new Numbers());
        }

        @Override
        public void add(Object value) {
            sizes.add(value == null ? 0 : 1);
            if (value != null) {
                for (Field field : schema.fields()) {
                    makers[field.index()].add(((Struct) value).getWithoutDefault(field.name()));
                }
            }
        }

        @Override
        public void start() {
            sizes.start();
            for (Maker each : makers) {
                each.start();
            }
        }

        @Override
        public void make(Object[] into, int count) {
            Object[][] arrays = new Object[count][];
            int present = 0;
            for (int i = 0; i < count; i++) {
                if (sizes.next() > 0) {
                    into[i] = new Struct(schema);
                    arrays[present++] = (Object[]) FIELDS.get((Struct) into[i]);
                }
            }
            Object[] values = new Object[present];
            for (int field = 0; field < makers.length; field++) {
                makers[field].make(values, present);
                for (int i = 0; i < present; i++) {
                    arrays[i][field] = values[i];
                }
            }
        }
    }

    /** @param sizes of all lists, -1 where there is none */
    private record Lists(Maker element, Numbers sizes) implements Maker {
        Lists(Maker element) {
            this(element, new Numbers());
        }

        @Override
        public void add(Object value) {
            sizes.add(value == null ? -1 : ((List<?>) value).size());
            if (value != null) {
                ((List<?>) value).forEach(element::add);
            }
        }

        @Override
        public void start() {
            sizes.start();
            element.start();
        }

        @Override
        public void make(Object[] into, int count) {
            int[] lengths = new int[count];
            int sum = 0;
            for (int i = 0; i < count; i++) {
                lengths[i] = sizes.next();
                sum += Math.max(0, lengths[i]);
            }
            Object[] elements = new Object[sum];
            element.make(elements, sum);
            int from = 0;
            for (int i = 0; i < count; i++) {
                int to = from + Math.max(0, lengths[i]);
                into[i] = lengths[i] < 0
                        ? null
                        : new ArrayList<>(Arrays.asList(elements).subList(from, to));
                from = to;
            }
        }
    }

    /** @param sizes of all maps, -1 where there is none */
    private record Maps(Maker key, Maker value, Numbers sizes) implements Maker {
        Maps(Maker key, Maker value) {
            this(key, value, new Numbers());
        }

        @Override
        public void add(Object map) {
            sizes.add(map == null ? -1 : ((Map<?, ?>) map).size());
            if (map != null) {
                ((Map<?, ?>) map).keySet().forEach(key::add);
                ((Map<?, ?>) map).values().forEach(value::add);
            }
        }

        @Override
        public void start() {
            sizes.start();
            key.start();
            value.start();
        }

        @Override
        public void make(Object[] into, int count) {
            for (int i = 0; i < count; i++) {
                int size = sizes.next();
                Object[] keys = new Object[Math.max(0, size)];
                Object[] values = new Object[keys.length];
                key.make(keys, keys.length);
                value.make(values, keys.length);
                Map<Object, Object> map = size < 0 ? null : new LinkedHashMap<>(size + size / 3 + 1);
                for (int at = 0; at < size; at++) {
                    map.put(keys[at], values[at]);
                }
                into[i] = map;
            }
        }
    }

    /** Makes an object for each value. */
    private record Each(FloorValues values) implements Maker {
        @Override
        public void add(Object value) {
            values.add(value);
        }

        @Override
        public void start() {
            values.start();
        }

        @Override
        public void make(Object[] into, int count) {
            values.make(into, count);
        }
    }

    /** Makes an object for each different value. */
    private static final class Shared implements Maker {
        private final FloorValues values;
        private final Map<Object, Integer> numbers = new LinkedHashMap<>();
        private final Numbers indexes = new Numbers();
        private Object[] objects = {};

        Shared(FloorValues values) {
            this.values = values;
        }

        @Override
        public void add(Object value) {
            if (!numbers.containsKey(value)) {
                numbers.put(value, numbers.size());
                values.add(value);
            }
            indexes.add(numbers.get(value));
        }

        @Override
        public void start() {
            indexes.start();
            values.start();
            objects = new Object[numbers.size()];
            values.make(objects, objects.length);
        }

        @Override
        public void make(Object[] into, int count) {
            for (int i = 0; i < count; i++) {
                into[i] = objects[indexes.next()];
            }
        }
    }
}
