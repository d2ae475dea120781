package io.parquetry.cli.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints a JSON tree as indented text with one member per line; a flat value takes one line. Text of several lines is
 * printed below its name. Long text is cut and its length is given.
 */
final class JsonOutline {
    private static final String INDENT = "  ";
    private static final int TEXT_LENGTH_MAX = 100;

    private final PrintWriter out;

    JsonOutline(PrintWriter out) {
        this.out = out;
    }

    /** Prints the members of an object. */
    void print(JsonNode object) {
        members(object, "");
    }

    private void members(JsonNode object, String indent) {
        object.properties().forEach(member -> member(member.getKey(), member.getValue(), indent));
    }

    private void member(String name, JsonNode value, String indent) {
        if (value.isTextual() && value.textValue().lines().count() > 1) {
            out.println(indent + name + ":");
            value.textValue().lines().forEach(line -> out.println(indent + INDENT + line));
        } else if (isFlat(value)) {
            out.println(indent + name + ": " + flat(value));
        } else if (value.isObject()) {
            out.println(indent + name + ":");
            members(value, indent + INDENT);
        } else {
            for (int i = 0; i < value.size(); i++) {
                member(name + "[" + i + "]", value.get(i), indent);
            }
        }
    }

    /** Whether neither the value nor its members hold anything deeper than a list of scalars. */
    private static boolean isFlat(JsonNode value) {
        if (!value.isContainerNode()) {
            return true;
        }
        for (JsonNode each : value) {
            if (value.isArray() ? each.isContainerNode() : each.isObject() || !isFlat(each)) {
                return false;
            }
        }
        return true;
    }

    private static String flat(JsonNode value) {
        List<String> parts = new ArrayList<>();
        if (value.isArray()) {
            value.forEach(each -> parts.add(flat(each)));
            return "[" + String.join(", ", parts) + "]";
        }
        if (value.isObject()) {
            value.properties().forEach(member -> parts.add(member.getKey() + " " + flat(member.getValue())));
            return String.join(", ", parts);
        }
        String text = value.isTextual() ? value.textValue() : value.toString();
        return text.length() <= TEXT_LENGTH_MAX
                ? text
                : text.substring(0, TEXT_LENGTH_MAX) + "... (" + text.length() + " characters)";
    }
}
