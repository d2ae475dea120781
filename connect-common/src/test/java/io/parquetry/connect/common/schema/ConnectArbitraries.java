package io.parquetry.connect.common.schema;

import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.TimeUnit;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import org.apache.kafka.connect.data.ConnectSchema;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;

/**
 * Random Connect schemas up to a depth, with every type, names, versions, docs, parameters and defaults, and random
 * values of them, nulls and empty collections at every level. Everything follows from one seed, which a failure
 * reports.
 */
public final class ConnectArbitraries {
    private static final String[] WORDS = {
        "id", "Größe", "a.b", "_kafka", "value", "key", "list", "element", "x y", "名", "\"q\"", "@int32", "_empty",
        "schema"
    };
    private static final double[] DOUBLES = {
        0.0, -0.0, 1.5, -1e300, Double.MIN_VALUE, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0.1
    };

    private final Random random;

    public ConnectArbitraries(long seed) {
        this.random = new Random(seed);
    }

    /** Seeds for {@link #ConnectArbitraries}. */
    public static Arbitrary<Long> seeds() {
        return Arbitraries.longs();
    }

    /** Any schema with at most {@code depth} levels below it. */
    public Schema schema(int depth) {
        return schema(depth, random.nextBoolean());
    }

    /** A struct with some fields, or none. */
    public Schema struct(int depth) {
        return build(Schema.Type.STRUCT, random.nextBoolean(), null, null, fields(depth), null, null);
    }

    private List<Field> fields(int depth) {
        Set<String> names = new LinkedHashSet<>();
        int count = random.nextInt(5);
        for (int i = 0; i < count; i++) {
            names.add(random.nextInt(3) == 0 ? WORDS[random.nextInt(WORDS.length)] : "f" + i);
        }
        List<Field> fields = new ArrayList<>();
        for (String name : names) {
            fields.add(new Field(name, fields.size(), schema(depth - 1)));
        }
        return Collections.unmodifiableList(fields);
    }

    private Schema schema(int depth, boolean optional) {
        return switch (random.nextInt(depth > 0 ? 18 : 14)) {
            case 0 -> build(Schema.Type.INT8, optional, null, null, null, null, null);
            case 1 -> build(Schema.Type.INT16, optional, null, null, null, null, null);
            case 2 -> build(Schema.Type.INT32, optional, null, null, null, null, null);
            case 3 -> build(Schema.Type.INT64, optional, null, null, null, null, null);
            case 4 -> build(Schema.Type.FLOAT32, optional, null, null, null, null, null);
            case 5 -> build(Schema.Type.FLOAT64, optional, null, null, null, null, null);
            case 6 -> build(Schema.Type.BOOLEAN, optional, null, null, null, null, null);
            case 7, 8 -> build(Schema.Type.STRING, optional, null, null, null, null, null);
            case 9 -> build(Schema.Type.BYTES, optional, null, null, null, null, null);
            case 10 -> decimal(optional);
            case 11 -> build(Schema.Type.INT32, optional, Time.LOGICAL_NAME, null, null, null, null);
            case 12 -> build(Schema.Type.INT64, optional, Timestamp.LOGICAL_NAME, null, null, null, null);
            case 13 -> {
                TemporalType type = TemporalType.values()[random.nextInt(TemporalType.values().length)];
                yield build(type.connectType(), optional, type.schemaName(), null, null, null, null);
            }
            case 14 -> build(Schema.Type.ARRAY, optional, null, null, null, null, schema(depth - 1));
            case 15 -> build(Schema.Type.MAP, optional, null, null, null, key(depth - 1), schema(depth - 1));
            default -> build(Schema.Type.STRUCT, optional, null, null, fields(depth), null, null);
        };
    }

    private Schema decimal(boolean optional) {
        Map<String, String> parameters = new LinkedHashMap<>();
        int precision = 1 + random.nextInt(50);
        parameters.put(Decimal.SCALE_FIELD, Integer.toString(random.nextInt(precision + 4) - 3));
        parameters.put(DecimalForm.PRECISION, Integer.toString(precision));
        return build(Schema.Type.BYTES, optional, Decimal.LOGICAL_NAME, parameters, null, null, null);
    }

