package io.parquetry.table.iceberg;

import io.parquetry.connect.common.schema.LowerCase;
import io.parquetry.connect.sink.table.TableSettings;
import io.parquetry.format.schema.ColumnPath;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.TimeUnit;
import io.parquetry.format.schema.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.kafka.connect.errors.DataException;

/**
 * The types of a table for the columns of files, and the field ids of a table for these columns. In a table each
 * column that the sink adds may be null, but for keys of maps: a field that later records do not have is not in their
 * files.
 */
final class IcebergTypes {
    private static final Collection<LogicalType> TEXTS =
            Arrays.asList(LogicalType.STRING, LogicalType.ENUM, LogicalType.JSON);

    private static final int VERSION = 2;

    /** Of the first tables that have variants and timestamps of nanoseconds. */
    private static final int VERSION_OF_ALL = 3;

    private IcebergTypes() {}

    /**
     * The schema of a table that has the columns of a file; its ids are in use nowhere yet.
     *
     * @throws DataException when no table can have them
     */
    static Schema schema(MessageType columns) {
        return schema(columns, Types.StructType.of());
    }

    /** The same for a table that is there: what it requires stays so, if the file has it in each row. */
    static Schema schema(MessageType columns, Types.StructType table) {
        List<NestedField> fields = fields(columns.fields(), new int[1], table);
        try {
            return new Schema(fields);
        } catch (ValidationException e) {
            // Two columns have one name where one has a dot in its name.
            throw new DataException("its columns cannot be those of a table: " + e.getMessage(), e);
        }
    }

    /** The version of Iceberg's format that a table of these columns is created with. */
    static int version(Schema columns) {
        return hasVariants(columns) ? VERSION_OF_ALL : VERSION;
    }

    /** Whether tables of this version have all types. */
    static boolean hasAllTypes(int version) {
        return version >= VERSION_OF_ALL;
    }

    private static boolean hasVariants(Schema columns) {
        return TypeUtil.find(columns, org.apache.iceberg.types.Type::isVariantType) != null;
    }

    /** Whether a column is a timestamp of nanoseconds. */
    static boolean hasNanos(Schema columns) {
        return TypeUtil.find(columns, type -> type.typeId() == org.apache.iceberg.types.Type.TypeID.TIMESTAMP_NANO)
                != null;
    }

    /** @throws DataException when tables of this version have no such columns */
    static void requireVersion(String table, int version, Schema columns) {
        if (hasAllTypes(version)) {
            return;
        }
        if (hasVariants(columns)) {
            throw new DataException("the table " + table + " cannot have its columns: variants are in tables of format"
                    + " version " + VERSION_OF_ALL + " or later, and this one has " + version
                    + "; upgrade the table, or set schemaless=json");
        }
        requireNanos(table, version, columns);
    }

    /** @throws DataException when a column is a timestamp of nanoseconds, and tables of this version have none such */
    static void requireNanos(String table, int version, Schema columns) {
        if (!hasAllTypes(version) && hasNanos(columns)) {
            throw new DataException("the table " + table + " cannot have its columns: timestamps of nanoseconds are in"
                    + " tables of format version " + VERSION_OF_ALL + " or later; upgrade the table and set "
                    + TableSettings.PROPERTIES + TableProperties.FORMAT_VERSION + "=" + VERSION_OF_ALL
                    + ", or set types.as=nanos:micros");
        }
    }

    private static List<NestedField> fields(List<Type> columns, int[] last, Types.StructType has) {
        List<NestedField> fields = new ArrayList<>();
        for (Type column : columns) {
            int id = ++last[0];
            Optional<NestedField> there = Optional.ofNullable(has.field(column.name()));
            NestedField.Builder field = mayBeNull(column, there)
                    ? NestedField.optional(column.name())
                    : NestedField.required(column.name());
            fields.add(field.withId(id).ofType(type(column, last, there)).build());
        }
        return fields;
    }

    /** @param there the column of the table; empty where it has none */
    private static boolean mayBeNull(Type column, Optional<NestedField> there) {
        return isOptional(column) || there.filter(NestedField::isRequired).isEmpty();
    }

    private static boolean isOptional(Type column) {
        return column.repetition() == Repetition.OPTIONAL;
    }

