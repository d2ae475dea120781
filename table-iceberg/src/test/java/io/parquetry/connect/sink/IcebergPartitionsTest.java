package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that make odd partitions, and partition fields that the records cannot have. */
class IcebergPartitionsTest extends TopicToTable {
    private static final Schema NAMED =
            SchemaBuilder.struct().field("name", Schema.OPTIONAL_STRING_SCHEMA).build();

    private static final Schema WIDER = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("more", Schema.OPTIONAL_STRING_SCHEMA)
            .build();

    @Test
    void anyTextIsAPartition() throws IOException {
        more.put("table.partition.by", "name");
        List<String> texts = Arrays.asList(
                "a",
                null,
                "null",
                "",
                "..",
                "a/b=c d%\u00e9\u0000\n",
                "x".repeat(300),
                "x".repeat(300) + "y",
                "\u00e9".repeat(100));
        for (int i = 0; i < texts.size(); i++) {
            produce(ZERO, i, NAMED, new Struct(NAMED).put("name", texts.get(i)));
        }
        runTask();
        look();
        assertThat(offsets()).isEqualTo(produced());
        for (int i = 0; i < texts.size(); i++) {
            assertThat(offsetsOf(texts.get(i))).containsExactly((long) i);
        }
    }

    @Test
    void anyNumberIsAPartition() throws IOException {
        Schema numbers = SchemaBuilder.struct()
                .field("Gr\u00f6\u00dfe", Schema.FLOAT64_SCHEMA)
                .field("f", Schema.FLOAT32_SCHEMA)
                .build();
        more.put("table.partition.by", "Gr\u00f6\u00dfe, f");
        List<Double> all = List.of(
                Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0, 0.0, Double.MIN_VALUE, 1e300);
        for (int i = 0; i < all.size(); i++) {
            produce(
                    ZERO,
                    i,
                    numbers,
                    new Struct(numbers)
                            .put("Gr\u00f6\u00dfe", all.get(i))
                            .put("f", all.get(i).floatValue()));
        }
        runTask();
        look();
        assertThat(offsets()).isEqualTo(produced());
        for (Record row : rows()) {
            long offset = (Long) ((Record) row.getField("_kafka")).getField("offset");
            assertThat(row.getField("Gr\u00f6\u00dfe")).isEqualTo(all.get((int) offset));
            assertThat(row.getField("f")).isEqualTo(all.get((int) offset).floatValue());
        }
        assertThat(offsetsWhere(Expressions.isNaN("Gr\u00f6\u00dfe"))).containsExactly(0L);
    }

    @Test
    void noDirectoryIsHiddenFromReadersOfDataOrEndsWithADot() throws IOException {
        org.apache.iceberg.Schema columns = new org.apache.iceberg.Schema(
                Types.NestedField.optional(1, "id", Types.LongType.get()),
                Types.NestedField.optional(2, "at", Types.TimestampType.withZone()),
                Types.NestedField.optional(3, "name", Types.StringType.get()));
        catalog().createNamespace(NAME.namespace());
        catalog()
                .createTable(
                        NAME,
                        columns,
                        PartitionSpec.builderFor(columns)
                                .day("at", "_at_day")
                                .identity("id", ".id")
                                .identity("name")
                                .build());
        produce(ZERO, 1, VALUE, order(1).put("name", "a."));
        runTask();
        look();
        assertThat(offsets()).isEqualTo(produced());
        try (Stream<Path> directories = Files.walk(directory.resolve("topics"))) {
            assertThat(directories.map(each -> each.getFileName().toString()))
                    .contains("%5Fat_day=1970-01-01", "%2Eid=1", "name=a%2E")
                    .noneMatch(name -> name.startsWith("_") || name.startsWith("."));
        }
    }