    /** Keys have equality and are never null; {@code byte[]} and its containers have no equality. */
    private Schema key(int depth) {
        Schema key;
        do {
            key = schema(Math.min(depth, 1));
        } while (key.isOptional() || key.defaultValue() != null || holdsBytes(key));
        return key;
    }

    private static boolean holdsBytes(Schema schema) {
        return switch (schema.type()) {
            case BYTES -> !DecimalForm.isDecimal(schema);
            case ARRAY -> holdsBytes(schema.valueSchema());
            case MAP -> holdsBytes(schema.keySchema()) || holdsBytes(schema.valueSchema());
            case STRUCT -> schema.fields().stream().anyMatch(field -> holdsBytes(field.schema()));
            case INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, BOOLEAN, STRING -> false;
        };
    }

    private Schema build(
            Schema.Type type,
            boolean optional,
            String name,
            Map<String, String> parameters,
            List<Field> fields,
            Schema key,
            Schema value) {
        Map<String, String> all = parameters;
        if (all == null && random.nextInt(4) == 0) {
            all = new LinkedHashMap<>();
            all.put("z", "1");
            all.put("a ü", "");
        }
        String given = name == null && random.nextInt(4) == 0 ? "some.Name" : name;
        Integer version = random.nextInt(3) == 0 ? (Integer) random.nextInt(9) : null;
        String doc = random.nextInt(4) == 0 ? "says\nsomething \"quoted\" ✓" : null;
        ConnectSchema bare = new ConnectSchema(type, optional, null, given, version, doc, all, fields, key, value);
        return random.nextInt(4) == 0
                ? new ConnectSchema(type, optional, value(bare, 2), given, version, doc, all, fields, key, value)
                : bare;
    }

