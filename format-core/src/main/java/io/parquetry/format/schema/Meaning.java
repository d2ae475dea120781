package io.parquetry.format.schema;

import java.util.Optional;

/**
 * Fields with one annotation of several that mean the same. Writers differ in these: some annotate each integer, some
 * state what the specification takes for granted, and those before 2018 had other annotations of maps.
 */
public final class Meaning {
    private static final Optional<String> DEFAULT_CRS = Optional.of("OGC:CRS84");

    private Meaning() {}

    /** The field and the fields below it, without annotations that say what is so without them. */
    public static Type of(Type field) {
        if (field instanceof GroupType group) {
            return new GroupType(
                    group.name(),
                    group.repetition(),
                    annotation(group),
                    group.fieldId(),
                    group.fields().stream().map(Meaning::of).toList());
        }
        PrimitiveType primitive = (PrimitiveType) field;
        return new PrimitiveType(
                primitive.name(),
                primitive.repetition(),
                primitive.physicalType(),
                primitive.typeLength(),
                annotation(primitive),
                primitive.fieldId());
    }

    /** MAP_KEY_VALUE is an older name of MAP; at the entries of a map it says nothing. */
    private static Optional<LogicalType> annotation(GroupType group) {
        if (!group.isAnnotated(LogicalType.MAP_KEY_VALUE)) {
            return group.logicalType();
        }
        return ShapeBuilder.isMap(group) ? Optional.of(LogicalType.MAP) : Optional.empty();
    }

    private static Optional<LogicalType> annotation(PrimitiveType field) {
        Optional<LogicalType> annotation = field.logicalType();
        LogicalType type = annotation.orElse(null);
        if (type instanceof LogicalType.Int integer) {
            boolean isPlain = integer.signed()
                    && (field.physicalType() == PhysicalType.INT32 && integer.bitWidth() == Integer.SIZE
                            || field.physicalType() == PhysicalType.INT64 && integer.bitWidth() == Long.SIZE);
            return isPlain ? Optional.empty() : annotation;
        }
        if (type instanceof LogicalType.Geometry geometry) {
            return Optional.of(new LogicalType.Geometry(crs(geometry.crs())));
        }
        if (type instanceof LogicalType.Geography geography) {
            return Optional.of(new LogicalType.Geography(
                    crs(geography.crs()),
                    geography.algorithm().filter(edges -> edges != LogicalType.EdgeInterpolation.SPHERICAL)));
        }
        return annotation;
    }

    private static Optional<String> crs(Optional<String> name) {
        return name.equals(DEFAULT_CRS) ? Optional.empty() : name;
    }
}
