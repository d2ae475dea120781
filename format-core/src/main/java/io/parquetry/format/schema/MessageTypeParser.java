package io.parquetry.format.schema;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Reads the message-type text, of which the grammar is
 *
 * <pre>
 * message    = "message" name "{" field* "}"
 * field      = repetition ( group | column )
 * group      = "group" name annotation? id? "{" field* "}"
 * column     = type [ "(" length ")" ] name annotation? id? ";"
 * annotation = "(" word [ "(" argument ("," argument)* ")" ] ")"
 * id         = "=" number
 * </pre>
 *
 * <p>Annotations may also be given by the names of old files (UTF8, TIMESTAMP_MILLIS, INT_8). Words of the grammar are
 * read without case; what was found and what was expected is said with line and column.
 */
final class MessageTypeParser {
    private final MessageTypeTokens tokens;

    private MessageTypeParser(String text) {
        this.tokens = new MessageTypeTokens(text);
    }

    static MessageType parse(String text) {
        return new MessageTypeParser(text).message();
    }

    private MessageType message() {
        tokens.take("message");
        String name = tokens.takeWord("the name of the message");
        List<Type> fields = fields(1);
        if (!tokens.atEnd()) {
            throw tokens.unexpected("the end");
        }
        return new MessageType(name, fields);
    }

    private List<Type> fields(int depth) {
        if (depth > MessageType.DEPTH_MAX) {
            throw tokens.complaint(
                    tokens.position(), "groups are nested deeper than " + MessageType.DEPTH_MAX + " levels");
        }
        tokens.take("{");
        List<Type> fields = new ArrayList<>();
        Set<String> names = new HashSet<>();
        while (!tokens.takeIf("}")) {
            fields.add(field(depth, names));
        }
        return fields;
    }

    private Type field(int depth, Set<String> siblings) {
        Repetition repetition = oneOf(Repetition.values(), "required, optional, repeated or '}'");
        if (tokens.takeIf("group")) {
            return group(repetition, depth, siblings);
        }
        return column(repetition, siblings);
    }

    private String name(Set<String> siblings) {
        int position = tokens.position();
        String name = tokens.takeWord("the name of the field");
        if (!siblings.add(name)) {
            throw tokens.complaint(position, "the group has a field named '" + name + "' already");
        }
        return name;
    }

    private Type group(Repetition repetition, int depth, Set<String> siblings) {
        String name = name(siblings);
        Optional<LogicalType> annotation = Optional.empty();
        if (tokens.is("(")) {
            int position = tokens.position();
            annotation = Optional.of(annotation());
            refuse(position, AnnotationRules.objectionToGroup(annotation.get()));
        }
        OptionalInt fieldId = fieldId();
        if (!tokens.is("{")) {
            throw tokens.unexpected(annotation.isEmpty() && fieldId.isEmpty() ? "'(', '=' or '{'" : "'{'");
        }
        return new GroupType(name, repetition, annotation, fieldId, fields(depth + 1));
    }

    private Type column(Repetition repetition, Set<String> siblings) {
        PhysicalType type = physicalType();
        int typeLength = type == PhysicalType.INT96 ? 12 : 0;
        if (type == PhysicalType.FIXED_LEN_BYTE_ARRAY) {
            tokens.take("(");
            int position = tokens.position();
            typeLength = tokens.takeInt("the length in bytes");
            if (typeLength < 1) {
                throw tokens.complaint(position, "the length of a fixed_len_byte_array is at least 1");
            }
            tokens.take(")");
        }
        String name = name(siblings);
        Optional<LogicalType> annotation = Optional.empty();
        if (tokens.is("(")) {
            int position = tokens.position();
            annotation = Optional.of(annotation());
            refuse(position, AnnotationRules.objection(annotation.get(), type, typeLength));
        }
        OptionalInt fieldId = fieldId();
        tokens.take(";");
        return new PrimitiveType(name, repetition, type, typeLength, annotation, fieldId);
    }

    private void refuse(int position, Optional<String> objection) {
        if (objection.isPresent()) {
            throw tokens.complaint(position, objection.get());
        }
    }

    private OptionalInt fieldId() {
        return tokens.takeIf("=") ? OptionalInt.of(tokens.takeInt("a field id")) : OptionalInt.empty();
    }

    private PhysicalType physicalType() {
        if (tokens.takeIf("binary")) {
            return PhysicalType.BYTE_ARRAY;
        }
        return oneOf(
                PhysicalType.values(),
                "group, boolean, int32, int64, int96, float, double, binary or fixed_len_byte_array");
    }

    private <T extends Enum<T>> T oneOf(T[] values, String names) {
        for (T value : values) {
            if (tokens.takeIf(value.name())) {
                return value;
            }
        }
        throw tokens.unexpected(names);
    }

