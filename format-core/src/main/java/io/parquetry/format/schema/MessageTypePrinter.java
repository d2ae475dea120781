package io.parquetry.format.schema;

import java.util.List;
import java.util.Locale;

/** Writes the message-type text that {@link MessageTypeParser} reads, laid out as parquet-java does. */
final class MessageTypePrinter {
    private static final String DEFAULT_CRS = "OGC:CRS84";

    private final StringBuilder text = new StringBuilder();

    private MessageTypePrinter() {}

    static String print(MessageType schema) {
        MessageTypePrinter printer = new MessageTypePrinter();
        printer.text.append("message ").append(MessageTypeTokens.quoteWhereNeeded(schema.name()));
        printer.fields(schema.fields(), "");
        return printer.text.toString();
    }

    private void fields(List<Type> fields, String indent) {
        text.append(" {\n");
        for (Type field : fields) {
            field(field, indent + "  ");
        }
        text.append(indent).append("}\n");
    }

    private void field(Type field, String indent) {
        text.append(indent).append(lower(field.repetition())).append(' ');
        text.append(field instanceof PrimitiveType primitive ? typeName(primitive) : "group");
        text.append(' ').append(MessageTypeTokens.quoteWhereNeeded(field.name()));
        field.logicalType()
                .ifPresent(type -> text.append(" (").append(annotation(type)).append(')'));
        field.fieldId().ifPresent(id -> text.append(" = ").append(id));
        if (field instanceof GroupType group) {
            fields(group.fields(), indent);
        } else {
            text.append(";\n");
        }
    }

    private static String typeName(PrimitiveType primitive) {
        return switch (primitive.physicalType()) {
            case BYTE_ARRAY -> "binary";
            case FIXED_LEN_BYTE_ARRAY -> "fixed_len_byte_array(" + primitive.typeLength() + ")";
            case BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE -> lower(primitive.physicalType());
        };
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static String annotation(LogicalType type) {
        if (type instanceof LogicalType.Geometry geometry && geometry.crs().isPresent()) {
            return "GEOMETRY("
                    + MessageTypeTokens.quoteWhereNeeded(geometry.crs().get()) + ")";
        }
        if (type instanceof LogicalType.Geography geography
                && (geography.crs().isPresent() || geography.algorithm().isPresent())) {
            String crs = MessageTypeTokens.quoteWhereNeeded(geography.crs().orElse(DEFAULT_CRS));
            return "GEOGRAPHY(" + crs
                    + geography.algorithm().map(how -> "," + how).orElse("") + ")";
        }
        return type.toString();
    }
}
