package io.parquetry.format.internal.thrift;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * {@code list<SchemaElement>}, the schema tree depth first, each group with the number of its children; the first
 * element is the root.
 */
final class SchemaThrift {
    /** What an element, with the column that it becomes, takes in memory, about. */
    static final int BYTES_EACH = 320;

    /** The path of a column has a reference for each level. */
    private static final int BYTES_OF_LEVEL = 8;

    private static final long REQUIRED = CompactReader.fields(4);
    private static final PhysicalType[] PHYSICAL_TYPES = PhysicalType.values();
    private static final Repetition[] REPETITIONS = Repetition.values();

    private final CompactReader in;
    private final List<Element> elements;
    private final Set<String> defects;
    /** The names in the file of fields that got another one, by the field with the other name. */
    private final Map<Type, String> renamed = new IdentityHashMap<>();

    private int next;

    /** Builds the tree from the elements in their order. */
    private SchemaThrift(CompactReader in, List<Element> elements, Set<String> defects) {
        this.in = in;
        this.elements = elements;
        this.defects = defects;
    }

    /** One {@code SchemaElement}; {@code type} and {@code repetition} are null if they are missing. */
    private record Element(
            PhysicalType type,
            int typeLength,
            Repetition repetition,
            String name,
            int children,
            Optional<LogicalType> logicalType,
            OptionalInt fieldId) {}

    /** Reads the list in the current field; what is read past is added to the defects. */
    static MessageType read(CompactReader in, Set<String> defects) {
        return new SchemaThrift(in, in.fieldStructs(BYTES_EACH, each -> readElement(each, defects)), defects).tree();
    }

    private MessageType tree() {
        if (elements.isEmpty()) {
            throw new CorruptFileException("footer: the schema has no elements, not even a root");
        }
        Element root = elements.get(0);
        if (root.type != null && root.children == 0) {
            throw new CorruptFileException("footer: the root of the schema is a column, not a group");
        }
        if (root.type != null) {
            // As old versions of parquet-go write it.
            defects.add("the root of the schema is a column of type " + root.type + ", although it has fields");
        }
        next = 1;
        List<Type> fields = fields(root, 1);
        Map<List<String>, String> namesInFile = new LinkedHashMap<>();
        if (!renamed.isEmpty()) {
            gatherRenamed(fields, new ArrayList<>(), namesInFile);
        }
        MessageType schema = new MessageType(root.name, fields, namesInFile);
        if (next != elements.size()) {
            throw new CorruptFileException("footer: the schema has " + elements.size()
                    + " elements, but its tree ends after " + next + "; a number of children is wrong");
        }
        return schema;
    }

    private List<Type> fields(Element group, int depth) {
        if (group.children > elements.size() - next) {
            throw new CorruptFileException("footer: schema element '" + group.name + "' has " + group.children
                    + " children, but only " + (elements.size() - next) + " elements follow");
        }
        if (depth > MessageType.DEPTH_MAX) {
            throw new UnsupportedFeatureException("unsupported: schema deeper than " + MessageType.DEPTH_MAX
                    + " levels, at element " + next + " '" + group.name + "'");
        }
        // It grows with the elements: nested groups may each claim all that follow.
        List<Type> fields = new ArrayList<>();
        Set<String> names = new HashSet<>();
        boolean distinct = true;
        for (int i = 0; i < group.children; i++) {
            // The subtrees of earlier children may have used up the elements of the first check.
            if (next == elements.size()) {
                throw new CorruptFileException("footer: schema element '" + group.name + "' has " + group.children
                        + " children, but the list ends after " + i);
            }
            Element child = elements.get(next++);
            distinct &= names.add(child.name);
            fields.add(child.type == null ? group(child, depth) : primitive(child, depth));
        }
        return distinct ? fields : numbered(fields, names);
    }