    /** Iceberg's transform of the least numbers comes out near the greatest one. */
    @Test
    void theLeastNumbersAreFoundWhereTheirTruncationWouldBeAboveThem() throws IOException {
        Schema numbers = SchemaBuilder.struct()
                .field("i", Schema.INT32_SCHEMA)
                .field("l", Schema.INT64_SCHEMA)
                .build();
        more.put("table.partition.by", "truncate(10, i), truncate(100000000, l)");
        List<Integer> ints = List.of(Integer.MIN_VALUE, Integer.MIN_VALUE + 8, -1, 0, Integer.MAX_VALUE);
        for (int i = 0; i < ints.size(); i++) {
            long number = i == 0 || i == 2 ? Long.MIN_VALUE : ints.get(i);
            produce(ZERO, i, numbers, new Struct(numbers).put("i", ints.get(i)).put("l", number));
        }
        runTask();
        assertThat(look().faults()).isZero();
        assertThat(offsets()).isEqualTo(produced());
        assertThat(offsetsWhere(Expressions.lessThan("i", 0))).containsExactlyInAnyOrder(0L, 1L, 2L);
        assertThat(offsetsWhere(Expressions.equal("i", Integer.MIN_VALUE))).containsExactly(0L);
        assertThat(offsetsWhere(Expressions.lessThan("l", Long.MIN_VALUE / 2))).containsExactlyInAnyOrder(0L, 2L);
    }

    /** Readers take the value of such a column from the partition, not from the file. */
    @Test
    void aPartitionHasTheValueOfItsFiles() throws IOException {
        Schema scaled = SchemaBuilder.struct()
                .name("io.debezium.data.VariableScaleDecimal")
                .field("scale", Schema.INT32_SCHEMA)
                .field("value", Schema.BYTES_SCHEMA)
                .build();
        Schema inner = SchemaBuilder.struct()
                .field(
                        "Wide",
                        Decimal.builder(3)
                                .parameter("connect.decimal.precision", "50")
                                .optional()
                                .build())
                .optional()
                .build();
        Schema schema = SchemaBuilder.struct()
                .field("Free", scaled)
                .field("In", inner)
                .field(
                        "price",
                        Decimal.builder(2)
                                .parameter("connect.decimal.precision", "30")
                                .build())
                .field("small", Schema.INT8_SCHEMA)
                .field(
                        "at",
                        SchemaBuilder.int64()
                                .name("io.debezium.time.NanoTimestamp")
                                .build())
                .field("time", Time.SCHEMA)
                .field("bytes", Schema.BYTES_SCHEMA)
                .build();
        more.put("names.case", "lower");
        more.put("types.as", "wide-decimal:text,variable-decimal:text");
        more.put("table.partition.by", "free, in.wide, price, small, at, time, bytes, _kafka.offset");
        for (int i = 0; i < 2; i++) {
            Struct value = new Struct(schema)
                    .put("Free", new Struct(scaled).put("scale", 2).put("value", new byte[] {(byte) (150 + i)}))
                    .put("In", i == 0 ? null : new Struct(inner).put("Wide", new BigDecimal("-7.500")))
                    .put("price", new BigDecimal("-1234567890123456789012345678.90"))
                    .put("small", (byte) -3)
                    .put("at", -1_000L)
                    .put("time", new java.util.Date(86_399_999))
                    .put("bytes", new byte[] {1, (byte) 0xFF});
            produce(ZERO, i, schema, value);
        }
        runTask();
        look();
        for (Record row : rows()) {
            boolean isFirst =
                    ((Record) row.getField("_kafka")).getField("offset").equals(0L);
            assertThat(row.getField("free")).isEqualTo(isFirst ? "-1.06" : "-1.05");
            assertThat(row.getField("in"))
                    .satisfies(in -> assertThat(in == null ? null : ((Record) in).getField("wide"))
                            .isEqualTo(isFirst ? null : "-7.5"));
            assertThat(row.getField("price")).isEqualTo(new BigDecimal("-1234567890123456789012345678.90"));
            assertThat(row.getField("small")).isEqualTo(-3);
            assertThat(row.getField("at")).hasToString("1969-12-31T23:59:59.999999Z");
            assertThat(row.getField("time")).hasToString("23:59:59.999");
            assertThat(row.getField("bytes")).isEqualTo(ByteBuffer.wrap(new byte[] {1, (byte) 0xFF}));
        }
        assertThat(offsets()).isEqualTo(produced());
    }

