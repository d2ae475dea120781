package io.parquetry.format.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The seed cases, read from their copies in the test resources. */
final class SeedCases {
    private SeedCases() {}

    /** A schema, records, and the expected entries of each column. */
    record Case(String name, MessageType schema, List<Map<String, Object>> records, Map<String, Table> columns) {
        @Override
        public String toString() {
            return name;
        }
    }

    record Table(int maxRepetitionLevel, int maxDefinitionLevel, List<Entry> entries) {}

    /** An entry of a column; {@code value} is null if it has none. */
    record Entry(Object value, int repetitionLevel, int definitionLevel) {
        @Override
        public String toString() {
            return value + " r" + repetitionLevel + " d" + definitionLevel;
        }
    }

    static byte[] bytes(String name) {
        try (InputStream in = SeedCases.class.getResourceAsStream("/seed-cases/" + name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new AssertionError(name + " is not among the test resources", e);
        }
    }

    static JsonNode json(String name) {
        try {
            return new ObjectMapper().readTree(bytes(name));
        } catch (IOException e) {
            throw new AssertionError(name + " is no JSON", e);
        }
    }

    static List<Case> levels() {
        List<Case> cases = new ArrayList<>();
        for (JsonNode each : json("levels.json").get("cases")) {
            Map<String, Table> columns = new LinkedHashMap<>();
            each.get("columns").properties().forEach(column -> columns.put(column.getKey(), table(column.getValue())));
            cases.add(new Case(
                    each.get("name").asText(),
                    MessageType.parse(each.get("schema").asText()),
                    records(each.get("records")),
                    columns));
        }
        return cases;
    }

    private static Table table(JsonNode column) {
        List<Entry> entries = new ArrayList<>();
        for (JsonNode entry : column.get("values")) {
            entries.add(new Entry(
                    value(entry.get("value")),
                    entry.get("r").asInt(),
                    entry.get("d").asInt()));
        }
        return new Table(
                column.get("maxRepetitionLevel").asInt(),
                column.get("maxDefinitionLevel").asInt(),
                entries);
    }

    private static List<Map<String, Object>> records(JsonNode records) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (JsonNode each : records) {
            all.add(struct(each));
        }
        return all;
    }

    /** A struct without its null fields, as {@code PlainRecords} reads it. */
    private static Map<String, Object> struct(JsonNode node) {
        Map<String, Object> struct = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            Object value = value(field.getValue());
            if (value != null) {
                struct.put(field.getKey(), value);
            }
        }
        return struct;
    }

    private static Object value(JsonNode node) {
        if (node.isNull()) {
            return null;
        }
        if (node.isObject()) {
            return struct(node);
        }
        if (node.isArray()) {
            List<Object> list = new ArrayList<>();
            node.forEach(element -> list.add(value(element)));
            return list;
        }
        return node.isNumber() ? (Object) node.asLong() : node.asText();
    }

    /** A value of a column cursor in the form of the tables. */
    static Object readable(Object value) {
        return value instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : value;
    }
}
