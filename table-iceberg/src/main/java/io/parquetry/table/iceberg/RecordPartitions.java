package io.parquetry.table.iceberg;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parquetry.connect.common.data.RecordColumn;
import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.sink.table.TablePartition;
import io.parquetry.format.metadata.FileMetadata;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.PartitionSpecParser;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SingleValueParser;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.iceberg.util.SerializableFunction;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The partitions of records, by the spec of a table. A file tells its partition by two entries of its key-value
 * metadata, the spec and the values as a JSON array. The number of a spec would not do: once a table has no file of a
 * spec, another program may remove it, and its number may become that of another spec.
 */
final class RecordPartitions {
    static final String SPEC = "parquetry.table.spec";
    static final String VALUES = "parquetry.table.partition";
    private static final int CACHED_MAX = 4_096;

    /** Characters of a directory's name, all of them ASCII; with a hash they are fewer than 255. */
    private static final int NAME_MAX = 200;

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final int LAYOUTS_MAX = 256;

    /**
     * Stands for the truncation of a number so near to the least one that Iceberg's transform comes out above it.
     * Readers would not find the number in that partition by a filter, so its file belongs to none.
     */
    private static final Object OVERFLOW = new Object();

    /**
     * Stands for the value of a column with a default that the record does not have: whether readers give it the
     * default or null depends on the file, so that this belongs to no partition.
     */
    private static final Object EITHER = new Object();

    private final PartitionSpec spec;
    private final String specText;
    private final List<Term> terms = new ArrayList<>();
    private final Map<RecordLayout, List<Optional<ColumnValue>>> columns = new IdentityHashMap<>();
    private final Map<List<Object>, TablePartition> cached = new HashMap<>();
    private List<Object> lastValues = List.of();
    private TablePartition last;

    /**
     * A partition field.
     *
     * @param path the names of its column, from the outermost inwards
     * @param type of the column
     * @param absent its value where records lack the column; null for null
     */
    private record Term(List<String> path, Type type, SerializableFunction<Object, Object> transform, Object absent) {
        /** Of a column that the table has dropped, which it does in version 1 only, with the transform void. */
        static final Term OF_DROPPED = new Term(List.of(), Types.UnknownType.get(), value -> null, null);

        Optional<ColumnValue> in(RecordLayout layout) {
            return path.isEmpty()
                    ? Optional.empty()
                    : RecordColumn.find(layout, path).map(column -> new ColumnValue(column, type));
        }

        /** @param column empty when the layout of the record does not have it */
        Object of(SinkRecord record, Optional<ColumnValue> column) {
            if (column.isEmpty()) {
                // The file of a tombstone may have the column.
                return absent != null && record.value() == null ? EITHER : absent;
            }
            Object value = column.get().of(record);
            return value == null ? null : transform.apply(value);
        }
    }

    /** @throws IOException when the spec has a transform that is not known */
    RecordPartitions(PartitionSpec spec, Schema schema, String table) throws IOException {
        this.spec = spec;
        this.specText = PartitionSpecParser.toJson(spec);
        for (PartitionField field : spec.fields()) {
            if (!field.transform().toString().matches("identity|year|month|day|hour|void|(bucket|truncate)\\[\\d+]")) {
                throw new IOException("the table " + table + " is partitioned by the transform " + field.transform()
                        + " of " + field.name() + ", which this version of Parquetry does not know; replace that"
                        + " partition field");
            }
            terms.add(term(field, schema));
        }
    }

    private static Term term(PartitionField field, Schema schema) {
        NestedField source = schema.findField(field.sourceId());
        if (source == null) {
            return Term.OF_DROPPED;
        }
        List<String> path = ColumnValue.path(schema.asStruct(), field.sourceId());
        SerializableFunction<Object, Object> transform = transform(field, source.type());
        return new Term(path, source.type(), transform, absent(path, source, transform));
    }

    /** A struct that is null has no fields, and one that is not has their defaults. */
    private static Object absent(
            List<String> path, NestedField source, SerializableFunction<Object, Object> transform) {
        Object given = source.initialDefault();
        return given == null ? null : path.size() > 1 ? EITHER : transform.apply(given);
    }

    private static SerializableFunction<Object, Object> transform(PartitionField field, Type type) {
        SerializableFunction<Object, Object> bound = transform(field).bind(type);
        boolean isInteger = type.typeId() == Type.TypeID.INTEGER || type.typeId() == Type.TypeID.LONG;
        return isInteger && field.transform().toString().startsWith(PartitionTerm.TRUNCATE)
                ? value -> truncated((Number) value, (Number) bound.apply(value))
                : bound;
    }

    private static Object truncated(Number value, Number result) {
        return result.longValue() > value.longValue() ? OVERFLOW : result;
    }

    @SuppressWarnings("unchecked")
    private static Transform<Object, Object> transform(PartitionField field) {
        return (Transform<Object, Object>) field.transform();
    }

    /** Whether the table is not partitioned. */
    boolean isEmpty() {
        return spec.isUnpartitioned();
    }

