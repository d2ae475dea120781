package io.parquetry.connect.source;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.util.HadoopCodecs;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/**
 * The rows of a file as parquet-java reads them, in the values that docs/reference/connect-mapping.md promises: structs
 * as maps of the fields that are not null, lists and maps as such, bytes as buffers. Which type means what is decided
 * by parquet-java's own annotations.
 */
final class ParquetJavaRows {
    private ParquetJavaRows() {}

    static List<Map<String, Object>> of(Path path) throws IOException {
        PlainParquetConfiguration configuration = new PlainParquetConfiguration();
        List<Map<String, Object>> rows = new ArrayList<>();
        try (ParquetReader<Group> reader = new Builder(new LocalInputFile(path), configuration)
                .withCodecFactory(HadoopCodecs.newFactory(configuration, 0))
                .build()) {
            for (Group row = reader.read(); row != null; row = reader.read()) {
                rows.add(struct(row));
            }
        }
        return rows;
    }

    private static final class Builder extends ParquetReader.Builder<Group> {
        Builder(InputFile file, PlainParquetConfiguration configuration) {
            super(file, configuration);
        }

        @Override
        protected ReadSupport<Group> getReadSupport() {
            return new GroupReadSupport();
        }
    }

    private static Map<String, Object> struct(Group group) {
        Map<String, Object> struct = new LinkedHashMap<>();
        for (Type field : group.getType().getFields()) {
            int count = group.getFieldRepetitionCount(field.getName());
            if (field.isRepetition(Type.Repetition.REPEATED)) {
                struct.put(field.getName(), occurrences(group, field));
            } else if (count > 0) {
                struct.put(field.getName(), one(group, field, 0));
            }
        }
        return struct;
    }

    private static List<Object> occurrences(Group parent, Type field) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < parent.getFieldRepetitionCount(field.getName()); i++) {
            values.add(one(parent, field, i));
        }
        return values;
    }

    private static Object one(Group parent, Type type, int index) {
        if (type.isPrimitive()) {
            return leaf(parent, type.asPrimitiveType(), index);
        }
        Group group = parent.getGroup(type.getName(), index);
        LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
        if (annotation instanceof ListLogicalTypeAnnotation) {
            return list(group, type.asGroupType());
        } else if (annotation instanceof MapLogicalTypeAnnotation || annotation instanceof MapKeyValueTypeAnnotation) {
            return map(group, type.asGroupType().getType(0).asGroupType());
        }
        return struct(group);
    }

    /** The rules of LogicalTypes.md for lists of two levels. */
    private static List<Object> list(Group group, GroupType type) {
        Type repeated = type.getType(0);
        boolean isElement = repeated.isPrimitive()
                || repeated.asGroupType().getFieldCount() > 1
                || repeated.getName().equals("array")
                || repeated.getName().equals(type.getName() + "_tuple");
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < group.getFieldRepetitionCount(repeated.getName()); i++) {
            if (isElement) {
                elements.add(one(group, repeated, i));
            } else {
                Type element = repeated.asGroupType().getType(0);
                elements.add(struct(group.getGroup(repeated.getName(), i)).get(element.getName()));
            }
        }
        return elements;
    }

    /** Keys that may be null, or are groups, make a list of entries; a map without values is a list of its keys. */
    private static Object map(Group group, GroupType entry) {
        List<Object> entries = new ArrayList<>();
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < group.getFieldRepetitionCount(entry.getName()); i++) {
            Map<String, Object> of = struct(group.getGroup(entry.getName(), i));
            entries.add(of);
            map.put(of.get(entry.getFieldName(0)), entry.getFieldCount() > 1 ? of.get(entry.getFieldName(1)) : null);
        }
        if (entry.getFieldCount() == 1) {
            return new ArrayList<>(map.keySet());
        }
        Type key = entry.getType(0);
        return key.isPrimitive() && key.isRepetition(Type.Repetition.REQUIRED) ? map : entries;
    }

    private static Object leaf(Group parent, PrimitiveType type, int index) {
        String name = type.getName();
        return switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> parent.getBoolean(name, index);
            case INT32 -> int32(type.getLogicalTypeAnnotation(), parent.getInteger(name, index));
            case INT64 -> int64(type.getLogicalTypeAnnotation(), parent.getLong(name, index));
            case INT96 -> int96(parent.getInt96(name, index));
            case FLOAT -> parent.getFloat(name, index);
            case DOUBLE -> parent.getDouble(name, index);
            case BINARY, FIXED_LEN_BYTE_ARRAY -> bytes(type, parent.getBinary(name, index));
        };
    }

    private static Object int32(LogicalTypeAnnotation annotation, int value) {
        if (annotation instanceof IntLogicalTypeAnnotation integer) {
            return switch (integer.getBitWidth()) {
                case 8 -> integer.isSigned() ? (Object) (byte) value : (Object) (short) value;
                case 16 -> integer.isSigned() ? (Object) (short) value : (Object) value;
                default -> integer.isSigned() ? (Object) value : (Object) Integer.toUnsignedLong(value);
            };
        } else if (annotation instanceof DecimalLogicalTypeAnnotation decimal) {
            return BigDecimal.valueOf(value, decimal.getScale());
        } else if (annotation instanceof TimeLogicalTypeAnnotation) {
            return new Date(value);
        }
        return annotation != null && annotation.equals(LogicalTypeAnnotation.dateType())
                ? new Date(value * 86_400_000L)
                : (Object) value;
    }

    private static Object int64(LogicalTypeAnnotation annotation, long value) {
        if (annotation instanceof DecimalLogicalTypeAnnotation decimal) {
            return BigDecimal.valueOf(value, decimal.getScale());
        } else if (annotation instanceof IntLogicalTypeAnnotation integer && !integer.isSigned()) {
            return new BigDecimal(Long.toUnsignedString(value));
        }
        boolean millis = annotation instanceof TimestampLogicalTypeAnnotation timestamp
                && timestamp.getUnit() == TimeUnit.MILLIS;
        return millis ? new Date(value) : (Object) value;
    }

    /** As Spark counts, over the end of 64 bits too. */
    private static long int96(Binary value) {
        ByteBuffer bytes = ByteBuffer.wrap(value.getBytes()).order(ByteOrder.LITTLE_ENDIAN);
        long nanosOfDay = bytes.getLong();
        return (bytes.getInt() - 2_440_588L) * 86_400_000_000L + nanosOfDay / 1_000;
    }

    private static Object bytes(PrimitiveType type, Binary value) {
        LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
        if (annotation instanceof DecimalLogicalTypeAnnotation decimal) {
            return new BigDecimal(new BigInteger(value.getBytes()), decimal.getScale());
        } else if (LogicalTypeAnnotation.float16Type().equals(annotation)) {
            return Float.valueOf(type.stringifier().stringify(value));
        } else if (LogicalTypeAnnotation.uuidType().equals(annotation)) {
            ByteBuffer bytes = value.toByteBuffer();
            return new UUID(bytes.getLong(), bytes.getLong()).toString();
        } else if (LogicalTypeAnnotation.stringType().equals(annotation)
                || LogicalTypeAnnotation.enumType().equals(annotation)
                || LogicalTypeAnnotation.jsonType().equals(annotation)) {
            return value.toStringUsingUTF8();
        }
        return ByteBuffer.wrap(value.getBytes());
    }
}
