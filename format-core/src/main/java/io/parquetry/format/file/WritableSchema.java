package io.parquetry.format.file;

import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.UsageException;
import io.parquetry.format.internal.record.VariantAssembler;
import io.parquetry.format.schema.AnnotationRules;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Shape;
import io.parquetry.format.schema.Type;
import java.util.List;

/** The rules that a schema must keep so that other readers accept the file. */
final class WritableSchema {
    private WritableSchema() {}

    /**
     * The shape of a schema that can be written.
     *
     * @throws UsageException when it cannot be; it names the field by its path
     */
    static Shape.StructShape require(MessageType schema) {
        if (schema.fields().isEmpty()) {
            throw new UsageException("schema " + schema.name() + " has no fields; Parquet needs at least one column");
        }
        require(schema.fields(), "");
        Shape.StructShape shape = Shape.of(schema);
        requireVariants(shape);
        return shape;
    }

    private static void requireVariants(Shape shape) {
        if (shape instanceof Shape.StructShape struct) {
            struct.fields().forEach(WritableSchema::requireVariants);
        } else if (shape instanceof Shape.ListShape list) {
            requireVariants(list.element());
        } else if (shape instanceof Shape.MapShape map) {
            map.value().ifPresent(WritableSchema::requireVariants);
        } else if (shape instanceof Shape.VariantShape variant) {
            try {
                VariantAssembler.require(variant);
            } catch (UnsupportedFeatureException e) {
                throw new UsageException("field " + variant.name() + ": " + e.reason());
            }
        }
    }

    private static void require(List<Type> fields, String parent) {
        for (Type field : fields) {
            String path = parent + field.name();
            if (field instanceof GroupType group) {
                if (group.fields().isEmpty()) {
                    throw new UsageException(
                            "group " + path + " has no fields; Parquet cannot store a group without any");
                }
                require(group.fields(), path + ".");
            } else if (((PrimitiveType) field).physicalType() == PhysicalType.INT96) {
                throw new UsageException("column " + path
                        + " is INT96, which is deprecated and never written; use INT64 (TIMESTAMP(NANOS,true))");
            }
            if (field.logicalType().orElse(null) instanceof LogicalType.Unrecognized annotation) {
                throw new UsageException("field " + path + ": the annotation " + annotation
                        + " is not known, and so is not what belongs to it; leave it out");
            }
            AnnotationRules.objection(field).ifPresent(why -> {
                throw new UsageException("field " + path + ": " + why);
            });
        }
    }
}
