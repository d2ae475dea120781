package io.parquetry.cli.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.ObservedType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.Type;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
 * on the schema, not on the number of records. {@code Inference} of the connectors does the same for Java values, and
 * goes on where this one fails.
 */
public final class SchemaInference {
    static final int FIELDS_MAX = 1_000;
    static final int NODES_MAX = 10_000;
    static final int LEVELS_MAX = 32;

    private final Node root = new Node();
    private int nodes = 1;

    private static final class Node {
        private ObservedType type = ObservedType.NOTHING;
        private final Map<String, Node> fields = new LinkedHashMap<>();
        private Node element;

        /** Takes the type of a value; returns how many nodes below were dropped, which JSON text does not need. */
        int see(ObservedType value) {
            type = type.with(value);
            if (!isMixed()) {
                return 0;
            }
            int dropped = below();
            fields.clear();
            element = null;
            return dropped;
        }

        private int below() {
            int below = element == null ? 0 : 1 + element.below();
            for (Node field : fields.values()) {
                below += 1 + field.below();
            }
            return below;
        }

        boolean isMixed() {
            return type == ObservedType.MIXED;
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
        if (root.isMixed()) {
            throw new InvalidRecordException("the records have more than " + FIELDS_MAX + " fields, or more than "
                    + NODES_MAX + " with those inside; give a schema with --schema");
        }
    }

    private void value(JsonParser at, Node node, int level) throws IOException {
        switch (at.currentToken()) {
            case VALUE_NULL -> {}
            case VALUE_TRUE, VALUE_FALSE -> see(node, ObservedType.BOOLEAN);
            case VALUE_STRING -> see(node, ObservedType.TEXT);
            case VALUE_NUMBER_INT -> see(node, whole(at));
            case VALUE_NUMBER_FLOAT ->
                see(node, DoubleDigits.areKept(at.getText()) ? ObservedType.DOUBLE : ObservedType.MIXED);
            case START_ARRAY -> list(at, node, level);
            case START_OBJECT -> object(at, node, level);
            default -> throw new IllegalStateException("no value begins with " + at.currentToken());
        }
    }

    private void see(Node node, ObservedType type) {
        nodes -= node.see(type);
    }

    private static ObservedType whole(JsonParser at) throws IOException {
        return at.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                ? ObservedType.MIXED
                : ObservedType.of(at.getLongValue());
    }

    private void list(JsonParser at, Node node, int level) throws IOException {
        if (!enter(at, node, ObservedType.LIST, level)) {
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
        if (!enter(at, node, ObservedType.OBJECT, level)) {
            return;
        }
        while (at.nextToken() == JsonToken.FIELD_NAME) {
            String name = at.currentName();
            at.nextToken();
            Node field = node.fields.get(name);
            if (field == null && !node.isMixed()) {
                if (node.fields.size() == FIELDS_MAX || nodes >= NODES_MAX) {
                    see(node, ObservedType.MIXED);
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

    /** Adds the type of a container; false if its content is skipped. */
    private boolean enter(JsonParser at, Node node, ObservedType container, int level) throws IOException {
        see(node, level == LEVELS_MAX ? ObservedType.MIXED : container);
        if (node.isMixed()) {
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
        if (node.type == ObservedType.LIST) {
            return GroupType.list(name, Repetition.OPTIONAL, type("element", node.element));
        } else if (node.type == ObservedType.OBJECT && !node.fields.isEmpty()) {
            return GroupType.of(name, Repetition.OPTIONAL, fields(node));
        }
        return node.type.column(name).orElseGet(() -> json(name));
    }

    private static Type json(String name) {
        return PrimitiveType.of(name, Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY, LogicalType.JSON);
    }
}
