package io.parquetry.cli.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.Type;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Infers a schema from the values at each path of JSON records:
 *
 * <pre>
 * true, false               BOOLEAN            text       STRING; dates and times are not detected
 * whole numbers of 64 bits  INT64              a list     LIST of the type of its elements
 * numbers with a fraction   DOUBLE, also with  an object  a group of its fields, in order of appearance
 *   whose digits it keeps     whole ones up to 2^53
 * only null or {}, two incompatible types, numbers that neither type holds                    JSON text
 * </pre>
 *
 * <p>Every field is optional. An object becomes JSON text if it has more than {@value #FIELDS_MAX} names, if the schema
 * would have more than {@value #NODES_MAX} nodes, or if it is deeper than {@value #LEVELS_MAX} levels. Memory depends
 * on the schema, not on the number of records.
 */
public final class SchemaInference {
    static final int FIELDS_MAX = 1_000;
    static final int NODES_MAX = 10_000;
    static final int LEVELS_MAX = 32;

    /** Doubles hold every whole number up to here. */
    private static final long EXACT_MAX = 1L << 53;

    private final Node root = new Node();
    private int nodes = 1;

    private enum Kind {
        BOOLEAN,
        INTEGER,
        /** A whole number that a double may not hold. */
        LONG,
        FRACTION,
        TEXT,
        LIST,
        OBJECT,
        /** Values that no single type holds. */
        MIXED
    }

    private static final class Node {
        private final Set<Kind> seen = EnumSet.noneOf(Kind.class);
        private final Map<String, Node> fields = new LinkedHashMap<>();
        private Node element;

        /** Drops the fields, which JSON text does not need. */
        void mix() {
            seen.add(Kind.MIXED);
            fields.clear();
            element = null;
        }
    }

    /**
     * Adds the values of a record.
     *
     * @param at at the record's first token, which must open an object
     */
    public void add(LineParser at) throws IOException {
        if (at.currentToken() != JsonToken.START_OBJECT) {
            throw LeafParser.unfit(at, "an object with the fields of a record");
        }
        value(at, root, 0);
        if (root.seen.contains(Kind.MIXED)) {
            throw new InvalidRecordException("the records have more than " + FIELDS_MAX + " fields, or more than "
                    + NODES_MAX + " with those inside; give a schema with --schema");
        }
    }

    private void value(JsonParser at, Node node, int level) throws IOException {
        switch (at.currentToken()) {
            case VALUE_NULL -> {}
            case VALUE_TRUE, VALUE_FALSE -> node.seen.add(Kind.BOOLEAN);
            case VALUE_STRING -> node.seen.add(Kind.TEXT);
            case VALUE_NUMBER_INT -> node.seen.add(whole(at));
            case VALUE_NUMBER_FLOAT -> node.seen.add(DoubleDigits.areKept(at.getText()) ? Kind.FRACTION : Kind.MIXED);
            case START_ARRAY -> list(at, node, level);
            case START_OBJECT -> object(at, node, level);
            default -> throw new IllegalStateException("no value begins with " + at.currentToken());
        }
    }

    private static Kind whole(JsonParser at) throws IOException {
        if (at.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            return Kind.MIXED;
        }
        long value = at.getLongValue();
        return value >= -EXACT_MAX && value <= EXACT_MAX ? Kind.INTEGER : Kind.LONG;
    }

    private void list(JsonParser at, Node node, int level) throws IOException {
        if (!enter(at, node, Kind.LIST, level)) {
            return;
        }
        if (node.element == null) {
            node.element = new Node();
            nodes++;
        }
        while (at.nextToken() != JsonToken.END_ARRAY) {
            value(at, node.element, level + 1);
        }
    }

    private void object(JsonParser at, Node node, int level) throws IOException {
        if (!enter(at, node, Kind.OBJECT, level)) {
            return;
        }
        while (at.nextToken() == JsonToken.FIELD_NAME) {
            String name = at.currentName();
            at.nextToken();
            Node field = node.fields.get(name);
            if (field == null && !node.seen.contains(Kind.MIXED)) {
                if (node.fields.size() == FIELDS_MAX || nodes == NODES_MAX) {
                    node.mix();
                } else {
                    field = new Node();
                    node.fields.put(name, field);
                    nodes++;
                }
            }
            if (field == null) {
                at.skipChildren();
            } else {
                value(at, field, level + 1);
            }
        }
    }

    /** Adds the kind of a container; false if its content is skipped. */
    private static boolean enter(JsonParser at, Node node, Kind kind, int level) throws IOException {
        node.seen.add(kind);
        if (level == LEVELS_MAX || node.seen.size() > 1) {
            node.mix();
        }
        if (node.seen.contains(Kind.MIXED)) {
            at.skipChildren();
            return false;
        }
        return true;
    }

    /** The schema of all records so far. */
    public MessageType schema() {
        List<Type> fields = fields(root);
        if (fields.isEmpty()) {
            throw new CommandException("no record has a field, so no schema can be inferred; give one with --schema");
        }
        return new MessageType("record", fields);
    }

    private static List<Type> fields(Node node) {
        List<Type> fields = new ArrayList<>();
        node.fields.forEach((name, field) -> fields.add(type(name, field)));
        return fields;
    }

    private static Type type(String name, Node node) {
        Optional<Kind> kind = kind(node.seen);
        if (kind.isEmpty()) {
            return json(name);
        }
        return switch (kind.get()) {
            case BOOLEAN -> PrimitiveType.of(name, Repetition.OPTIONAL, PhysicalType.BOOLEAN);
            case INTEGER, LONG -> PrimitiveType.of(name, Repetition.OPTIONAL, PhysicalType.INT64);
            case FRACTION -> PrimitiveType.of(name, Repetition.OPTIONAL, PhysicalType.DOUBLE);
            case TEXT -> PrimitiveType.of(name, Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY, LogicalType.STRING);
            case LIST -> GroupType.list(name, Repetition.OPTIONAL, type("element", node.element));
            case OBJECT -> node.fields.isEmpty() ? json(name) : GroupType.of(name, Repetition.OPTIONAL, fields(node));
            case MIXED -> json(name);
        };
    }

    private static Type json(String name) {
        return PrimitiveType.of(name, Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY, LogicalType.JSON);
    }

    /** The kind that holds all values; absent when all were null. */
    private static Optional<Kind> kind(Set<Kind> seen) {
        if (seen.equals(EnumSet.of(Kind.INTEGER, Kind.LONG))) {
            return Optional.of(Kind.LONG);
        }
        if (seen.equals(EnumSet.of(Kind.INTEGER, Kind.FRACTION))) {
            return Optional.of(Kind.FRACTION);
        }
        return seen.size() > 1 ? Optional.of(Kind.MIXED) : seen.stream().findFirst();
    }
}
