package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.Type;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.TypeUtil;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A null without schema, as key or as value, is one of any column that the table has or will have. */
class IcebergTombstonesTest extends TopicToTable {
    private static final Schema KEY =
            SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();

    private void produce(long offset, Object key, Object value) {
        log.computeIfAbsent(ZERO, partition -> new TreeMap<>())
                .put(
                        offset,
                        new SinkRecord(
                                TOPIC,
                                0,
                                key == null ? null : key instanceof Struct ? KEY : Schema.INT64_SCHEMA,
                                key,
                                value instanceof Struct ? VALUE : null,
                                value,
                                offset));
    }

    /** @param size of files: tombstones are alone in a file, or with others */
    @ParameterizedTest
    @CsvSource({"nested, 1", "nested, 2", "nested, 100", "flat, 1", "flat, 100"})
    void tombstonesAndNullKeysAreFirstLastAndBetween(String layout, String size) throws IOException {
        more.put("record.layout", layout);
        more.put("flush.size", size);
        produce(0, null, null);
        produce(1, 1L, null);
        produce(2, 2L, order(2));
        produce(3, null, order(3));
        produce(4, null, null);
        produce(5, 5L, order(5));
        runTask();
        produce(6, null, null);
        runTask();
        produce(7, 7L, order(7));
        runTask();
        assertThat(look().faults()).isZero();
        assertThat(offsets()).isEqualTo(produced());
        assertThat(idsInFiles())
                .isNotEmpty()
                .isSubsetOf(TypeUtil.indexById(table().schema().asStruct()).keySet());
        for (Record row : rows()) {
            Record kafka = (Record) row.getField("_kafka");
            SinkRecord sent = log.get(ZERO).get((Long) kafka.getField("offset"));
            assertThat(kafka.getField("key")).isEqualTo(sent.key());
            Record value = layout.equals("flat") ? row : (Record) row.getField("value");
            assertThat(value == null ? null : value.getField("id"))
                    .isEqualTo(sent.value() == null ? null : sent.kafkaOffset());
        }
        if (layout.equals("flat")) {
            assertThat(table().schema().findField("value")).isNull();
        }
    }

    /** ClickHouse refuses a table with a file of which it does not know a column. */
    private Set<Integer> idsInFiles() throws IOException {
        Set<Integer> ids = new TreeSet<>();
        try (Stream<Path> files = Files.walk(directory.resolve("topics"))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".parquet")).toList()) {
                try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), ReaderOptions.DEFAULT)) {
                    addIds(reader.schema().fields(), ids);
                }
            }
        }
        return ids;
    }

    private static void addIds(List<Type> columns, Set<Integer> ids) {
        for (Type column : columns) {
            column.fieldId().ifPresent(ids::add);
            if (column instanceof GroupType group) {
                addIds(group.fields(), ids);
            }
        }
    }

    /** A later record of the batch has the columns of the table that is created. */
    @ParameterizedTest
    @CsvSource({"nested, value.id", "flat, id"})
    void aTableThatIsPartitionedBeginsWithATombstone(String layout, String column) throws IOException {
        more.put("record.layout", layout);
        more.put("table.partition.by", column);
        produce(0, null, null);
        produce(1, 1L, order(1));
        runTask();
        assertThat(look().faults()).isZero();
        assertThat(offsets()).isEqualTo(produced());
        assertThat(rows(Expressions.isNull(column))).hasSize(1);
    }

    /** Until then the table has the rows without a partition; nobody may change its columns later. */
    @ParameterizedTest
    @CsvSource({"nested, 'day(value.at)', true", "flat, 'bucket(4, id), day(at)', true", "flat, '', false"})
    void aTableBeginsWithTombstonesOnly(String layout, String partitionBy, String evolve) throws IOException {
        more.put("record.layout", layout);
        more.put("table.partition.by", partitionBy);
        more.put("table.evolve", evolve);
        more.put("flush.size", "1");
        produce(0, 1L, null);
        produce(1, null, null);
        runTask();
        assertThat(look().faults()).isZero();
        produce(2, null, null);
        FakeWorker worker = start();
        produce(3, null, order(3));
        produce(4, null, null);
        worker.drain(5);
        stop(worker);
        produce(5, 1L, order(5));
        runTask();
        assertThat(look().faults()).isZero();
        assertThat(offsets()).isEqualTo(produced());
        assertThat(table().spec().fields().stream().map(field -> field.name() + field.transform()))
                .containsExactlyElementsOf(
                        layout.equals("nested")
                                ? List.of("value.at_dayday")
                                : evolve.equals("true") ? List.of("id_bucketbucket[4]", "at_dayday") : List.of());
        assertThat(rows(Expressions.equal(layout.equals("nested") ? "value.id" : "id", 3L)))
                .hasSize(1);
        assertThat(table().properties()).doesNotContainKey("parquetry.unfinished");
    }

    /** @param size of files: with 100 the tombstone is spilled, and read again for the columns of the next record */
    @ParameterizedTest
    @CsvSource({"json, 1", "json, 100", "variant, 1", "variant, 100"})
    void tombstonesAmongValuesWithoutSchema(String schemaless, String size) throws IOException {
        more.put("schemaless", schemaless);
        more.put("flush.size", size);
        more.put("table.properties.format-version", "3");
        produce(0, null, null);
        produce(1, null, Map.of("a", 1L));
        produce(2, null, null);
        runTask();
        produce(3, null, null);
        runTask();
        assertThat(look().faults()).isZero();
        assertThat(offsets()).isEqualTo(produced());
        List<Object> values = rows().stream()
                .map(row -> row.getField("value"))
                .filter(Objects::nonNull)
                .toList();
        assertThat(values).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "100"})
    void structsAsKeys(String size) throws IOException {
        more.put("flush.size", size);
        produce(0, null, order(0));
        produce(1, new Struct(KEY).put("id", 1L), order(1));
        produce(2, null, order(2));
        runTask();
        assertThat(look().faults()).isZero();
        assertThat(offsets()).isEqualTo(produced());
    }
}
