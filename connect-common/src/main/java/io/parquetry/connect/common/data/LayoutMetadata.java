package io.parquetry.connect.common.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.connect.common.schema.DecimalForm;
import io.parquetry.connect.common.schema.SchemaJson;
import io.parquetry.connect.common.schema.ValueJson;
import io.parquetry.connect.common.schema.WideDecimalAs;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.Repetition;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/**
 * The key-value metadata {@link #KEY} of a file: the arguments of its {@link RecordLayout}, from which the same layout
 * can be made again.
 *
 * <pre>
 * {"version": 1, "recordMetadata": "kafka", "decimalPrecision": 38, "key": schema or null, "value": schema or null}
 * </pre>
 *
 * <p>Version 2 has a member for each choice of {@link ColumnTypes} too, and version 3 {@code "recordLayout": "flat"} as
 * well. Version 4 has {@code "schemaless": "variant"}: values without schema are in a VARIANT, whose columns the schema
 * of the file tells. Version 5 has {@code "wideDecimalAs"}, where the schemas have decimals whose columns depend on it.
 * Version 6 has {@code "columnForm"}: the columns have the types of a table format. Version 7 has {@code "absent"}. A
 * file with the defaults is one of version 1, which older connectors restore.
 *
 * @param layout {@link ValueLayout#NESTED} where there is no record metadata
 * @param variant the column of values without schema; empty where they are JSON text
 * @param absent the columns, key or value, that the file does not have, since all their values are nulls without schema
 */
