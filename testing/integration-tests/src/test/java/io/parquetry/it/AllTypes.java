package io.parquetry.it;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.json.JsonConverter;

/**
 * Values of every Connect type, nested, and of the named types of Debezium and Confluent, as JSON bytes with the
 * schema.
 */
final class AllTypes {
    private static final long NANOS = 1_700_000_000_123_456_789L;
    private static final long DAY_MS = 86_400_000L;

    private static final Schema PLACE = SchemaBuilder.struct()
            .name("geo.Place")
            .version(3)
            .doc("where it is")
            .optional()
            .field(
                    "city",
                    SchemaBuilder.string()
                            .optional()
                            .defaultValue("Bonn")
                            .doc("its name")
                            .build())
            .field("code", SchemaBuilder.int32().parameter("unit", "none").build())
            .build();

    static final Schema VALUE = SchemaBuilder.struct()
            .name("All")
            .version(7)
            .doc("one of each")
            .parameter("owner", "us")
            .field("int8", Schema.INT8_SCHEMA)
            .field("int16", Schema.OPTIONAL_INT16_SCHEMA)
            .field("int32", SchemaBuilder.int32().defaultValue(5).build())
            .field("int64", Schema.INT64_SCHEMA)
            .field("float32", Schema.OPTIONAL_FLOAT32_SCHEMA)
            .field("float64", Schema.FLOAT64_SCHEMA)
            .field("boolean", Schema.OPTIONAL_BOOLEAN_SCHEMA)
            .field("string", Schema.OPTIONAL_STRING_SCHEMA)
            .field("bytes", Schema.OPTIONAL_BYTES_SCHEMA)
            .field("decimal", Decimal.schema(2))
            .field(
                    "wide",
                    Decimal.builder(10)
                            .parameter("connect.decimal.precision", "38")
                            .optional()
                            .build())
            .field("date", Date.SCHEMA)
            .field("time", Time.builder().optional().build())
            .field("timestamp", Timestamp.SCHEMA)
            .field("debeziumDate", named(SchemaBuilder.int32(), "io.debezium.time.Date"))
            .field("microTime", named(SchemaBuilder.int64(), "io.debezium.time.MicroTime"))
            .field("nanoTime", named(SchemaBuilder.int64(), "io.debezium.time.NanoTime"))
            .field("microTimestamp", named(SchemaBuilder.int64(), "io.debezium.time.MicroTimestamp"))
            .field("nanoTimestamp", named(SchemaBuilder.int64(), "io.debezium.time.NanoTimestamp"))
            .field("confluentNanos", named(SchemaBuilder.int64(), "io.confluent.connect.jdbc.data.NanoTimestamp"))
            .field("zoned", named(SchemaBuilder.string(), "io.debezium.time.ZonedTimestamp"))
            .field(
                    "list",
                    SchemaBuilder.array(Schema.OPTIONAL_STRING_SCHEMA)
                            .optional()
                            .build())
            .field("places", SchemaBuilder.array(PLACE).build())
            .field(
                    "map",
                    SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.OPTIONAL_INT64_SCHEMA)
                            .build())
            .field(
                    "keyed",
                    SchemaBuilder.map(Schema.INT32_SCHEMA, PLACE).optional().build())
            .field("place", PLACE)
            .build();

    static final Schema KEY = SchemaBuilder.struct()
            .name("Id")
            .field("n", Schema.INT64_SCHEMA)
            .field("part", Decimal.builder(3).optional().build())
            .build();

    private final JsonConverter keys = converter(true);
    private final JsonConverter values = converter(false);

    private static Schema named(SchemaBuilder schema, String name) {
        return schema.name(name).version(1).optional().build();
    }

    private static JsonConverter converter(boolean isKey) {
        JsonConverter converter = new JsonConverter();
        converter.configure(Map.of("schemas.enable", "true"), isKey);
        return converter;
    }

    /** Settings of a connector that reads or writes these bytes and keeps headers unchanged. */
    static Map<String, String> converters() {
        Map<String, String> config = new HashMap<>();
        for (String side : List.of("key", "value")) {
            config.put(side + ".converter", JsonConverter.class.getName());
            config.put(side + ".converter.schemas.enable", "true");
        }
        config.put("header.converter", "org.apache.kafka.connect.converters.ByteArrayConverter");
        return config;
    }

    /** The key of a record; every fourth has none. */
    byte[] key(int n) {
        Struct key = new Struct(KEY).put("n", (long) n);
        if (n % 2 == 0) {
            key.put("part", new BigDecimal(BigInteger.valueOf(n), 3));
        }
        return n % 4 == 3 ? null : keys.fromConnectData("any", KEY, key);
    }

    /** The value of a record; every fifth is a tombstone. */
    byte[] value(int n) {
        return n % 5 == 4 ? null : values.fromConnectData("any", VALUE, n % 3 == 2 ? bare(n) : full(n));
    }

    private static Struct bare(int n) {
        return new Struct(VALUE)
                .put("int8", (byte) -n)
                .put("int32", n)
                .put("int64", Long.MIN_VALUE)
                .put("float64", -0.1)
                .put("decimal", new BigDecimal("-12345678901234567890.12"))
                .put("date", new java.util.Date(-n * DAY_MS))
                .put("timestamp", new java.util.Date(-n))
                .put("places", List.of())
                .put("map", Map.of());
    }

    private static Struct full(int n) {
        Map<String, Long> map = new LinkedHashMap<>();
        // In the order that the converter writes.
        map.put("a", null);
        map.put("z", 1L);
        Struct place = new Struct(PLACE).put("city", "Köln " + n).put("code", n);
        return bare(n).put("int16", Short.MAX_VALUE)
                .put("float32", 1.5f)
                .put("boolean", n % 2 == 0)
                .put("string", "näme \uD83D\uDE00 " + n)
                .put("bytes", new byte[] {0, (byte) n, -1})
                .put("wide", new BigDecimal("1234567890123456789012345678.0123456789"))
                .put("time", new java.util.Date(n % DAY_MS))
                .put("debeziumDate", n)
                .put("microTime", 86_399_999_999L)
                .put("nanoTime", 86_399_999_999_999L)
                .put("microTimestamp", NANOS / 1_000 + n)
                .put("nanoTimestamp", NANOS + n)
                .put("confluentNanos", -NANOS)
                .put("zoned", "2026-07-01T12:00:00.123456+02:00")
                .put("list", java.util.Arrays.asList("x", null, ""))
                .put("places", java.util.Arrays.asList(place, null))
                .put("map", map)
                .put("keyed", Map.of(n, place))
                .put("place", place);
    }
}