    /**
     * The partition of a record.
     *
     * @param layout of the record
     */
    TablePartition of(SinkRecord record, RecordLayout layout) {
        List<Optional<ColumnValue>> ofLayout = columns(layout);
        List<Object> values = new ArrayList<>(terms.size());
        for (int i = 0; i < terms.size(); i++) {
            values.add(terms.get(i).of(record, ofLayout.get(i)));
        }
        if (!values.equals(lastValues)) {
            last = known(values);
            lastValues = values;
        }
        return last;
    }

    /** The columns of the partition fields; empty where records of the layout have none. */
    private List<Optional<ColumnValue>> columns(RecordLayout layout) {
        List<Optional<ColumnValue>> known = columns.get(layout);
        if (known == null) {
            if (columns.size() == LAYOUTS_MAX) {
                columns.clear();
            }
            known = terms.stream().map(term -> term.in(layout)).toList();
            columns.put(layout, known);
        }
        return known;
    }

    private TablePartition known(List<Object> values) {
        TablePartition known = cached.get(values);
        if (known == null) {
            if (cached.size() == CACHED_MAX) {
                cached.clear();
            }
            known = partition(values);
            cached.put(values, known);
        }
        return known;
    }

    private TablePartition partition(List<Object> values) {
        if (values.contains(OVERFLOW)) {
            return new TablePartition("overflow", Map.of());
        }
        if (values.contains(EITHER)) {
            return new TablePartition("either", Map.of());
        }
        Tuple tuple = new Tuple(values);
        List<String> texts = new ArrayList<>();
        List<NestedField> fields = spec.partitionType().fields();
        for (int i = 0; i < fields.size(); i++) {
            Object value = values.get(i);
            texts.add(value == null ? null : text(fields.get(i), value));
        }
        try {
            return new TablePartition(directory(tuple), Map.of(SPEC, specText, VALUES, JSON.writeValueAsString(texts)));
        } catch (JsonProcessingException e) {
            throw new DataException("its partition cannot be written as JSON: " + e.getMessage(), e);
        }
    }

    /** A float is written as the double that is the same number: the table may make the column wider. */
    private static String text(NestedField field, Object value) {
        requireFit(field, value);
        return value instanceof Float number
                ? SingleValueParser.toJson(Types.DoubleType.get(), number.doubleValue())
                : SingleValueParser.toJson(field.type(), value);
    }

    /** No table can have a file of such a partition, and an append of others with it would fail. */
    private static void requireFit(NestedField field, Object value) {
        if (field.type() instanceof Types.DecimalType type && ((BigDecimal) value).precision() > type.precision()) {
            throw new DataException("its partition field " + field.name() + " would be " + value + ", which is no "
                    + type + "; make its column wider, or partition by another transform");
        }
    }

    /**
     * No two partitions share one: "null", which is also some bytes in base64, is told from a null, a float from the
     * double of the same text, specs after the first have their own, and what is too long for the name of a directory
     * ends with a hash. Readers of data skip a directory whose name begins with {@code _} or {@code .}, and Azure drops
     * a dot at the end.
     */
    private String directory(Tuple tuple) {
        String[] parts = spec.partitionToPath(tuple).split("/");
        for (int i = 0; i < parts.length; i++) {
            Object value = tuple.values().get(i);
            if (value instanceof Float number) {
                parts[i] = parts[i].substring(0, parts[i].indexOf('=') + 1) + number.doubleValue();
            } else if (value != null) {
                parts[i] = parts[i].replaceFirst("=null$", "=%6Eull");
            }
            parts[i] = parts[i].replaceFirst("^_", "%5F")
                    .replaceFirst("^\\.", "%2E")
                    .replaceFirst("\\.$", "%2E");
            if (parts[i].length() > NAME_MAX) {
                parts[i] = parts[i].substring(0, NAME_MAX) + "~" + hash(parts[i]);
            }
        }
        String path = String.join("/", parts);
        return spec.specId() == 0 ? path : "spec=" + spec.specId() + "/" + path;
    }

    private static String hash(String text) {
        return UUID.nameUUIDFromBytes(text.getBytes(UTF_8)).toString();
    }

    /** Reads the partition of a file; empty when the file tells none. */
    static Optional<StructLike> read(FileMetadata footer, PartitionSpec spec) throws IOException {
        Optional<String> text = footer.keyValue(VALUES);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        String[] texts = JSON.readValue(text.get(), String[].class);
        List<NestedField> fields = spec.partitionType().fields();
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            values.add(texts[i] == null ? null : value(fields.get(i), texts[i]));
        }
        return Optional.of(new Tuple(values));
    }

    /** JSON has no number for infinity and for what is none, and these are texts. */
    private static Object value(NestedField field, String text) {
        return switch (field.type().typeId()) {
            // The table has dropped the column.
            case UNKNOWN -> null;
            case FLOAT -> Float.valueOf(text.replace("\"", ""));
            case DOUBLE -> Double.valueOf(text.replace("\"", ""));
            default -> {
                Object value = SingleValueParser.fromJson(field.type(), text);
                requireFit(field, value);
                yield value;
            }
        };
    }

    /** Values of partition fields. */
    private record Tuple(List<Object> values) implements StructLike {
        @Override
        public int size() {
            return values.size();
        }

        @Override
        public <T> T get(int position, Class<T> javaClass) {
            return javaClass.cast(values.get(position));
        }

        @Override
        public <T> void set(int position, T value) {
            throw new UnsupportedOperationException("the values are fixed");
        }
    }
}
