package io.parquetry.connect.common.schema;

import io.parquetry.format.schema.ObservedType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.data.ConnectSchema;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;

/**
 * Infers a schema of values that have none, from the types that were observed at each path:
 *
 * <pre>
 * nothing but null       no field                          integers               INT64
 * true, false            BOOLEAN                           integers and fractions FLOAT64, while all integers
 * text                   STRING                                                   are within 2^53
 * bytes                  BYTES                             a list                 ARRAY of the type of its elements
 * a date of Java         Connect's Timestamp               a map with text keys   STRUCT of the types of its entries
 * anything else, and types without a common type           JSON text
 * </pre>
 *
 * <p>Everything is optional, and a null is stored as a missing entry is. A path that has only nulls has no field, and
 * the elements of a list that has only nulls or none have no type: whatever another file has there, engines can unite
 * the two. The schema only grows: a value of an earlier
 * schema can be converted to every later schema by a {@link ValueConversion}. A map of more than {@link #FIELDS_MAX}
 * names, or one that would make more than {@link #PLACES_MAX} places altogether, is treated as data and becomes JSON
 * text, as do values nested deeper than {@link #LEVELS_MAX} levels. For one thread at a time. {@code from-json} of the
 * command line has an inference of its own, of tokens: it fails where this one must go on.
 */
public final class Inference {
    static final int FIELDS_MAX = 1_000;
    static final int PLACES_MAX = 10_000;
    static final int LEVELS_MAX = 32;

    private static final Schema OPTIONAL_JSON =
            new ConnectSchema(Schema.Type.STRING, true, null, ToConnect.JSON, 1, null);
    /** Marks the schema of a place that has only nulls: its first value decides its type. */
    static final String UNSEEN = "parquetry.only.null";

    /** Marks the schema of a value as inferred, so that the value can come back without it. */
    static final String INFERRED = "parquetry.inferred";

    private static final Map<String, String> MARK = Map.of(INFERRED, "true");

    private static final Schema OPTIONAL_UNSEEN =
            SchemaCopy.of(OPTIONAL_JSON).parameters(Map.of(UNSEEN, "true")).build();

    /** Of elements: their column is one of nulls. */
    private static final Schema OPTIONAL_UNSEEN_ELEMENT = SchemaCopy.of(OPTIONAL_JSON)
            .parameters(Map.of(UNSEEN, "true", NullColumns.MARK, "true"))
            .build();

    private static final Schema OPTIONAL_TIMESTAMP =
            Timestamp.builder().optional().build();

    private final boolean distinctNames;
    private final Place root = new Place();
    private int places = 1;
    private Schema schema;

    public Inference() {
        this(false);
    }

    private Inference(boolean distinctNames) {
        this.distinctNames = distinctNames;
    }

    /** One that refuses names of an object that differ in case only, in one value or in several. */
    public static Inference ofDistinctNames() {
        return new Inference(true);
    }

    /** One path and the type of its values. */
    private static final class Place {
        private ObservedType type = ObservedType.NOTHING;

        /** Of an {@link ObservedType#OBJECT}. */
        private Map<String, Place> fields = Map.of();

        /** Of a {@link ObservedType#LIST}. */
        private Place element;

        private void become(ObservedType next) {
            if (next == ObservedType.OBJECT && type != ObservedType.OBJECT) {
                fields = new LinkedHashMap<>();
            } else if (next == ObservedType.MIXED) {
                fields = Map.of();
                element = null;
            }
            type = next;
        }

        private int size() {
            int size = 1 + (element == null ? 0 : element.size());
            for (Place field : fields.values()) {
                size += field.size();
            }
            return size;
        }
    }

    /**
     * Extends the schema by the types of a value.
     *
     * @return whether the schema has grown
     * @throws DataException when a name is refused; the types that were seen before it are part of the schema
     */
    public boolean observe(Object value) {
        boolean grown = true;
        try {
            grown = observe(root, value, 0);
        } finally {
            if (grown) {
                schema = null;
            }
        }
        return grown;
    }

    private boolean observe(Place place, Object value, int level) {
        if (value == null || place.type == ObservedType.MIXED) {
            return false;
        }
        ObservedType before = place.type;
        ObservedType now = before.with(type(value, level));
        if (now == ObservedType.MIXED) {
            toJson(place);
            return true;
        }
        place.become(now);
        boolean grown = now != before && !(before == ObservedType.INTEGER && now == ObservedType.LONG);
        if (value instanceof List<?> list) {
            return observeElements(place, list, level) || grown;
        } else if (value instanceof Map<?, ?> map) {
            return observeFields(place, map, level) || grown;
        }
        return grown;
    }

