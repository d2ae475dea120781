package io.parquetry.format.file;

import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.Type;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageTypeParser;

/** Files that parquet-java writes from records as {@code PlainRecords} has them. */
final class ParquetJavaFiles {
    private ParquetJavaFiles() {}

    static byte[] write(
            MessageType schema,
            List<? extends Map<String, Object>> records,
            UnaryOperator<ExampleParquetWriter.Builder> settings)
            throws IOException {
        org.apache.parquet.schema.MessageType theirs = MessageTypeParser.parseMessageType(schema.toString());
        Memory memory = new Memory();
        ExampleParquetWriter.Builder builder = ExampleParquetWriter.builder(memory)
                .withConf(new PlainParquetConfiguration())
                .withType(theirs);
        try (ParquetWriter<Group> writer = settings.apply(builder).build()) {
            SimpleGroupFactory groups = new SimpleGroupFactory(theirs);
            for (Map<String, Object> record : records) {
                Group group = groups.newGroup();
                fill(group, schema.fields(), record);
                writer.write(group);
            }
        }
        return memory.bytes.toByteArray();
    }

    private static void fill(Group group, List<Type> fields, Map<?, ?> struct) {
        for (Type field : fields) {
            Object value = struct.get(field.name());
            if (value != null && field.repetition() == Repetition.REPEATED) {
                ((List<?>) value).forEach(element -> add(group, field, element));
            } else if (value != null) {
                add(group, field, value);
            }
        }
    }

    private static void add(Group group, Type field, Object value) {
        if (field instanceof PrimitiveType primitive) {
            addPrimitive(group, primitive, value);
            return;
        }
        GroupType type = (GroupType) field;
        Group added = group.addGroup(type.name());
        if (type.isAnnotated(LogicalType.LIST)) {
            Type repeated = type.fields().get(0);
            for (Object element : (List<?>) value) {
                if (repeated instanceof GroupType wrapper) {
                    addNullable(added.addGroup(wrapper.name()), wrapper.fields().get(0), element);
                } else {
                    add(added, repeated, element);
                }
            }
        } else if (type.isAnnotated(LogicalType.MAP)) {
            GroupType wrapper = (GroupType) type.fields().get(0);
            for (Object entry : (List<?>) value) {
                Group pair = added.addGroup(wrapper.name());
                addNullable(pair, wrapper.fields().get(0), ((Map.Entry<?, ?>) entry).getKey());
                addNullable(pair, wrapper.fields().get(1), ((Map.Entry<?, ?>) entry).getValue());
            }
        } else {
            fill(added, type.fields(), (Map<?, ?>) value);
        }
    }

    private static void addNullable(Group group, Type field, Object value) {
        if (value != null) {
            add(group, field, value);
        }
    }

    private static void addPrimitive(Group group, PrimitiveType field, Object value) {
        switch (field.physicalType()) {
            case BOOLEAN -> group.add(field.name(), (Boolean) value);
            case INT32 -> group.add(field.name(), (Integer) value);
            case INT64 -> group.add(field.name(), (Long) value);
            case FLOAT -> group.add(field.name(), (Float) value);
            case DOUBLE -> group.add(field.name(), (Double) value);
            case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
                group.add(
                        field.name(),
                        Binary.fromConstantByteArray(
                                value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) value));
        }
    }

    /** What parquet-java writes, in memory. */
    private static final class Memory implements OutputFile {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public PositionOutputStream create(long blockSizeHint) {
            return new PositionOutputStream() {
                @Override
                public long getPos() {
                    return bytes.size();
                }

                @Override
                public void write(int value) {
                    bytes.write(value);
                }

                @Override
                public void write(byte[] source, int offset, int length) {
                    bytes.write(source, offset, length);
                }
            };
        }

        @Override
        public PositionOutputStream createOrOverwrite(long blockSizeHint) {
            return create(blockSizeHint);
        }

        @Override
        public boolean supportsBlockSize() {
            return false;
        }

        @Override
        public long defaultBlockSize() {
            return 0;
        }
    }
}