    private static org.apache.iceberg.types.Type type(Type column, int[] last, Optional<NestedField> there) {
        if (isLeaf(column)) {
            return leaf(column);
        }
        GroupType group = (GroupType) column;
        if (group.isAnnotated(LogicalType.LIST)) {
            int id = ++last[0];
            Optional<NestedField> part = there.filter(field -> field.type().isListType())
                    .map(field -> field.type().asListType().fields().get(0));
            org.apache.iceberg.types.Type type = type(element(group), last, part);
            return mayBeNull(element(group), part)
                    ? Types.ListType.ofOptional(id, type)
                    : Types.ListType.ofRequired(id, type);
        }
        if (group.isAnnotated(LogicalType.MAP)) {
            int key = ++last[0];
            int value = ++last[0];
            Optional<List<NestedField>> parts = there.filter(
                            field -> field.type().isMapType())
                    .map(field -> field.type().asMapType().fields());
            Optional<NestedField> part = parts.map(all -> all.get(1));
            org.apache.iceberg.types.Type keys = type(entry(group, 0), last, parts.map(all -> all.get(0)));
            org.apache.iceberg.types.Type values = type(entry(group, 1), last, part);
            return mayBeNull(entry(group, 1), part)
                    ? Types.MapType.ofOptional(key, value, keys, values)
                    : Types.MapType.ofRequired(key, value, keys, values);
        }
        Types.StructType inside = there.filter(field -> field.type().isStructType())
                .map(field -> field.type().asStructType())
                .orElse(Types.StructType.of());
        return Types.StructType.of(fields(group.fields(), last, inside));
    }

    private static boolean isVariant(Type column) {
        return column.logicalType().orElse(null) instanceof LogicalType.Variant;
    }

    /** Whether a column is one in a table too, and no group of columns. */
    static boolean isLeaf(Type column) {
        return column instanceof PrimitiveType || isVariant(column);
    }

    /** The column of a table that a column of a file is, or is a part of: the parts of variants have no field ids. */
    static Type column(MessageType file, LeafColumn leaf) {
        return file.along(new ColumnPath(leaf.path())).stream()
                .filter(IcebergTypes::isVariant)
                .findFirst()
                .orElse(leaf.type());
    }

    /** The type of a {@linkplain #isLeaf leaf}, in the form that files of a table have. */
    static org.apache.iceberg.types.Type leaf(Type column) {
        return column instanceof PrimitiveType leaf ? primitive(leaf) : Types.VariantType.get();
    }

    /** Whether readers of a table take what was written for its column. */
    static boolean isReadable(org.apache.iceberg.types.Type written, org.apache.iceberg.types.Type column) {
        return column.equals(written)
                || written.isPrimitiveType()
                        && column.isPrimitiveType()
                        && TypeUtil.isPromotionAllowed(written, column.asPrimitiveType());
    }

    private static Type element(GroupType list) {
        return ((GroupType) list.fields().get(0)).fields().get(0);
    }

    private static Type entry(GroupType map, int index) {
        return ((GroupType) map.fields().get(0)).fields().get(index);
    }

    /** The type of the values of a column, in the form that files of a table have. */
    static org.apache.iceberg.types.Type.PrimitiveType primitive(PrimitiveType column) {
        LogicalType annotation = column.logicalType().orElse(null);
        if (annotation instanceof LogicalType.Decimal decimal) {
            return Types.DecimalType.of(decimal.precision(), decimal.scale());
        }
        if (annotation instanceof LogicalType.Timestamp timestamp) {
            return timestamp(timestamp, column);
        }
        if (annotation instanceof LogicalType.Time time) {
            requireMicros(time.unit(), column);
            return Types.TimeType.get();
        }
        if (LogicalType.DATE.equals(annotation)) {
            return Types.DateType.get();
        }
        return switch (column.physicalType()) {
            case BOOLEAN -> Types.BooleanType.get();
            case INT32 -> Types.IntegerType.get();
            case INT64 -> Types.LongType.get();
            case FLOAT -> Types.FloatType.get();
            case DOUBLE -> Types.DoubleType.get();
            case BYTE_ARRAY -> TEXTS.contains(annotation) ? Types.StringType.get() : Types.BinaryType.get();
            case FIXED_LEN_BYTE_ARRAY ->
                LogicalType.UUID.equals(annotation)
                        ? Types.UUIDType.get()
                        : Types.FixedType.ofLength(column.typeLength());
            case INT96 -> throw new DataException("the column " + column.name() + " is an INT96");
        };
    }

    private static org.apache.iceberg.types.Type.PrimitiveType timestamp(
            LogicalType.Timestamp annotation, PrimitiveType column) {
        boolean hasZone = annotation.adjustedToUtc();
        if (annotation.unit() == TimeUnit.NANOS) {
            return hasZone ? Types.TimestampNanoType.withZone() : Types.TimestampNanoType.withoutZone();
        }
        requireMicros(annotation.unit(), column);
        return hasZone ? Types.TimestampType.withZone() : Types.TimestampType.withoutZone();
    }

