package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Timestamps of nanoseconds in tables of format version 3, read by Iceberg's own reader. */
class IcebergNanosTest extends TopicToTable {
    private static final org.apache.kafka.connect.data.Schema NANOS = SchemaBuilder.int64()
            .name("io.debezium.time.NanoTimestamp")
            .optional()
            .build();
    private static final org.apache.kafka.connect.data.Schema LOCAL = SchemaBuilder.int64()
            .name("io.debezium.time.NanoTimestamp")
            .parameter("parquet.adjusted.to.utc", "false")
            .optional()
            .build();
    private static final org.apache.kafka.connect.data.Schema INNER =
            SchemaBuilder.struct().field("at", NANOS).optional().build();
    private static final org.apache.kafka.connect.data.Schema SCHEMA = SchemaBuilder.struct()
            .field("at", NANOS)
            .field("local", LOCAL)
            .field("in", INNER)
            .field("list", SchemaBuilder.array(NANOS).optional().build())
            .field(
                    "micros",
                    SchemaBuilder.int64()
                            .name("io.debezium.time.MicroTimestamp")
                            .build())
            .field(
                    "time",
                    SchemaBuilder.int64().name("io.debezium.time.NanoTime").build())
            .build();
    private static final long DAY = 86_400_000_000_000L;

    @BeforeEach
    void ofVersionThree() {
        more.put("table.properties.format-version", "3");
    }

    private void produceAt(long offset, Long nanos) {
        produce(
                ZERO,
                offset,
                SCHEMA,
                new Struct(SCHEMA)
                        .put("at", nanos)
                        .put("local", nanos)
                        .put("in", new Struct(INNER).put("at", nanos))
                        .put("list", nanos == null ? null : List.of(nanos, 1_000L))
                        .put("micros", -1L)
                        .put("time", 86_399_999_999_000L));
    }