    /** A file has one partition, which is that of all its records, also of those that were taken before. */
    @Test
    void aTableThatIsPartitionedAnewWithinABatchKeepsRecordsApart() throws IOException {
        more.put("table.partition.by", "name");
        more.put("flush.size", "1000");
        for (long id = 0; id < 4; id++) {
            produce(ZERO, id, VALUE, named(id));
        }
        // Its new column has the sink load the table again.
        log.get(ZERO)
                .put(
                        4L,
                        new ChangingRecord(() -> table().updateSpec()
                                .removeField("name")
                                .addField(Expressions.bucket("id", 16))
                                .commit()));
        runTask();
        look();
        assertThat(offsets()).isEqualTo(produced());
        assertThat(table().specs()).hasSize(2);
        for (long id = 0; id <= 4; id++) {
            assertThat(offsetsWhere(Expressions.equal("id", id))).containsExactly(id);
        }
    }

    /** The base64 of three bytes is "null". */
    @Test
    void bytesThatReadNullAreNoNull() throws IOException {
        Schema schema = SchemaBuilder.struct()
                .field("bytes", Schema.OPTIONAL_BYTES_SCHEMA)
                .build();
        more.put("table.partition.by", "bytes");
        produce(ZERO, 0, schema, new Struct(schema));
        produce(ZERO, 1, schema, new Struct(schema).put("bytes", new byte[] {(byte) 0x9E, (byte) 0xE9, 0x65}));
        runTask();
        look();
        assertThat(offsetsWhere(Expressions.isNull("bytes"))).containsExactly(0L);
        assertThat(offsetsWhere(Expressions.notNull("bytes"))).containsExactly(1L);
    }

    /** A float and a double of the same text are two numbers, also while the file of the float is open. */
    @Test
    void aColumnThatBecomesDoubleKeepsItsPartitions() throws IOException {
        Schema narrow = SchemaBuilder.struct().field("f", Schema.FLOAT32_SCHEMA).build();
        Schema wide = SchemaBuilder.struct().field("f", Schema.FLOAT64_SCHEMA).build();
        more.put("table.partition.by", "f");
        more.put("flush.size", "1000");
        produce(ZERO, 0, narrow, new Struct(narrow).put("f", 0.1f));
        produce(ZERO, 1, wide, new Struct(wide).put("f", 0.1));
        produce(ZERO, 2, narrow, new Struct(narrow).put("f", 0.1f));
        runTask();
        look();
        assertThat(offsetsWhere(Expressions.equal("f", 0.1))).containsExactly(1L);
        assertThat(offsetsWhere(Expressions.equal("f", (double) 0.1f))).containsExactlyInAnyOrder(0L, 2L);
    }

    @Test
    void aColumnThatHasTheNameOfAPartitionFieldIsABadRecord() throws IOException {
        more.put("table.partition.by", "day(at)");
        produce(ZERO, 0, 3);
        runTask();
        look();
        Schema schema = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field("at_day", Schema.STRING_SCHEMA)
                .build();
        produce(ZERO, 3, schema, new Struct(schema).put("id", 3L).put("at_day", "Monday"));
        String advice = "at_day is the name of a partition field; rename the field of the record by a transformation. "
                + "The table has";
        assertThatThrownBy(this::runTask).isInstanceOf(ConnectException.class).hasMessageContaining(advice);
        table().updateSpec()
                .removeField("at_day")
                .addField("by_day", Expressions.day("at"))
                .commit();
        assertThatThrownBy(this::runTask).hasMessageContaining(advice);
        more.put("on.bad.record", "skip");
        produce(ZERO, 4, 6);
        runTask();
        look();
        assertThat(offsets()).containsExactly("0:0", "0:1", "0:2", "0:4", "0:5");
    }

