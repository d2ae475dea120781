package io.parquetry.demo;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Compares two JSON documents:
 *
 * <ul>
 *   <li>(A) numbers are equal when their decimal values are: 2 equals 2.0, 0.1 does not equal 0.10000001. Connect
 *       writes the 2 of the input as 2.0 where the schema has double.
 *   <li>(B) an absent field equals a null field, because a Connect struct does not distinguish them.
 *   <li>(C) everything else must be equal; the order of fields does not count, that of array elements does.
 * </ul>
 */
final class JsonDifference {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private JsonDifference() {}

    /** The first difference with its path; absent when the documents are equal. */
    static Optional<String> between(byte[] left, byte[] right) {
        try {
            return between("", JSON.readTree(left), JSON.readTree(right));
        } catch (IOException e) {
            return Optional.of("it is not JSON: " + e.getMessage());
        }
    }

    private static Optional<String> between(String path, JsonNode left, JsonNode right) {
        if (left.isObject() && right.isObject()) {
            return betweenObjects(path, left, right);
        }
        if (left.isArray() && right.isArray() && left.size() == right.size()) {
            for (int i = 0; i < left.size(); i++) {
                Optional<String> difference = between(path + "[" + i + "]", left.get(i), right.get(i));
                if (difference.isPresent()) {
                    return difference;
                }
            }
            return Optional.empty();
        }
        boolean same = left.isNumber() && right.isNumber()
                ? left.decimalValue().compareTo(right.decimalValue()) == 0
                : left.equals(right) || isAbsent(left) && isAbsent(right);
        return same ? Optional.empty() : Optional.of(path + " was " + text(left) + " and is " + text(right));
    }

    private static Optional<String> betweenObjects(String path, JsonNode left, JsonNode right) {
        Set<String> names = new LinkedHashSet<>();
        left.fieldNames().forEachRemaining(names::add);
        right.fieldNames().forEachRemaining(names::add);
        for (String name : names) {
            Optional<String> difference =
                    between(path.isEmpty() ? name : path + "." + name, left.path(name), right.path(name));
            if (difference.isPresent()) {
                return difference;
            }
        }
        return Optional.empty();
    }

    private static boolean isAbsent(JsonNode node) {
        return node.isNull() || node.isMissingNode();
    }

    private static String text(JsonNode node) {
        return node.isMissingNode() ? "absent" : node.toString();
    }
}