    private List<Long> offsetsWhere(Expression filter) throws IOException {
        List<Long> offsets = new ArrayList<>();
        try (CloseableIterable<Record> found =
                IcebergGenerics.read(table()).where(filter).build()) {
            found.forEach(row -> offsets.add((Long) ((Record) row.getField("_kafka")).getField("offset")));
        }
        offsets.sort(null);
        return offsets;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "day(at)", "hour(at), year(local), month(in.at)", "bucket(4, at), bucket(4, local)"})
    void everyNanosecondComesBack(String partitions) throws IOException {
        more.put("table.partition.by", partitions);
        produceAt(0, -1L);
        produceAt(1, 1L);
        produceAt(2, null);
        produceAt(3, DAY - 1);
        produceAt(4, DAY);
        produceAt(5, Long.MAX_VALUE);
        produceAt(6, Long.MIN_VALUE + 1_000_000);
        runTask();
        look();
        assertThat(table().schema().findType("at")).isEqualTo(Types.TimestampNanoType.withZone());
        assertThat(table().schema().findType("local")).isEqualTo(Types.TimestampNanoType.withoutZone());
        assertThat(table().schema().findType("in.at")).isEqualTo(Types.TimestampNanoType.withZone());
        assertThat(table().schema().findType("list.element")).isEqualTo(Types.TimestampNanoType.withZone());
        assertThat(table().schema().findType("micros")).isEqualTo(Types.TimestampType.withZone());
        assertThat(table().schema().findType("time")).isEqualTo(Types.TimeType.get());
        assertThat(offsets()).isEqualTo(produced());
        for (Record row : rows()) {
            long offset = (Long) ((Record) row.getField("_kafka")).getField("offset");
            String expected = List.of(
                            "1969-12-31T23:59:59.999999999",
                            "1970-01-01T00:00:00.000000001",
                            "null",
                            "1970-01-01T23:59:59.999999999",
                            "1970-01-02T00:00",
                            "2262-04-11T23:47:16.854775807",
                            "1677-09-21T00:12:43.146224192")
                    .get((int) offset);
            boolean isNull = expected.equals("null");
            String zoned = isNull ? "null" : expected + "Z";
            assertThat(String.valueOf(row.getField("at"))).isEqualTo(zoned);
            assertThat(String.valueOf(row.getField("local"))).isEqualTo(expected);
            assertThat(String.valueOf(((Record) row.getField("in")).getField("at")))
                    .isEqualTo(zoned);
            assertThat(String.valueOf(row.getField("list")))
                    .isEqualTo(isNull ? "null" : "[" + zoned + ", 1970-01-01T00:00:00.000001Z]");
            assertThat(row.getField("micros")).hasToString("1969-12-31T23:59:59.999999Z");
            assertThat(row.getField("time")).hasToString("23:59:59.999999");
        }
        String at = "1970-01-01T23:59:59.999999999";
        assertThat(offsetsWhere(Expressions.equal("at", at + "+00:00"))).containsExactly(3L);
        assertThat(offsetsWhere(Expressions.equal("local", at))).containsExactly(3L);
        assertThat(offsetsWhere(Expressions.and(
                        Expressions.notNull("at"), Expressions.lessThan("at", "1970-01-01T00:00:00+00:00"))))
                .containsExactly(0L, 6L);
        assertThat(offsetsWhere(Expressions.equal(Expressions.day("at"), "1970-01-01")))
                .containsExactly(1L, 3L);
        assertThat(offsetsWhere(Expressions.isNull("at"))).containsExactly(2L);
    }

    private List<DataFile> files() throws IOException {
        List<DataFile> files = new ArrayList<>();
        try (CloseableIterable<FileScanTask> all =
                table().newScan().includeColumnStats().planFiles()) {
            all.forEach(task -> files.add(task.file()));
        }
        return files;
    }

    /** Iceberg's own reader returns the bare number of such a partition. */
    @Test
    void aTimestampIsAPartition() throws IOException {
        more.put("table.partition.by", "at, local");
        produceAt(0, -1L);
        runTask();
        look();
        DataFile file = files().get(0);
        assertThat(file.partition().get(0, Long.class)).isEqualTo(-1L);
        assertThat(file.location())
                .contains("/at=1969-12-31T23%3A59%3A59.999999999%2B00%3A00/local=1969-12-31T23%3A59%3A59.999999999/");
        assertThat(offsetsWhere(Expressions.equal("at", "1969-12-31T23:59:59.999999999+00:00")))
                .containsExactly(0L);
    }

    @Test
    void theBoundsOfFilesAreInNanoseconds() throws IOException {
        more.put("flush.size", "2");
        produceAt(0, 5L);
        produceAt(1, -7L);
        runTask();
        look();
        assertThat(files()).hasSize(1);
        DataFile file = files().get(0);
        for (String column : List.of("at", "local", "in.at")) {
            assertThat(bound(file.lowerBounds(), column)).isEqualTo(-7L);
            assertThat(bound(file.upperBounds(), column)).isEqualTo(5L);
        }
    }

    private Object bound(Map<Integer, ByteBuffer> bounds, String column) {
        Types.NestedField field = table().schema().findField(column);
        return Conversions.fromByteBuffer(field.type(), bounds.get(field.fieldId()));
    }

    @Test
    void aNewFieldOfNanosecondsIsANewColumn() throws IOException {
        org.apache.kafka.connect.data.Schema first = SchemaBuilder.struct()
                .field("n", org.apache.kafka.connect.data.Schema.INT64_SCHEMA)
                .build();
        produce(ZERO, 0, first, new Struct(first).put("n", 1L));
        runTask();
        look();
        produceAt(1, 1L);
        runTask();
        look();
        assertThat(table().schema().findType("local")).isEqualTo(Types.TimestampNanoType.withoutZone());
        assertThat(offsetsWhere(Expressions.isNull("local"))).containsExactly(0L);
    }

    private void createTable(String version, org.apache.iceberg.types.Type at) {
        catalog().createNamespace(Namespace.of("lake"));
        catalog()
                .createTable(
                        NAME,
                        new Schema(Types.NestedField.optional(1, "at", at)),
                        org.apache.iceberg.PartitionSpec.unpartitioned(),
                        Map.of("format-version", version));
    }

    @Test
    void aTableOfTheSecondVersionHasNone() throws IOException {
        createTable("2", Types.LongType.get());
        produceAt(0, 1_000L);
        assertThatThrownBy(this::runTask)
                .rootCause()
                .hasMessageContaining("timestamps of nanoseconds are in tables of format version 3 or later");
    }

    @Test
    void aColumnInMicrosecondsStaysSo() throws IOException {
        createTable("3", Types.TimestampType.withZone());
        produceAt(0, 1_000L);
        assertThatThrownBy(this::runTask)
                .rootCause()
                .hasMessageContaining("A column in microseconds needs types.as=nanos:micros");
        more.put("types.as", "nanos:micros");
        runTask();
        look();
        assertThat(rows().get(0).getField("at")).hasToString("1970-01-01T00:00:00.000001Z");
        assertThat(table().schema().findType("local")).isEqualTo(Types.TimestampType.withoutZone());
    }
}