    private void toJson(Place place) {
        places -= place.size() - 1;
        place.become(ObservedType.MIXED);
    }

    private boolean observeElements(Place place, List<?> list, int level) {
        boolean grown = false;
        if (place.element == null) {
            place.element = new Place();
            places++;
            grown = true;
        }
        for (Object element : list) {
            grown |= observe(place.element, element, level + 1);
        }
        return grown;
    }

    private boolean observeFields(Place place, Map<?, ?> map, int level) {
        boolean grown = false;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            Place field = place.fields.get((String) entry.getKey());
            if (field == null) {
                if (place.fields.size() >= FIELDS_MAX || places >= PLACES_MAX && level > 0) {
                    toJson(place);
                    return true;
                }
                if (distinctNames) {
                    requireDistinct((String) entry.getKey(), place.fields.keySet());
                }
                field = new Place();
                if (places >= PLACES_MAX) {
                    field.become(ObservedType.MIXED);
                    grown = true;
                }
                place.fields.put((String) entry.getKey(), field);
                places++;
            }
            grown |= observe(field, entry.getValue(), level + 1);
        }
        return grown;
    }

    private static void requireDistinct(String name, Set<String> others) {
        for (String other : others) {
            if (LowerCase.of(other).equals(LowerCase.of(name))) {
                throw new DataException("the names " + other + " and " + name + " differ in case only, which"
                        + " names.case=fail forbids; correct the producer, or set names.case to lower or keep");
            }
        }
    }

    /** The type of a value; deeper levels are not looked into. */
    static ObservedType type(Object value, int level) {
        if (value instanceof String) {
            return ObservedType.TEXT;
        } else if (value instanceof Long
                || value instanceof Integer
                || value instanceof Short
                || value instanceof Byte) {
            return ObservedType.of(((Number) value).longValue());
        } else if (value instanceof Boolean) {
            return ObservedType.BOOLEAN;
        } else if (value instanceof Double || value instanceof Float) {
            return ObservedType.DOUBLE;
        } else if (value instanceof List<?>) {
            return level < LEVELS_MAX ? ObservedType.LIST : ObservedType.MIXED;
        } else if (value instanceof Map<?, ?> map) {
            return level < LEVELS_MAX && isNamed(map) ? ObservedType.OBJECT : ObservedType.MIXED;
        } else if (value instanceof byte[] || value instanceof ByteBuffer) {
            return ObservedType.BYTES;
        }
        return value instanceof Date ? ObservedType.UTC_MICROS : ObservedType.MIXED;
    }

    private static boolean isNamed(Map<?, ?> map) {
        for (Object key : map.keySet()) {
            if (!(key instanceof String)) {
                return false;
            }
        }
        return true;
    }

    /** The schema of all observed values; the same object until it grows. */
    public Schema schema() {
        if (schema == null) {
            schema = marked(schema(root, false));
        }
        return schema;
    }

    private static Schema marked(Schema inferred) {
        return inferred.parameters() == null
                ? SchemaCopy.of(inferred).parameters(MARK).build()
                : inferred;
    }

    private static Schema element(Place element) {
        return element.type == ObservedType.NOTHING ? OPTIONAL_UNSEEN_ELEMENT : schema(element, true);
    }

    private static Schema schema(Place place, boolean optional) {
        return switch (place.type) {
            case NOTHING -> OPTIONAL_UNSEEN;
            case MIXED -> OPTIONAL_JSON;
            case BOOLEAN -> Schema.OPTIONAL_BOOLEAN_SCHEMA;
            case INTEGER, LONG -> Schema.OPTIONAL_INT64_SCHEMA;
            case DOUBLE -> Schema.OPTIONAL_FLOAT64_SCHEMA;
            case TEXT -> Schema.OPTIONAL_STRING_SCHEMA;
            case BYTES -> Schema.OPTIONAL_BYTES_SCHEMA;
            case UTC_MICROS -> OPTIONAL_TIMESTAMP;
            case LIST -> ToConnect.array(element(place.element), true);
            case OBJECT -> {
                List<Field> fields = new ArrayList<>(place.fields.size());
                place.fields.forEach((name, field) -> {
                    if (field.type != ObservedType.NOTHING) {
                        fields.add(new Field(name, fields.size(), schema(field, true)));
                    }
                });
                yield ToConnect.struct(null, fields, optional);
            }
            case NOT_FINITE, DATE, LOCAL_MICROS, LOCAL_FAR, LOCAL_NANOS, UTC_FAR, UTC_NANOS ->
                throw new IllegalStateException("no value without schema is of type " + place.type);
        };
    }
}