record LayoutMetadata(
        RecordMetadata metadata,
        ValueLayout layout,
        ColumnTypes columns,
        Optional<Schema> keySchema,
        Optional<Schema> valueSchema,
        Optional<GroupType> variant,
        Set<String> absent) {
    static final String KEY = "parquetry.connect.schema";

    private static final int VERSION = 1;
    private static final int VERSION_WITH_COLUMN_TYPES = 2;
    private static final int VERSION_WITH_LAYOUT = 3;
    private static final int VERSION_WITH_VARIANT = 4;
    private static final int VERSION_WITH_WIDE_DECIMALS = 5;
    private static final int VERSION_OF_TABLE = 6;
    private static final int VERSION_WITHOUT_COLUMNS = 7;
    private static final String FORM = "columnForm";
    private static final String ABSENT = "absent";
    private static final String SCHEMALESS = "schemaless";
    private static final String VARIANT = "variant";
    private static final String LAYOUT = "recordLayout";
    private static final String TIME_AS = "timeAs";
    private static final String NANOS_AS = "timestampNanosAs";
    private static final String ZONELESS_AS = "zonelessAs";
    private static final String VARIABLE_DECIMAL_AS = "variableDecimalAs";
    private static final String WIDE_DECIMAL_AS = "wideDecimalAs";
    private static final String DEBEZIUM_TYPES = "debeziumTypes";

    /** @throws DataException when a column cannot be absent */
    LayoutMetadata {
        absent = Set.copyOf(absent);
        for (String column : absent) {
            boolean isKey = column.equals(RecordLayout.KEY_COLUMN) && keySchema.isEmpty();
            boolean isValue = column.equals(RecordLayout.VALUE_COLUMN) && valueSchema.isEmpty();
            if (metadata == RecordMetadata.NONE || !isKey && !isValue) {
                throw new DataException("its " + ABSENT + " has '" + column
                        + "'; it can have key and value, where these have no schema, beside record metadata");
            }
        }
    }

    LayoutMetadata without(Set<String> columnNames) {
        return new LayoutMetadata(metadata, layout, columns, keySchema, valueSchema, variant, columnNames);
    }

    String write() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ColumnTypes plain = columns.with(WideDecimalAs.DECIMAL);
        boolean usual = plain.equals(ColumnTypes.ofPrecision(columns.decimalPrecision()));
        boolean wideDecimals = !columns.equals(plain) && hasWideDecimals();
        json.put("version", version(usual, wideDecimals));
        json.put("recordMetadata", metadata.text());
        if (layout != ValueLayout.NESTED) {
            json.put(LAYOUT, name(layout));
        }
        if (variant.isPresent()) {
            json.put(SCHEMALESS, VARIANT);
        }
        json.put("decimalPrecision", columns.decimalPrecision());
        if (!usual) {
            json.put(TIME_AS, name(columns.time()));
            json.put(NANOS_AS, name(columns.nanos()));
            json.put(ZONELESS_AS, name(columns.zoneless()));
            json.put(VARIABLE_DECIMAL_AS, name(columns.variableDecimal()));
            json.put(DEBEZIUM_TYPES, name(columns.debezium()));
        }
        if (columns.form().isOfTable()) {
            json.put(FORM, name(columns.form()));
        }
        if (!absent.isEmpty()) {
            absent.stream().sorted().forEach(json.putArray(ABSENT)::add);
        }
        if (wideDecimals) {
            json.put(WIDE_DECIMAL_AS, columns.wideDecimal().text());
        }
        json.set("key", keySchema.map(SchemaJson::write).orElse(null));
        json.set("value", valueSchema.map(SchemaJson::write).orElse(null));
        return ValueJson.text(json);
    }

    /** The lowest version that has all of these members. */
    private int version(boolean usual, boolean wideDecimals) {
        if (!absent.isEmpty()) {
            return VERSION_WITHOUT_COLUMNS;
        } else if (columns.form().isOfTable()) {
            return VERSION_OF_TABLE;
        } else if (wideDecimals) {
            return VERSION_WITH_WIDE_DECIMALS;
        } else if (variant.isPresent()) {
            return VERSION_WITH_VARIANT;
        } else if (layout != ValueLayout.NESTED) {
            return VERSION_WITH_LAYOUT;
        }
        return usual ? VERSION : VERSION_WITH_COLUMN_TYPES;
    }

    /**
     * Reads the metadata.
     *
     * @param file the schema of the file
     * @throws DataException when the text is no such note, or one of a later version
     */
    static LayoutMetadata read(String text, MessageType file) {
        JsonNode json = ValueJson.parse(text);
        int version = json.path("version").asInt();
        if (version < VERSION || version > VERSION_WITHOUT_COLUMNS) {
            throw new DataException("its version is " + json.path("version") + " and this connector knows versions "
                    + VERSION + " to " + VERSION_WITHOUT_COLUMNS);
        }
        String metadata = json.path("recordMetadata").asText();
        return new LayoutMetadata(
                RecordMetadata.parse(metadata)
                        .orElseThrow(() -> new DataException("its recordMetadata is '" + metadata
                                + "'; it must be one of " + RecordMetadata.texts())),
                constant(json, LAYOUT, ValueLayout.NESTED),
                columns(json),
                schema(json.path("key")),
                schema(json.path("value")),
                VARIANT.equals(json.path(SCHEMALESS).asText()) ? variant(file) : Optional.empty(),
                absent(json));
    }

    private static Set<String> absent(JsonNode json) {
        Set<String> absent = new HashSet<>();
        json.path(ABSENT).forEach(column -> absent.add(column.asText()));
        return absent;
    }

    /** The variant of the values of a file; empty where somebody has changed its columns. */
    private static Optional<GroupType> variant(MessageType file) {
        return file.fields().stream()
                .filter(field -> field.name().equals(KafkaColumns.VALUE))
                .filter(GroupType.class::isInstance)
                .map(group -> (GroupType) FieldIds.without(group))
                .filter(group -> group.repetition() != Repetition.REPEATED
                        && group.logicalType()
                                .filter(LogicalType.Variant.class::isInstance)
                                .isPresent()
                        && group.fields().size() > 1
                        && group.fields().stream().anyMatch(part -> part.name().equals("metadata")))
                .findFirst();
    }

    private static ColumnTypes columns(JsonNode json) {
        ColumnTypes usual =
                ColumnTypes.ofPrecision(json.path("decimalPrecision").asInt());
        return usual.with(constant(json, TIME_AS, usual.time()))
                .with(constant(json, NANOS_AS, usual.nanos()))
                .with(constant(json, ZONELESS_AS, usual.zoneless()))
                .with(constant(json, VARIABLE_DECIMAL_AS, usual.variableDecimal()))
                .with(wideDecimal(json))
                .with(constant(json, DEBEZIUM_TYPES, usual.debezium()))
                .with(constant(json, FORM, usual.form()));
    }

    private static WideDecimalAs wideDecimal(JsonNode json) {
        if (!json.has(WIDE_DECIMAL_AS)) {
            return WideDecimalAs.DECIMAL;
        }
        String text = json.path(WIDE_DECIMAL_AS).asText();
        return WideDecimalAs.parse(text)
                .orElseThrow(() -> new DataException(
                        "its " + WIDE_DECIMAL_AS + " is '" + text + "'; it must be capped, text, decimal or a scale"));
    }

    private boolean hasWideDecimals() {
        return keySchema.filter(this::hasWideDecimals).isPresent()
                || valueSchema.filter(this::hasWideDecimals).isPresent();
    }

    /** The schema has columns already, so that it is neither too deep nor recursive. */
    private boolean hasWideDecimals(Schema schema) {
        return switch (schema.type()) {
            case STRUCT -> schema.fields().stream().anyMatch(field -> hasWideDecimals(field.schema()));
            case ARRAY -> hasWideDecimals(schema.valueSchema());
            case MAP -> hasWideDecimals(schema.keySchema()) || hasWideDecimals(schema.valueSchema());
            case BYTES ->
                DecimalForm.isDecimal(schema)
                        && DecimalForm.of(schema, columns.decimalPrecision()).isWide();
            case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, BOOLEAN, STRING -> false;
        };
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static <E extends Enum<E>> E constant(JsonNode json, String member, E usual) {
        if (!json.has(member)) {
            return usual;
        }
        String text = json.path(member).asText();
        List<E> known = Arrays.asList(usual.getDeclaringClass().getEnumConstants());
        return known.stream()
                .filter(constant -> name(constant).equals(text))
                .findFirst()
                .orElseThrow(() -> new DataException("its " + member + " is '" + text + "'; it must be one of "
                        + known.stream().map(LayoutMetadata::name).toList()));
    }

    private static Optional<Schema> schema(JsonNode json) {
        return json.isNull() ? Optional.empty() : Optional.of(SchemaJson.read(json));
    }
}