    /**
     * Readers of Iceberg take statistics in milliseconds for microseconds, those of the row groups in the footer too,
     * and so pass over rows: to give the table no bounds would not help.
     */
    private static void requireMicros(TimeUnit unit, PrimitiveType column) {
        if (unit != TimeUnit.MICROS) {
            throw new DataException("the column " + column.name() + " is in "
                    + unit.name().toLowerCase(Locale.ROOT) + ", and the times of a table are in micros");
        }
    }

    /** Two columns whose names differ in case only, one of which is new; empty when there are none. */
    static Optional<String> twins(Schema before, Schema after) {
        Map<String, String> names = new TreeMap<>();
        for (String name : TypeUtil.indexByName(after.asStruct()).keySet()) {
            String other = names.put(LowerCase.of(name), name);
            if (other != null && (before.findField(name) == null || before.findField(other) == null)) {
                return Optional.of(other + " and " + name);
            }
        }
        return Optional.empty();
    }

    /** The paths of the columns that have a value in files without them. */
    static Set<List<String>> withDefault(Schema table) {
        Set<List<String>> paths = new HashSet<>();
        withDefault(table.asStruct(), List.of(), paths);
        return paths;
    }

    private static void withDefault(
            org.apache.iceberg.types.Type.NestedType type, List<String> parents, Set<List<String>> paths) {
        for (NestedField field : type.fields()) {
            List<String> path = new ArrayList<>(parents);
            path.add(field.name());
            if (field.initialDefault() != null) {
                paths.add(List.copyOf(path));
            }
            if (field.type().isNestedType()) {
                withDefault(field.type().asNestedType(), path, paths);
            }
        }
    }

    /** The columns with the ids of the table; empty when the table has not all of them, or narrower ones. */
    static Optional<MessageType> numbered(MessageType columns, Schema table) {
        Optional<List<Type>> fields = numbered(columns.fields(), table.asStruct());
        return fields.map(all -> new MessageType(columns.name(), all));
    }

    private static Optional<List<Type>> numbered(List<Type> columns, Types.StructType struct) {
        List<Type> numbered = new ArrayList<>();
        for (Type column : columns) {
            NestedField field = struct.field(column.name());
            Optional<Type> found = field == null ? Optional.empty() : numbered(column, field);
            if (found.isEmpty()) {
                return Optional.empty();
            }
            numbered.add(found.get());
        }
        boolean hasRequired = struct.fields().stream()
                .filter(field -> field.isRequired() && field.initialDefault() == null)
                .allMatch(field ->
                        columns.stream().anyMatch(column -> column.name().equals(field.name())));
        return hasRequired ? Optional.of(numbered) : Optional.empty();
    }

    private static Optional<Type> numbered(Type column, NestedField field) {
        if (isOptional(column) && field.isRequired()) {
            return Optional.empty();
        }
        OptionalInt id = OptionalInt.of(field.fieldId());
        if (column instanceof PrimitiveType leaf) {
            return isReadable(primitive(leaf), field.type())
                    ? Optional.of(new PrimitiveType(
                            leaf.name(),
                            leaf.repetition(),
                            leaf.physicalType(),
                            leaf.typeLength(),
                            leaf.logicalType(),
                            id))
                    : Optional.empty();
        }
        return children((GroupType) column, field.type())
                .map(children -> new GroupType(column.name(), column.repetition(), column.logicalType(), id, children));
    }

    private static Optional<List<Type>> children(GroupType group, org.apache.iceberg.types.Type type) {
        if (isVariant(group)) {
            return type.isVariantType() ? Optional.of(group.fields()) : Optional.empty();
        }
        if (group.isAnnotated(LogicalType.LIST)) {
            return type.isListType() ? repeated(group, type.asListType().fields()) : Optional.empty();
        }
        if (group.isAnnotated(LogicalType.MAP)) {
            return type.isMapType() ? repeated(group, type.asMapType().fields()) : Optional.empty();
        }
        return type.isStructType() ? numbered(group.fields(), type.asStructType()) : Optional.empty();
    }

    /** The repeated group between a list or map and its parts has no id. */
    private static Optional<List<Type>> repeated(GroupType group, List<NestedField> parts) {
        GroupType middle = (GroupType) group.fields().get(0);
        List<Type> numbered = new ArrayList<>();
        for (int i = 0; i < middle.fields().size(); i++) {
            Optional<Type> part = numbered(middle.fields().get(i), parts.get(i));
            if (part.isEmpty()) {
                return Optional.empty();
            }
            numbered.add(part.get());
        }
        return Optional.of(List.of(
                new GroupType(middle.name(), middle.repetition(), middle.logicalType(), middle.fieldId(), numbered)));
    }
}
