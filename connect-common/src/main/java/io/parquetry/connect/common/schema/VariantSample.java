package io.parquetry.connect.common.schema;

import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.ObservedType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which parts of variants get columns of their own (VariantShredding.md), from a sample of the values: none,
 * those that are frequent and of one type, or those at given paths. A part at a given path always has its column, which
 * is typed when its values in the sample are of one primitive type.
 *
 * <p>The decision changes nothing but the form of the files: any value can be stored under any of them. For one thread
 * at a time.
 */
public final class VariantSample {
    /** So many values are looked at. */
    static final int VALUES_MAX = 10_000;

    /** At most so many parts get columns; an object on the way to a part is one, too. */
    public static final int PARTS_MAX = 200;

    /** A part is frequent if it is in one of so many values. */
    private static final int FREQUENT = 10;

    private static final int PLACES_MAX = 10_000;

    /** A path has at most so many names: values deeper inside are not looked at. */
    public static final int LEVELS_MAX = 8;

    private final boolean everywhere;
    private final Place root = new Place();
    private int values;
    private int places = 1;
    private GroupType column;
    private int valuesOfColumn;

    /** One path, and the values there. */
    private static final class Place {
        private final Map<String, Place> fields = new LinkedHashMap<>();
        private Place element;
        private ObservedType type = ObservedType.NOTHING;
        private int count;
        private boolean wanted;
    }

    private VariantSample(boolean everywhere) {
        this.everywhere = everywhere;
    }

    /** No part gets a column. */
    public static VariantSample none() {
        return new VariantSample(false);
    }

    /** Parts that are in a tenth of the values, and always of one type, get columns. */
    public static VariantSample frequent() {
        return new VariantSample(true);
    }

    /**
     * Counts the parts that get columns: those at the ends of the paths and the objects on the way.
     *
     * @param paths names from the outermost object inwards
     */
    public static int parts(Collection<List<String>> paths) {
        Set<List<String>> parts = new HashSet<>();
        for (List<String> path : paths) {
            for (int names = 1; names <= path.size(); names++) {
                parts.add(path.subList(0, names));
            }
        }
        return parts.size();
    }

    /**
     * The parts at these paths get columns.
     *
     * @param paths each of at most {@link #LEVELS_MAX} names, from the outermost object inwards; at most
     *     {@link #PARTS_MAX} {@link #parts}
     */
    public static VariantSample of(List<List<String>> paths) {
        if (parts(paths) > PARTS_MAX) {
            throw new IllegalArgumentException(parts(paths) + " parts; there may be " + PARTS_MAX);
        }
        VariantSample sample = new VariantSample(false);
        for (List<String> path : paths) {
            if (path.size() > LEVELS_MAX) {
                throw new IllegalArgumentException(path + " has " + path.size() + " names; there may be " + LEVELS_MAX);
            }
            Place place = sample.root;
            for (String name : path) {
                place.wanted = true;
                place = place.fields.computeIfAbsent(name, any -> new Place());
            }
            place.wanted = true;
        }
        return sample;
    }

    /** Looks at a value, as long as the sample is not large enough. */
    public void observe(Object value) {
        if (value != null && !isComplete()) {
            values++;
            observe(root, value, 0);
        }
    }

    /** Whether no further value changes the columns. */
    public boolean isComplete() {
        return !everywhere && !root.wanted || values >= VALUES_MAX;
    }

    private void observe(Place place, Object value, int level) {
        place.count++;
        if (value == null) {
            return;
        }
        place.type = place.type.with(Inference.type(value, level));
        if (value instanceof Map<?, ?> map && place.type == ObservedType.OBJECT && level < LEVELS_MAX) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                Place field =
                        everywhere ? field(place, (String) entry.getKey()) : place.fields.get((String) entry.getKey());
                if (field != null) {
                    observe(field, entry.getValue(), level + 1);
                }
            }
        } else if (value instanceof List<?> list && everywhere && level < LEVELS_MAX) {
            if (place.element == null) {
                place.element = new Place();
                places++;
            }
            for (Object element : list) {
                observe(place.element, element, level + 1);
            }
        }
    }

    /** The place of a field; null when there are too many places already. */
    private Place field(Place place, String name) {
        Place field = place.fields.get(name);
        if (field == null && places < PLACES_MAX) {
            field = new Place();
            place.fields.put(name, field);
            places++;
        }
        return field;
    }

    /** The column of such values, as the sample is now: an optional VARIANT. */
    public GroupType column(String name) {
        if (column == null || valuesOfColumn != values) {
            column = variant(name, new Columns().typed(root));
            valuesOfColumn = values;
        }
        return column;
    }

    private static GroupType variant(String name, Optional<Type> typed) {
        List<Type> parts = new ArrayList<>();
        parts.add(bytes("metadata", Repetition.REQUIRED));
        parts.add(bytes("value", typed.isPresent() ? Repetition.OPTIONAL : Repetition.REQUIRED));
        typed.ifPresent(parts::add);
        return GroupType.of(name, Repetition.OPTIONAL, new LogicalType.Variant(1), parts);
    }

    private static PrimitiveType bytes(String name, Repetition repetition) {
        return PrimitiveType.of(name, repetition, PhysicalType.BYTE_ARRAY);
    }

    /** One choice of columns. */
    private final class Columns {
        private int parts;

        /** The typed value of a place; empty when it has none. */
        Optional<Type> typed(Place place) {
            if (!everywhere && !place.fields.isEmpty()) {
                return object(place);
            }
            if (place.type == ObservedType.LIST) {
                return everywhere && place.element != null ? array(place) : Optional.empty();
            }
            return place.type == ObservedType.OBJECT ? object(place) : place.type.column("typed_value");
        }

        private Optional<Type> array(Place place) {
            Optional<Type> element = typed(place.element);
            return element.isEmpty()
                    ? Optional.empty()
                    : Optional.of(GroupType.list("typed_value", Repetition.OPTIONAL, group("element", element)));
        }

        private Optional<Type> object(Place place) {
            List<Type> fields = new ArrayList<>();
            place.fields.forEach((name, field) -> {
                boolean chosen = everywhere ? (long) field.count * FREQUENT >= place.count : field.wanted;
                if (chosen && parts < PARTS_MAX) {
                    parts++;
                    Optional<Type> typed = typed(field);
                    if (typed.isPresent() || field.wanted) {
                        fields.add(group(name, typed));
                    }
                }
            });
            return fields.isEmpty()
                    ? Optional.empty()
                    : Optional.of(GroupType.of("typed_value", Repetition.OPTIONAL, fields));
        }

        private static GroupType group(String name, Optional<Type> typed) {
            List<Type> parts = new ArrayList<>();
            parts.add(bytes("value", Repetition.OPTIONAL));
            typed.ifPresent(parts::add);
            return GroupType.of(name, Repetition.REQUIRED, parts);
        }
    }
}
