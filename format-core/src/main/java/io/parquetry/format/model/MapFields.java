package io.parquetry.format.model;

import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.schema.Shape;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the fields of structs that are maps, and refuses a map with a key that is not a field. As many fields as the
 * map has entries show that all keys are fields; fields that are null are counted only where the others are fewer.
 */
final class MapFields implements RecordWalker.ArrayStructAccess<Map<String, ?>, Map<String, ?>> {
    private static final int NAMES_SHOWN_MAX = 50;

    /** Two mistakes, such as a letter that is missing and one that is wrong. */
    private static final int MISTAKES_MAX = 2;

    private final List<String> names;
    /** The keys of the first struct, which others mostly share: maps find them without comparing characters. */
    private final String[] keys;

    private boolean keysAreShared;
    /** The values of the latest struct. */
    private final Object[] values;

    MapFields(Shape.StructShape shape) {
        // Literals in the code of callers are then the same objects, also for fields that the first struct lacks.
        names = shape.fields().stream().map(Shape::name).map(String::intern).toList();
        keys = names.toArray(String[]::new);
        values = new Object[keys.length];
    }

    @Override
    public Map<String, ?> open(Map<String, ?> struct) {
        return struct;
    }

    @Override
    public Object[] fields(Map<String, ?> struct) {
        if (!keysAreShared) {
            shareKeys(struct);
        }
        int present = 0;
        for (int i = 0; i < keys.length; i++) {
            Object value = struct.get(keys[i]);
            values[i] = value;
            if (value != null) {
                present++;
            }
        }
        if (present != struct.size() && present + nulls(struct) != struct.size()) {
            requireKnown(struct);
        }
        return values;
    }

    private void shareKeys(Map<?, ?> struct) {
        Map<String, Integer> ordinals = new HashMap<>();
        for (int i = 0; i < keys.length; i++) {
            ordinals.put(keys[i], i);
        }
        for (Object key : struct.keySet()) {
            Integer ordinal = ordinals.get(key);
            if (ordinal != null) {
                keys[ordinal] = (String) key;
            }
        }
        keysAreShared = true;
    }

    /** How many fields are keys without a value. */
    private int nulls(Map<String, ?> struct) {
        int nulls = 0;
        for (int i = 0; i < keys.length; i++) {
            if (values[i] == null && struct.containsKey(keys[i])) {
                nulls++;
            }
        }
        return nulls;
    }

    private void requireKnown(Map<?, ?> struct) {
        for (Object key : struct.keySet()) {
            if (!names.contains(key)) {
                throw new InvalidRecordException("the key '" + key + "' is not a field of the schema"
                        + similar(String.valueOf(key))
                                .map(name -> "; did you mean '" + name + "'?")
                                .orElse("")
                        + "; the fields are " + shownNames());
            }
        }
    }

    private String shownNames() {
        String shown = String.join(", ", names.subList(0, Math.min(NAMES_SHOWN_MAX, names.size())));
        return names.size() > NAMES_SHOWN_MAX ? shown + " and " + (names.size() - NAMES_SHOWN_MAX) + " more" : shown;
    }

    private Optional<String> similar(String key) {
        return names.stream()
                .filter(name -> name.equalsIgnoreCase(key) || mistakes(name, key) <= MISTAKES_MAX)
                .findFirst();
    }

    /**
     * The edit distance (Levenshtein) of two names; more than {@link #MISTAKES_MAX} for names that are too different.
     */
    private static int mistakes(String left, String right) {
        if (Math.abs(left.length() - right.length()) > MISTAKES_MAX || Math.min(left.length(), right.length()) < 3) {
            return MISTAKES_MAX + 1;
        }
        int[] row = new int[right.length() + 1];
        Arrays.setAll(row, i -> i);
        for (int i = 1; i <= left.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int change = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[right.length()];
    }
}
