package io.parquetry.connect.sink;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;

/**
 * The table that {@link IcebergInSparkTest} reads. The sink runs with the Iceberg that it is shipped with, in a class
 * loader of its own beside Spark's; so both sides share classes of the JDK only, and the steps have names.
 */
public final class TableForSpark extends TopicToTable implements Consumer<String> {
    private static final Schema PLAIN = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("n", Schema.INT32_SCHEMA)
            .field("at", Timestamp.SCHEMA)
            .build();
    private static final Schema WIDER = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("n", Schema.INT64_SCHEMA)
            .field("at", Timestamp.SCHEMA)
            .field("extra", Schema.OPTIONAL_STRING_SCHEMA)
            .build();

    /** @param directory of files and catalog */
    public TableForSpark(Path directory) throws SQLException {
        DriverManager.registerDriver(new org.sqlite.JDBC());
        this.directory = directory;
        more.put("storage.url", directory.toUri().toString());
    }

    /** Does a step: begin, evolve, write, append, types, nanos, time, or time as integer. */
    @Override
    public void accept(String step) {
        try {
            switch (step) {
                case "begin" -> {
                    more.put("table.partition.by", "day(at), bucket(4, id)");
                    plain(0, 40);
                    archive();
                }
                case "evolve" -> {
                    wider(40, 80);
                    archive();
                }
                case "write" -> {
                    wider(80, 120);
                    runTask();
                }
                case "append" -> {
                    look();
                    wider(120, 160);
                    archive();
                    look();
                }
                case "types" -> types();
                case "nanos" -> nanos();
                case "time" -> time();
                case "time as integer" -> {
                    more.put("types.as", "time:integer");
                    time();
                }
                default -> throw new IllegalArgumentException("there is no step " + step);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("step " + step, e);
        }
    }

    private void archive() throws IOException {
        runTask();
        look();
    }

    private void plain(long from, long to) {
        for (TopicPartition partition : List.of(ZERO, ONE)) {
            LongStream.range(from, to)
                    .forEach(n -> produce(
                            partition,
                            n,
                            PLAIN,
                            new Struct(PLAIN).put("id", n).put("n", (int) n).put("at", at(n))));
        }
    }

    private void wider(long from, long to) {
        for (TopicPartition partition : List.of(ZERO, ONE)) {
            LongStream.range(from, to)
                    .forEach(n -> produce(
                            partition,
                            n,
                            WIDER,
                            new Struct(WIDER)
                                    .put("id", n)
                                    .put("n", n << 32)
                                    .put("at", at(n))
                                    .put("extra", "x" + n)));
        }
    }

    /** Four records a day, the first ten days of them before 1970. */
    private static Date at(long n) {
        return new Date((n - 40) * DAY_MS / 4 + 1);
    }

    private static Schema optional(Schema.Type type, String name) {
        return SchemaBuilder.type(type).name(name).optional().build();
    }

    private static Schema decimal(int scale, int precision) {
        return Decimal.builder(scale)
                .parameter("connect.decimal.precision", Integer.toString(precision))
                .optional()
                .build();
    }

    /** A row of values at the edges of their types, and one of nulls and of what is empty. */
    private void types() throws IOException {
        more.put("types.as", "debezium:logical,zoneless:local");
        Schema inner = SchemaBuilder.struct()
                .field("x", Schema.OPTIONAL_INT16_SCHEMA)
                .field(
                        "deep",
                        SchemaBuilder.array(Schema.OPTIONAL_STRING_SCHEMA)
                                .optional()
                                .build())
                .optional()
                .build();
        Schema schema = SchemaBuilder.struct()
                .field("i8", Schema.OPTIONAL_INT8_SCHEMA)
                .field("i64", Schema.OPTIONAL_INT64_SCHEMA)
                .field("f32", Schema.OPTIONAL_FLOAT32_SCHEMA)
                .field("f64", Schema.OPTIONAL_FLOAT64_SCHEMA)
                .field("b", Schema.OPTIONAL_BOOLEAN_SCHEMA)
                .field("s", Schema.OPTIONAL_STRING_SCHEMA)
                .field("bytes", Schema.OPTIONAL_BYTES_SCHEMA)
                .field("d9", decimal(2, 9))
                .field("d18", decimal(18, 18))
                .field("d38", decimal(0, 38))
                .field("d38s", decimal(38, 38))
                .field(
                        "day",
                        org.apache.kafka.connect.data.Date.builder().optional().build())
                .field("at", Timestamp.builder().optional().build())
                .field("micros", optional(Schema.Type.INT64, "io.debezium.time.MicroTimestamp"))
                .field("zoned", optional(Schema.Type.STRING, "io.debezium.time.ZonedTimestamp"))
                .field("uuid", optional(Schema.Type.STRING, "io.debezium.data.Uuid"))
                .field("choice", optional(Schema.Type.STRING, "io.debezium.data.Enum"))
                .field("list", SchemaBuilder.array(inner).optional().build())
                .field(
                        "lists",
                        SchemaBuilder.array(SchemaBuilder.array(Schema.OPTIONAL_INT32_SCHEMA)
                                        .optional()
                                        .build())
                                .optional()
                                .build())
                .field(
                        "map",
                        SchemaBuilder.map(Schema.STRING_SCHEMA, inner)
                                .optional()
                                .build())
                .field("struct", inner)
                .build();
        Struct edges = new Struct(schema)
                .put("i8", (byte) -128)
                .put("i64", Long.MIN_VALUE)
                .put("f32", Float.NaN)
                .put("f64", Double.MIN_VALUE)
                .put("b", false)
                .put("s", "Größe \uD83D\uDE00")
                .put("bytes", new byte[] {0, -1})
                .put("d9", new BigDecimal("-9999999.99"))
                .put("d18", new BigDecimal("0." + "9".repeat(18)))
                .put("d38", new BigDecimal("-" + "9".repeat(38)))
                .put("d38s", new BigDecimal("0." + "9".repeat(38)))
                .put("day", new Date(-DAY_MS))
                .put("at", new Date(-1))
                .put("micros", -1L)
                .put("zoned", "1969-12-31T23:59:59.999999+02:00")
                .put("uuid", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
                .put("choice", "red")
                .put(
                        "list",
                        Arrays.asList(new Struct(inner).put("x", (short) 300).put("deep", List.of()), null))
                .put("lists", Arrays.asList(List.of(), Arrays.asList(1, null), null))
                .put("map", Map.of("k", new Struct(inner).put("deep", Arrays.asList("e", null))))
                .put("struct", new Struct(inner));
        Struct empty = new Struct(schema)
                .put("s", "")
                .put("bytes", new byte[0])
                .put("list", List.of())
                .put("lists", List.of())
                .put("map", Map.of());
        produce(ZERO, 0, schema, edges);
        produce(ZERO, 1, schema, empty);
        archive();
    }

    private void nanos() throws IOException {
        more.put("table.properties.format-version", "3");
        Schema schema = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("at", optional(Schema.Type.INT64, "io.debezium.time.NanoTimestamp"))
                .build();
        produce(ZERO, 0, schema, new Struct(schema).put("id", 7L).put("at", -1L));
        archive();
    }

    private void time() throws IOException {
        Schema schema = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("time", Time.SCHEMA)
                .build();
        produce(ZERO, 0, schema, new Struct(schema).put("id", 7L).put("time", new Date(86_399_999)));
        archive();
    }
}