    /** A value that is not null. */
    public Object value(Schema schema, int sizeMax) {
        if (DecimalForm.isDecimal(schema)) {
            DecimalForm form = DecimalForm.of(schema, DecimalForm.PRECISION_DEFAULT);
            int digits = Integer.parseInt(schema.parameters().get(DecimalForm.PRECISION));
            BigInteger unscaled = new BigInteger(BigInteger.TEN.pow(digits).bitLength() - 1, random);
            return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), form.connectScale());
        }
        TemporalType temporal = TemporalType.of(schema).orElse(null);
        if (temporal != null && temporal.carrier() == TemporalType.Carrier.JAVA_DATE) {
            return date(temporal);
        } else if (temporal != null && temporal.unit().isPresent()) {
            long number = temporal.annotation(schema, ColumnTypes.DEFAULT) instanceof LogicalType.Time time
                    ? ofDay(time.unit())
                    : random.nextLong() >> 11;
            return schema.type() == Schema.Type.INT32 ? (Object) (int) number : (Object) number;
        }
        return switch (schema.type()) {
            case INT8 -> (byte) random.nextInt();
            case INT16 -> (short) random.nextInt();
            case INT32 -> random.nextInt(3) == 0 ? Integer.MIN_VALUE : random.nextInt();
            case INT64 -> random.nextInt(3) == 0 ? Long.MAX_VALUE : random.nextLong();
            case FLOAT32 -> random.nextBoolean() ? (float) DOUBLES[random.nextInt(DOUBLES.length)] : random.nextFloat();
            case FLOAT64 -> random.nextBoolean() ? DOUBLES[random.nextInt(DOUBLES.length)] : random.nextDouble();
            case BOOLEAN -> random.nextBoolean();
            case STRING -> random.nextInt(4) == 0 ? "" : WORDS[random.nextInt(WORDS.length)] + random.nextInt(9);
            case BYTES -> bytes();
            case ARRAY -> {
                List<Object> list = new ArrayList<>();
                for (int i = random.nextInt(sizeMax + 1); i > 0; i--) {
                    list.add(nullable(schema.valueSchema(), sizeMax));
                }
                yield list;
            }
            case MAP -> {
                Map<Object, Object> map = new LinkedHashMap<>();
                for (int i = random.nextInt(sizeMax + 1); i > 0; i--) {
                    map.put(value(schema.keySchema(), sizeMax), nullable(schema.valueSchema(), sizeMax));
                }
                yield map;
            }
            case STRUCT -> {
                Struct struct = new Struct(schema);
                for (Field field : schema.fields()) {
                    boolean mayBeNull =
                            field.schema().isOptional() || field.schema().defaultValue() != null;
                    if (!mayBeNull || random.nextInt(3) > 0) {
                        struct.put(field, value(field.schema(), sizeMax));
                    }
                }
                yield struct;
            }
        };
    }

    /** A value, or null where the schema allows it. */
    public Object nullable(Schema schema, int sizeMax) {
        return schema.isOptional() && random.nextInt(3) == 0 ? null : value(schema, sizeMax);
    }

    private long ofDay(TimeUnit unit) {
        return switch (unit) {
            case MILLIS -> random.nextInt(86_400_000);
            case MICROS -> random.nextInt(86_400_000) * 1_000L;
            case NANOS -> random.nextInt(86_400_000) * 1_000_000L;
        };
    }

    private Date date(TemporalType type) {
        return switch (type) {
            case CONNECT_DATE -> new Date(random.nextInt() * 86_400_000L);
            case CONNECT_TIME -> new Date(random.nextInt(86_400_000));
            default -> new Date(random.nextLong() >> 11);
        };
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(4)];
        random.nextBytes(bytes);
        return bytes;
    }

    /** A value without schema: values of JSON, and other Java types. */
    public Object schemaless(int depth) {
        return switch (random.nextInt(depth > 0 ? 14 : 11)) {
            case 0 -> random.nextLong();
            case 1 -> DOUBLES[random.nextInt(DOUBLES.length)];
            case 2 -> random.nextBoolean();
            case 3, 4 -> WORDS[random.nextInt(WORDS.length)];
            case 5 -> random.nextInt();
            case 6 -> (short) random.nextInt();
            case 7 -> (byte) random.nextInt();
            case 8 -> (float) DOUBLES[random.nextInt(DOUBLES.length)];
            case 9 -> new BigDecimal(BigInteger.valueOf(random.nextLong()), random.nextInt(40) - 20);
            case 10 -> ByteBuffer.wrap(bytes());
            case 11 -> {
                List<Object> list = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    list.add(random.nextInt(4) == 0 ? null : schemaless(depth - 1));
                }
                yield list;
            }
            default -> {
                Map<Object, Object> map = new LinkedHashMap<>();
                for (int i = random.nextInt(3); i > 0; i--) {
                    Object key = random.nextInt(4) == 0 ? schemaless(0) : WORDS[random.nextInt(WORDS.length)];
                    map.put(key, random.nextInt(4) == 0 ? null : schemaless(depth - 1));
                }
                yield map;
            }
        };
    }

    /** The value in a form with deep equality: bytes as buffers, and structs as maps with their nulls. */
    public static Object comparable(Object value) {
        if (value instanceof byte[] bytes) {
            return ByteBuffer.wrap(bytes);
        } else if (value instanceof List<?> list) {
            return list.stream().map(ConnectArbitraries::comparable).toList();
        } else if (value instanceof Map<?, ?> map) {
            List<Object> entries = new ArrayList<>();
            map.forEach((key, content) -> entries.add(Arrays.asList(comparable(key), comparable(content))));
            return entries;
        } else if (value instanceof Struct struct) {
            Map<String, Object> fields = new LinkedHashMap<>();
            struct.schema()
                    .fields()
                    .forEach(field -> fields.put(field.name(), comparable(struct.getWithoutDefault(field.name()))));
            return fields;
        }
        return value;
    }
}
