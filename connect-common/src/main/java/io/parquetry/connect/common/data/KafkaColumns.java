package io.parquetry.connect.common.data;

import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.TimeUnit;
import io.parquetry.format.schema.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The group {@code _kafka}: the metadata of a record, in this order.
 *
 * <pre>
 * topic, partition, offset    of the record in Kafka, before any transformation
 * timestamp, timestampType    the type as Kafka calls it: NoTimestampType, CreateTime, LogAppendTime
 * key                         by its schema; JSON text without one; null for a null key; absent where all are null
 * headers                     in order, repetitions kept: key, value bytes, schema as JSON text ({@link HeaderCodec})
 * keySchemaless               present when the key schema is optional: whether a null key came without schema
 * valueSchemaless             the same for the value; distinguishes a null with a schema from a tombstone
 * valueIsNull                 present in the flat layout, where no column of its own says that the value is null
 * </pre>
 */
final class KafkaColumns {
    static final String GROUP = "_kafka";
    static final String VALUE = "value";

    static final List<String> RISING = List.of(GROUP + ".offset", GROUP + ".timestamp");

    static final int TOPIC = 0;
    static final int PARTITION = 1;
    static final int OFFSET = 2;
    static final int TIMESTAMP = 3;
    static final int TIMESTAMP_TYPE = 4;

    static final int HEADER_KEY = 0;
    static final int HEADER_VALUE = 1;
    static final int HEADER_SCHEMA = 2;

    private static final String KEY_SCHEMALESS = "keySchemaless";
    private static final String VALUE_SCHEMALESS = "valueSchemaless";
    private static final String VALUE_IS_NULL = "valueIsNull";

    private static final long MICROS_PER_MILLI = 1_000;
    private static final TimestampRange SHOWN =
            TimestampRange.of(new LogicalType.Timestamp(true, TimeUnit.MILLIS)).orElseThrow();

    /** Ordinal of the column {@code key}, or -1. */
    private final int key;

    private final int headers;

    /** Ordinal of the column {@code keySchemaless}, or -1. */
    private final int keySchemaless;

    /** Ordinal of the column {@code valueSchemaless}, or -1. */
    private final int valueSchemaless;

    /** Ordinal of the column {@code valueIsNull}, or -1. */
    private final int valueIsNull;

    private final GroupType group;
    private final TimeUnit timestamps;

    /** The meanings that a null can have. */
    enum Nulls {
        /** The schema allows none: a null came without schema. */
        WITHOUT_SCHEMA,
        /** The schema is optional: a null may have come with it or without. */
        EITHER
    }

    /** @param keyColumn empty where the file has none */
    KafkaColumns(Optional<Type> keyColumn, Nulls keyNulls, Nulls valueNulls, ValueLayout layout, TimeUnit timestamps) {
        this.timestamps = timestamps;
        List<Type> fields = new ArrayList<>();
        fields.add(PrimitiveType.of("topic", Repetition.REQUIRED, PhysicalType.BYTE_ARRAY, LogicalType.STRING));
        fields.add(PrimitiveType.of("partition", Repetition.REQUIRED, PhysicalType.INT32));
        fields.add(PrimitiveType.of("offset", Repetition.REQUIRED, PhysicalType.INT64));
        fields.add(PrimitiveType.of(
                "timestamp", Repetition.OPTIONAL, PhysicalType.INT64, new LogicalType.Timestamp(true, timestamps)));
        fields.add(PrimitiveType.of("timestampType", Repetition.REQUIRED, PhysicalType.BYTE_ARRAY, LogicalType.STRING));
        key = keyColumn.isPresent() ? fields.size() : -1;
        keyColumn.ifPresent(fields::add);
        headers = fields.size();
        fields.add(GroupType.list("headers", Repetition.REQUIRED, header()));
        keySchemaless = keyNulls == Nulls.EITHER ? addFlag(KEY_SCHEMALESS, fields) : -1;
        valueSchemaless = valueNulls == Nulls.EITHER ? addFlag(VALUE_SCHEMALESS, fields) : -1;
        valueIsNull = layout == ValueLayout.FLAT ? addFlag(VALUE_IS_NULL, fields) : -1;
        group = GroupType.of(GROUP, Repetition.REQUIRED, fields);
    }

    /** Returns the ordinal of the flag. */
    private static int addFlag(String name, List<Type> fields) {
        fields.add(PrimitiveType.of(name, Repetition.REQUIRED, PhysicalType.BOOLEAN));
        return fields.size() - 1;
    }

    private static GroupType header() {
        return GroupType.of(
                "element",
                Repetition.REQUIRED,
                List.of(
                        PrimitiveType.of("key", Repetition.REQUIRED, PhysicalType.BYTE_ARRAY, LogicalType.STRING),
                        PrimitiveType.of("value", Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY),
                        PrimitiveType.of("schema", Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY, LogicalType.STRING)));
    }

    /** The number in the column of a record's timestamp, which may be null. */
    Long stored(Long timestampMs) {
        return timestampMs == null || timestamps == TimeUnit.MILLIS
                ? timestampMs
                : (Long) (SHOWN.require(timestampMs) * MICROS_PER_MILLI);
    }

    /** The record's timestamp of a number in the column, which may be null. */
    Long timestampMs(Long stored) {
        return stored == null || timestamps == TimeUnit.MILLIS
                ? stored
                : (Long) Math.floorDiv(stored, MICROS_PER_MILLI);
    }

    GroupType group() {
        return group;
    }

    boolean isKey(int index) {
        return index == key;
    }

    boolean isHeaders(int index) {
        return index == headers;
    }

    boolean isKeySchemaless(int index) {
        return index == keySchemaless;
    }

    boolean isValueSchemaless(int index) {
        return index == valueSchemaless;
    }

    boolean isValueNull(int index) {
        return index == valueIsNull;
    }
}