    /**
     * Gives fields of a name that an earlier field of the group has another name, {@code a_1} for {@code a}, as DuckDB
     * does.
     *
     * @param names of all fields
     */
    private List<Type> numbered(List<Type> fields, Set<String> names) {
        Set<String> seen = new HashSet<>();
        Map<String, Integer> numbers = new HashMap<>();
        List<Type> numbered = new ArrayList<>(fields.size());
        for (Type field : fields) {
            Type kept = field;
            if (!seen.add(field.name())) {
                String name;
                do {
                    name = field.name() + "_" + numbers.merge(field.name(), 1, Integer::sum);
                } while (!names.add(name));
                kept = withName(field, name);
                renamed.put(kept, field.name());
            }
            numbered.add(kept);
        }
        return numbered;
    }

    private static Type withName(Type field, String name) {
        if (field instanceof GroupType group) {
            return new GroupType(name, group.repetition(), group.logicalType(), group.fieldId(), group.fields());
        }
        PrimitiveType column = (PrimitiveType) field;
        return new PrimitiveType(
                name,
                column.repetition(),
                column.physicalType(),
                column.typeLength(),
                column.logicalType(),
                column.fieldId());
    }

    private void gatherRenamed(List<Type> fields, List<String> path, Map<List<String>, String> found) {
        for (Type field : fields) {
            path.add(field.name());
            if (renamed.containsKey(field)) {
                found.put(List.copyOf(path), renamed.get(field));
            }
            if (field instanceof GroupType group) {
                gatherRenamed(group.fields(), path, found);
            }
            path.remove(path.size() - 1);
        }
    }

    private Type group(Element element, int depth) {
        requireRepetition(element);
        return new GroupType(
                element.name, element.repetition, element.logicalType, element.fieldId, fields(element, depth + 1));
    }

    private Type primitive(Element element, int depth) {
        requireRepetition(element);
        in.claim((long) depth * BYTES_OF_LEVEL);
        if (element.children != 0) {
            throw new CorruptFileException("footer: schema element '" + element.name + "' is of type " + element.type
                    + " and has " + element.children + " children; it can be a column or a group");
        }
        int typeLength = switch (element.type) {
            case FIXED_LEN_BYTE_ARRAY -> {
                if (element.typeLength < 1) {
                    throw new CorruptFileException("footer: schema element '" + element.name
                            + "' is a FIXED_LEN_BYTE_ARRAY of " + element.typeLength + " bytes; it must be 1 or more");
                }
                yield element.typeLength;
            }
            case INT96 -> 12;
            case BOOLEAN, INT32, INT64, FLOAT, DOUBLE, BYTE_ARRAY -> 0;
        };
        return new PrimitiveType(
                element.name, element.repetition, element.type, typeLength, element.logicalType, element.fieldId);
    }

    private static void requireRepetition(Element element) {
        if (element.repetition == null) {
            throw new CorruptFileException(
                    "footer: schema element '" + element.name + "' does not say whether it is required");
        }
    }

    private static Element readElement(CompactReader in, Set<String> defects) {
        PhysicalType type = null;
        int typeLength = 0;
        Repetition repetition = null;
        String name = null;
        int children = 0;
        int convertedId = -1;
        int scale = 0;
        int precision = 0;
        OptionalInt fieldId = OptionalInt.empty();
        LogicalType logical = null;
        in.beginStruct("SchemaElement");
        while (in.nextField()) {
            switch (in.fieldId()) {
                case 1 -> type = physicalType(in);
                case 2 -> typeLength = in.fieldI32();
                case 3 -> repetition = repetition(in);
                case 4 -> name = in.fieldString();
                case 5 -> children = in.fieldCount32();
                case 6 -> convertedId = in.fieldI32();
                case 7 -> scale = in.fieldI32();
                case 8 -> precision = in.fieldI32();
                case 9 -> fieldId = OptionalInt.of(in.fieldI32());
                case 10 -> {
                    logical = LogicalTypeThrift.read(in).orElse(null);
                    if (logical == null) {
                        // As Parquet.Net wrote it until 2023 where a column has no annotation.
                        defects.add("a field has an annotation that says nothing, and is read as without one");
                    }
                }
                default -> in.skip();
            }
        }
        in.require("SchemaElement", REQUIRED);
        Optional<LogicalType> annotation = Optional.ofNullable(
                isConclusive(logical) ? logical : converted(in, convertedId, precision, scale, logical));
        return new Element(type, typeLength, repetition, name, children, annotation, fieldId);
    }

