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
 * Finds a schema for JSON records, made of what was seen at each path:
 *
 * <pre>
 * true, false               BOOLEAN            text       STRING; dates and times are not guessed
 * whole numbers of 64 bits  INT64              a list     LIST of what its elements are
 * numbers with a fraction   DOUBLE, also with  an object  a group of what its fields are, in the order of first sight
 *   whole ones up to 2^53
 * nothing but null or {}, two of these that do not go together, numbers that neither type holds   JSON text
 * </pre>
 *
 * <p>Everything may be null. An object of more than {@value #FIELDS_MAX} names, or one that would make more than {@value
 * #PLACES_MAX} places altogether, is taken for data and not for structure, and becomes JSON text, as does what lies deeper
 * than {@value #LEVELS_MAX} levels. Memory goes with the schema, not with the records.
 */
public final class SchemaInference {
    static final int FIELDS_MAX = 1_000;
    static final int PLACES_MAX = 10_000;
    static final int LEVELS_MAX = 32;

    /** Doubles hold every whole number up to here. */
    private static final long EXACT_MAX = 1L << 53;

    private final Place root = new Place();
    private int places = 1;

    private enum Kind {
        BOOLEAN,
        INTEGER,
        /** A whole number that a double may not hold. */
        LONG,
        FRACTION,
        TEXT,
        LIST,
        OBJECT,
        /** What no single type holds. */
        MIXED
    }

    private static final class Place {
        private final Set<Kind> seen = EnumSet.noneOf(Kind.class);
        private final Map<String, Place> fields = new LinkedHashMap<>();
        private Place element;

        /** Structure below is of no use any more. */
        void mix() {
            seen.add(Kind.MIXED);
            fields.clear();
            element = null;
        }
    }

    /**
     * Takes a record in.
     *
     * @param at at its first token, which must open an object
     */
    public void add(LineParser at) throws IOException {
        if (at.currentToken() != JsonToken.START_OBJECT) {
            throw LeafParser.unfit(at, "an object with the fields of a record");
        }
        value(at, root, 0);
        if (root.seen.contains(Kind.MIXED)) {
            throw new InvalidRecordException("the records have more than " + FIELDS_MAX + " fields, or more than "
                    + PLACES_MAX + " with those inside; give a schema with --schema");
        }
    }

    private void value(JsonParser at, Place place, int level) throws IOException {
        switch (at.currentToken()) {
            case VALUE_NULL -> {}
            case VALUE_TRUE, VALUE_FALSE -> place.seen.add(Kind.BOOLEAN);
            case VALUE_STRING -> place.seen.add(Kind.TEXT);
            case VALUE_NUMBER_INT -> place.seen.add(whole(at));
            case VALUE_NUMBER_FLOAT ->
                place.seen.add(Double.isFinite(Double.parseDouble(at.getText())) ? Kind.FRACTION : Kind.MIXED);
            case START_ARRAY -> list(at, place, level);
            case START_OBJECT -> object(at, place, level);
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

    private void list(JsonParser at, Place place, int level) throws IOException {
        if (!enter(at, place, Kind.LIST, level)) {
            return;
        }
        if (place.element == null) {
            place.element = new Place();
            places++;
        }
        while (at.nextToken() != JsonToken.END_ARRAY) {
            value(at, place.element, level + 1);
        }
    }

    private void object(JsonParser at, Place place, int level) throws IOException {
        if (!enter(at, place, Kind.OBJECT, level)) {
            return;
        }
        while (at.nextToken() == JsonToken.FIELD_NAME) {
            String name = at.currentName();
            at.nextToken();
            Place field = place.fields.get(name);
            if (field == null && !place.seen.contains(Kind.MIXED)) {
                if (place.fields.size() == FIELDS_MAX || places == PLACES_MAX) {
                    place.mix();
                } else {
                    field = new Place();
                    place.fields.put(name, field);
                    places++;
                }
            }
            if (field == null) {
                at.skipChildren();
            } else {
                value(at, field, level + 1);
            }
        }
    }

    /** Whether to look into what is there; if not, it is stepped over. */
    private static boolean enter(JsonParser at, Place place, Kind kind, int level) throws IOException {
        place.seen.add(kind);
        if (level == LEVELS_MAX || place.seen.size() > 1) {
            place.mix();
        }
        if (place.seen.contains(Kind.MIXED)) {
            at.skipChildren();
            return false;
        }
        return true;
    }

    /** The schema of all records so far. */
    public MessageType schema() {
        List<Type> fields = fields(root);
        if (fields.isEmpty()) {
            throw new CommandException("no record has a field, so that no schema can be found; give one with --schema");
        }
        return new MessageType("record", fields);
    }

    private static List<Type> fields(Place place) {
        List<Type> fields = new ArrayList<>();
        place.fields.forEach((name, field) -> fields.add(type(name, field)));
        return fields;
    }

    private static Type type(String name, Place place) {
        Optional<Kind> kind = kind(place.seen);
        if (kind.isEmpty()) {
            return json(name);
        }
        return switch (kind.get()) {
            case BOOLEAN -> PrimitiveType.of(name, Repetition.OPTIONAL, PhysicalType.BOOLEAN);
            case INTEGER, LONG -> PrimitiveType.of(name, Repetition.OPTIONAL, PhysicalType.INT64);
            case FRACTION -> PrimitiveType.of(name, Repetition.OPTIONAL, PhysicalType.DOUBLE);
            case TEXT -> PrimitiveType.of(name, Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY, LogicalType.STRING);
            case LIST -> GroupType.list(name, Repetition.OPTIONAL, type("element", place.element));
            case OBJECT -> place.fields.isEmpty() ? json(name) : GroupType.of(name, Repetition.OPTIONAL, fields(place));
            case MIXED -> json(name);
        };
    }

    private static Type json(String name) {
        return PrimitiveType.of(name, Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY, LogicalType.JSON);
    }

    /** The one kind that holds all that was seen; absent when there was nothing but null. */
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
