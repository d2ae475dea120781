package io.parquetry.connect.sink.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.connect.common.schema.DebeziumTypes;
import io.parquetry.connect.common.schema.DecimalForm;
import io.parquetry.connect.common.schema.NanosAs;
import io.parquetry.connect.common.schema.TimeAs;
import io.parquetry.connect.common.schema.VariableDecimalAs;
import io.parquetry.connect.common.schema.WideDecimalAs;
import io.parquetry.connect.common.schema.ZonelessAs;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** The keys of {@link ColumnTypes}. */
final class ColumnTypeKeys {
    static final String TYPES_AS = "types.as";

    private static final String PRECISION = "decimal-precision";
    private static final Map<String, Columns> TYPES = new LinkedHashMap<>();

    /** The columns that the values of one type may have. */
    private record Columns(ConfigDef.Validator allowed, BiFunction<ColumnTypes, String, ColumnTypes> with) {
        static <E> Columns of(EnumValues<E> values, BiFunction<ColumnTypes, E, ColumnTypes> with) {
            return new Columns(values, (types, name) -> with.apply(types, values.parse(name)));
        }
    }

    static {
        TYPES.put("time", Columns.of(EnumValues.of(TimeAs.class), ColumnTypes::with));
        TYPES.put("nanos", Columns.of(EnumValues.of(NanosAs.class), ColumnTypes::with));
        TYPES.put("zoneless", Columns.of(EnumValues.of(ZonelessAs.class), ColumnTypes::with));
        TYPES.put(
                PRECISION,
                new Columns(
                        Checks.text("digits from 1 to " + DecimalForm.PRECISION_MAX, ColumnTypeKeys::precision),
                        (types, text) -> types));
        TYPES.put(
                "wide-decimal",
                new Columns(
                        Checks.text("capped, text, decimal, or a scale from 0 to 38", ColumnTypeKeys::wideDecimal),
                        (types, text) -> types.with(wideDecimal(text))));
        TYPES.put("variable-decimal", Columns.of(EnumValues.of(VariableDecimalAs.class), ColumnTypes::with));
        TYPES.put("debezium", Columns.of(EnumValues.of(DebeziumTypes.class), ColumnTypes::with));
    }

    private ColumnTypeKeys() {}

    static void define(KeyBuilder.Group group) {
        group.key(TYPES_AS, LIST, "Types that have several columns")
                .defaultsTo(List.of())
                .must(Checks.list("type:column, such as time:text", ColumnTypeKeys::check))
                .importance(MEDIUM)
                .width(Width.LONG)
                .says("Columns of types that not every engine reads; the source gives the same values back. The first"
                        + " column of each type here is its default. time, for times of day of Connect and Debezium:"
                        + " time, integer or text. nanos, for timestamps of nanoseconds: nanos, micros or integer."
                        + " zoneless, for Debezium's times and timestamps without zone: utc or local."
                        + " decimal-precision, for decimals whose schema has no parameter"
                        + " connect.decimal.precision: their digits, 38 by default. wide-decimal, for decimals of more"
                        + " than 38 digits by their schema: capped, a scale such as 10, text or decimal."
                        + " variable-decimal, for Debezium's VariableScaleDecimal: struct or text. debezium, for its"
                        + " Enum, Uuid, Geometry and Point: plain or logical."
                        + " docs/reference/connect-mapping.md#connect-to-parquet has the columns, and the values that"
                        + " they cannot hold.");
    }

    /** The keys that each had one of the types. */
    static Map<String, String> removed() {
        Map<String, String> removed = new LinkedHashMap<>();
        TYPES.keySet().forEach(type -> removed.put(formerKey(type), "write it as " + TYPES_AS + "=" + type + ":VALUE"));
        return removed;
    }

    private static String formerKey(String type) {
        return switch (type) {
            case "debezium" -> "debezium.types";
            case "nanos" -> "timestamp.nanos.as";
            case PRECISION -> "decimal.precision";
            default -> type.replace('-', '.') + ".as";
        };
    }

    private static void check(List<String> entries) {
        PerColumnValues.parse(entries)
                .forEach((type, columns) -> Optional.ofNullable(TYPES.get(type))
                        .orElseThrow(() -> new IllegalArgumentException(
                                "there is no type \"" + type + "\"; allowed are " + String.join(", ", TYPES.keySet())))
                        .allowed()
                        .ensureValid(TYPES_AS + "=" + type, columns));
    }

    private static int precision(String text) {
        if (!text.matches("[0-9]{1,4}")
                || Integer.parseInt(text) < 1
                || Integer.parseInt(text) > DecimalForm.PRECISION_MAX) {
            throw new IllegalArgumentException("it must be a number of digits from 1 to " + DecimalForm.PRECISION_MAX);
        }
        return Integer.parseInt(text);
    }

    private static WideDecimalAs wideDecimal(String text) {
        return WideDecimalAs.parse(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        "it must be capped, text, decimal, or a scale from 0 to " + DecimalForm.WIDTH_MAX));
    }

    static ColumnTypes read(ConfigValues values) {
        Map<String, String> given = PerColumnValues.parse(values.list(TYPES_AS));
        int precision = precision(given.getOrDefault(PRECISION, String.valueOf(DecimalForm.PRECISION_DEFAULT)));
        ColumnTypes types = ColumnTypes.ofPrecision(precision).with(WideDecimalAs.CAPPED);
        for (Map.Entry<String, String> entry : given.entrySet()) {
            types = TYPES.get(entry.getKey()).with().apply(types, entry.getValue());
        }
        return types;
    }
}