    private static LogicalType converted(CompactReader in, int id, int precision, int scale, LogicalType otherwise) {
        return id == ConvertedTypes.DECIMAL
                ? LogicalTypeThrift.decimal(in, precision, scale)
                : ConvertedTypes.of(id).orElse(otherwise);
    }

    /**
     * Whether the annotation takes precedence over the converted type. INTERVAL and MAP_KEY_VALUE are not in the union;
     * parquet-java writes UNKNOWN beside their converted types.
     */
    private static boolean isConclusive(LogicalType logical) {
        return logical != null
                && !(logical instanceof LogicalType.Unrecognized)
                && !logical.equals(LogicalType.UNKNOWN);
    }

    /** Reads a physical type in the current field. */
    static PhysicalType physicalType(CompactReader in) {
        int id = in.fieldI32();
        if (id < 0) {
            throw in.corrupt("physical type number " + id);
        }
        if (id >= PHYSICAL_TYPES.length) {
            throw new UnsupportedFeatureException("unsupported: physical type number " + id);
        }
        return PHYSICAL_TYPES[id];
    }

    private static Repetition repetition(CompactReader in) {
        int id = in.fieldI32();
        if (id < 0) {
            throw in.corrupt("repetition type number " + id);
        }
        if (id >= REPETITIONS.length) {
            throw new UnsupportedFeatureException("unsupported: repetition type number " + id);
        }
        return REPETITIONS[id];
    }

    /** Writes the elements of the tree as a list in this field. */
    static void write(int fieldId, MessageType schema, CompactWriter out) {
        out.beginList(fieldId, CompactType.STRUCT, 1 + count(schema.fields()));
        out.beginStruct();
        out.string(4, schema.name());
        out.i32(5, schema.fields().size());
        out.endStruct();
        writeFields(schema.fields(), out);
    }

    private static int count(List<Type> fields) {
        int count = fields.size();
        for (Type field : fields) {
            if (field instanceof GroupType group) {
                count += count(group.fields());
            }
        }
        return count;
    }

    private static void writeFields(List<Type> fields, CompactWriter out) {
        for (Type field : fields) {
            writeElement(field, out);
            if (field instanceof GroupType group) {
                writeFields(group.fields(), out);
            }
        }
    }

    private static void writeElement(Type field, CompactWriter out) {
        out.beginStruct();
        if (field instanceof PrimitiveType primitive) {
            out.i32(1, primitive.physicalType().ordinal());
            if (primitive.physicalType() == PhysicalType.FIXED_LEN_BYTE_ARRAY) {
                out.i32(2, primitive.typeLength());
            }
        }
        out.i32(3, field.repetition().ordinal());
        out.string(4, field.name());
        if (field instanceof GroupType group) {
            out.i32(5, group.fields().size());
        }
        field.logicalType().ifPresent(type -> writeConverted(type, out));
        field.fieldId().ifPresent(id -> out.i32(9, id));
        field.logicalType()
                .filter(LogicalTypeThrift::isWritable)
                .ifPresent(type -> LogicalTypeThrift.write(10, type, out));
        out.endStruct();
    }

    private static void writeConverted(LogicalType type, CompactWriter out) {
        ConvertedTypes.id(type).ifPresent(id -> out.i32(6, id));
        if (type instanceof LogicalType.Decimal decimal) {
            out.i32(7, decimal.scale());
            out.i32(8, decimal.precision());
        }
    }
}