    /** It would be in no table, and its file would stop each append of others. */
    @Test
    void aTruncatedDecimalOfTooManyDigitsIsABadRecord() throws IOException {
        Schema schema = SchemaBuilder.struct()
                .field(
                        "price",
                        Decimal.builder(2)
                                .parameter("connect.decimal.precision", "4")
                                .build())
                .build();
        more.put("table.partition.by", "truncate(50, price)");
        more.put("on.bad.record", "skip");
        List<String> prices = List.of("-99.99", "99.99", "-99.51", "-99.50");
        for (int i = 0; i < prices.size(); i++) {
            produce(ZERO, i, schema, new Struct(schema).put("price", new BigDecimal(prices.get(i))));
        }
        runTask();
        look();
        assertThat(offsets()).containsExactly("0:1", "0:3");
        more.put("on.bad.record", "fail");
        produce(ZERO, 4, schema, new Struct(schema).put("price", new BigDecimal("-99.99")));
        assertThatThrownBy(this::runTask)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("its partition field price_trunc would be -100.00, which is no decimal(4, 2)");
    }

    private static Struct named(long id) {
        return new Struct(VALUE).put("id", id).put("name", "a").put("at", new java.util.Date(0));
    }

    /** A record with offset 4, at which something happens when the sink looks at it first. */
    private static final class ChangingRecord extends SinkRecord {
        private final Runnable change;
        private boolean isDelivered;
        private boolean isChanged;

        ChangingRecord(Runnable change) {
            super(TOPIC, 0, null, null, WIDER, new Struct(WIDER).put("id", 4L), 4);
            this.change = change;
        }

        @Override
        public Long timestamp() {
            if (isDelivered && !isChanged) {
                isChanged = true;
                change.run();
            }
            return null;
        }

        @Override
        public SinkRecord newRecord(
                String topic,
                Integer partition,
                Schema keySchema,
                Object key,
                Schema valueSchema,
                Object value,
                Long timestamp,
                Iterable<Header> headers) {
            if (!isDelivered) {
                isDelivered = true;
                return this;
            }
            return super.newRecord(topic, partition, keySchema, key, valueSchema, value, timestamp, headers);
        }
    }

    private List<Long> offsetsOf(String name) throws IOException {
        return offsetsWhere(name == null ? Expressions.isNull("name") : Expressions.equal("name", name));
    }

    private List<Long> offsetsWhere(Expression filter) throws IOException {
        List<Long> offsets = new ArrayList<>();
        try (CloseableIterable<Record> found =
                IcebergGenerics.read(table()).where(filter).build()) {
            found.forEach(row -> offsets.add((Long) ((Record) row.getField("_kafka")).getField("offset")));
        }
        return offsets;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            day(name)                         | Invalid source type string for transform: day
            nope                              | there is no column nope
            _kafka                            | Cannot partition by non-primitive source field
            bucket(4, name), bucket(8, name)  | Cannot use partition name more than once: name_bucket
            """)
    void fieldsThatTheRecordsCannotHaveStopTheTask(String fields, String reason) {
        more.put("table.partition.by", fields);
        more.put("on.bad.record", "skip");
        produce(ZERO, 0, NAMED, new Struct(NAMED).put("name", "a"));
        assertThatThrownBy(this::runTask)
                .isInstanceOf(ConnectException.class)
                .isNotInstanceOf(DataException.class)
                .hasMessageContaining("the table lake.orders cannot be created: table.partition.by is " + fields)
                .hasMessageContaining(reason)
                .hasMessageContaining("1: name: optional string");
    }
}