    private LogicalType annotation() {
        tokens.take("(");
        int position = tokens.position();
        String word = tokens.takeWord("an annotation").toUpperCase(Locale.ROOT);
        LogicalType annotation = switch (word) {
            case "DECIMAL" -> decimal();
            case "TIME" -> temporal(true);
            case "TIMESTAMP" -> temporal(false);
            case "INTEGER" -> integer();
            case "VARIANT" -> variant();
            case "GEOMETRY" ->
                new LogicalType.Geometry(tokens.is("(") ? Optional.of(onlyArgument()) : Optional.empty());
            case "GEOGRAPHY" -> geography();
            case "UNRECOGNIZED" -> unrecognized();
            default ->
                simple(word)
                        .orElseThrow(() -> tokens.complaint(
                                position,
                                "found '" + word
                                        + "', expected an annotation such as STRING, LIST or TIMESTAMP(MICROS,true)"));
        };
        tokens.take(")");
        return annotation;
    }

    private static Optional<LogicalType> simple(String word) {
        for (LogicalType.Simple simple : LogicalType.Simple.values()) {
            if (simple.name().equals(word)) {
                return Optional.of(simple);
            }
        }
        return switch (word) {
            case "UTF8" -> Optional.of(LogicalType.STRING);
            case "TIME_MILLIS" -> Optional.of(new LogicalType.Time(true, TimeUnit.MILLIS));
            case "TIME_MICROS" -> Optional.of(new LogicalType.Time(true, TimeUnit.MICROS));
            case "TIMESTAMP_MILLIS" -> Optional.of(new LogicalType.Timestamp(true, TimeUnit.MILLIS));
            case "TIMESTAMP_MICROS" -> Optional.of(new LogicalType.Timestamp(true, TimeUnit.MICROS));
            case "INT_8", "INT_16", "INT_32", "INT_64" ->
                Optional.of(new LogicalType.Int(Integer.parseInt(word.substring(4)), true));
            case "UINT_8", "UINT_16", "UINT_32", "UINT_64" ->
                Optional.of(new LogicalType.Int(Integer.parseInt(word.substring(5)), false));
            default -> Optional.empty();
        };
    }

    private LogicalType decimal() {
        tokens.take("(");
        int precision = tokens.takeInt("the precision");
        int scale = tokens.takeIf(",") ? tokens.takeInt("the scale") : 0;
        tokens.take(")");
        return new LogicalType.Decimal(precision, scale);
    }

    private LogicalType temporal(boolean ofDay) {
        tokens.take("(");
        TimeUnit unit = oneOf(TimeUnit.values(), "MILLIS, MICROS or NANOS");
        tokens.take(",");
        boolean adjustedToUtc = truth();
        tokens.take(")");
        return ofDay ? new LogicalType.Time(adjustedToUtc, unit) : new LogicalType.Timestamp(adjustedToUtc, unit);
    }

    private LogicalType integer() {
        tokens.take("(");
        int position = tokens.position();
        int bitWidth = tokens.takeInt("8, 16, 32 or 64");
        if (bitWidth != 8 && bitWidth != 16 && bitWidth != 32 && bitWidth != 64) {
            throw tokens.complaint(position, "found " + bitWidth + ", expected 8, 16, 32 or 64");
        }
        tokens.take(",");
        boolean signed = truth();
        tokens.take(")");
        return new LogicalType.Int(bitWidth, signed);
    }

    private LogicalType variant() {
        tokens.take("(");
        int version = tokens.takeInt("the version of the variant specification");
        tokens.take(")");
        return new LogicalType.Variant(version);
    }

    private LogicalType geography() {
        if (!tokens.takeIf("(")) {
            return new LogicalType.Geography(Optional.empty(), Optional.empty());
        }
        String crs = tokens.takeWord("the coordinate reference system");
        Optional<LogicalType.EdgeInterpolation> algorithm = tokens.takeIf(",")
                ? Optional.of(
                        oneOf(LogicalType.EdgeInterpolation.values(), "SPHERICAL, VINCENTY, THOMAS, ANDOYER or KARNEY"))
                : Optional.empty();
        tokens.take(")");
        return new LogicalType.Geography(Optional.of(crs), algorithm);
    }

    private LogicalType unrecognized() {
        tokens.take("(");
        int fieldId = tokens.takeInt("a number");
        tokens.take(")");
        return new LogicalType.Unrecognized(fieldId);
    }

    private String onlyArgument() {
        tokens.take("(");
        String word = tokens.takeWord("the coordinate reference system");
        tokens.take(")");
        return word;
    }

    private boolean truth() {
        if (tokens.takeIf("true")) {
            return true;
        }
        if (tokens.takeIf("false")) {
            return false;
        }
        throw tokens.unexpected("true or false");
    }
}
