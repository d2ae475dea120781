package io.parquetry.cli.diff;

import io.parquetry.format.variant.Variant;
import io.parquetry.format.variant.VariantMetadata;
import io.parquetry.format.variant.VariantType;
import io.parquetry.format.variant.VariantView;
import java.util.ArrayList;
import java.util.List;

/**
 * A variant that equals another one where both have one JSON and one type at each place of it. JSON alone is less: it
 * has a date and a float as texts that may be strings, or a double.
 *
 * @param json the whole value
 * @param types of the values in it that are neither object nor array, in their order; one for each class of
 *     equivalence in VariantEncoding.md, as for all exact numbers
 */
record ExactVariant(String json, List<VariantType> types) {
    static ExactVariant of(Variant variant) {
        // First, because it refuses values that share bytes without end.
        String json = variant.toJson();
        List<VariantType> types = new ArrayList<>(1);
        add(VariantView.of(VariantMetadata.parse(variant.metadata()), variant.value()), types);
        return new ExactVariant(json, types);
    }

    private static void add(VariantView value, List<VariantType> types) {
        VariantType type = value.type();
        switch (type) {
            case OBJECT, ARRAY -> {
                VariantView.Children children = value.children();
                for (int i = 0; i < children.count(); i++) {
                    add(children.value(i), types);
                }
            }
            case INT8, INT16, INT32, INT64, DECIMAL4, DECIMAL8, DECIMAL16 -> types.add(VariantType.INT64);
            case TIMESTAMP_NANOS -> types.add(VariantType.TIMESTAMP_MICROS);
            case TIMESTAMP_NTZ_NANOS -> types.add(VariantType.TIMESTAMP_NTZ_MICROS);
            default -> types.add(type);
        }
    }

    /** The first type that another variant of the same JSON has not at its place. */
    VariantType firstOtherThan(ExactVariant other) {
        int i = 0;
        while (types.get(i) == other.types.get(i)) {
            i++;
        }
        return types.get(i);
    }
}
