package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.storage.LocalStorage;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.KeyValue;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.metadata.SortingColumn;
import io.parquetry.format.model.PlainRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files are written with the configured options, and their footers have the origin of their records. */
class ParquetOptionsTest {
    private static final Schema VALUE = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("name", Schema.STRING_SCHEMA)
            .build();

    @TempDir
    private Path directory;

    private final Map<String, String> properties = new HashMap<>();

    @BeforeEach
    void minimalConfiguration() {
        properties.put("name", "archive");
        properties.put("storage.url", directory.toString());
    }

    private void write(int records, LongUnaryOperator id) {
        List<SinkRecord> log = LongStream.range(0, records)
                .mapToObj(offset -> new SinkRecord(
                        "orders",
                        0,
                        null,
                        null,
                        VALUE,
                        new Struct(VALUE).put("id", id.applyAsLong(offset)).put("name", "name-" + offset % 10),
                        offset,
                        1_000 + offset,
                        TimestampType.CREATE_TIME))
                .toList();
        FakeWorker worker = new FakeWorker(
                Map.of(new TopicPartition("orders", 0), new TreeMap<>(FakeWorker.log(log))),
                properties,
                new LocalStorage(directory),
                new ManualClock());
        worker.start();
        worker.drain(records);
        worker.stop();
    }

    /** The footers of all files, by their directories below the topic's. */
    private Map<String, FileMetadata> archive(int records) throws IOException {
        write(records, offset -> offset * 7 % records);
        Map<String, FileMetadata> footers = new TreeMap<>();
        Path topic = directory.resolve("topics/orders");
        try (Stream<Path> files = Files.walk(topic)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), ReaderOptions.DEFAULT)) {
                    footers.put(topic.relativize(file.getParent()).toString(), reader.metadata());
                }
            }
        }
        return footers;
    }

    private static Map<String, String> keyValues(FileMetadata footer) {
        return footer.keyValues().stream()
                .collect(Collectors.toMap(
                        KeyValue::key, keyValue -> keyValue.value().orElseThrow()));
    }

    /** The ids of the first file are all different, and those of the others are not. */
    @Test
    void aFileHasNoDictionaryThatDidNotPayInTheFileBefore() throws IOException {
        properties.put("flush.size", "2000");
        write(8_000, offset -> offset < 2_000 ? offset : offset % 10);
        List<Boolean> dictionaries = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory.resolve("topics/orders/partition=0"))) {
            for (Path file : files.sorted().toList()) {
                try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), ReaderOptions.DEFAULT)) {
                    ColumnChunkMetadata id =
                            reader.metadata().rowGroups().get(0).columns().get(0);
                    dictionaries.add(id.encodingIds().contains(Encoding.RLE_DICTIONARY.id()));
                }
            }
        }
        assertThat(dictionaries).containsExactly(false, false, true, true);
    }

    @Test
    void theFooterHasTheOriginOfTheRecordsAndConfiguredMetadata() throws IOException {
        properties.put("parquet.key.value.owner", "team a");
        Map<String, String> keyValues = keyValues(archive(100).get("partition=0"));
        assertThat(keyValues)
                .containsEntry("owner", "team a")
                .containsEntry("parquetry.connector", "archive")
                .containsEntry("parquetry.topic", "orders")
                .containsEntry("parquetry.partition", "0")
                .containsEntry("parquetry.offset.first", "0")
                .containsEntry("parquetry.offset.last", "99")
                .containsEntry("parquetry.records", "100")
                .containsEntry("parquetry.timestamp.first", "1000")
                .containsEntry("parquetry.timestamp.last", "1099")
                .containsKey("parquetry.connect.schema");
    }

    @Test
    void columnsAreWrittenAsConfigured() throws IOException {
        properties.put("parquet.codec", "lz4_raw");
        properties.put("parquet.encodings", "id:delta_binary_packed,unknown:plain");
        properties.put("parquet.bloom.filters", "name,unknown:100");
        properties.put("parquet.page.rows", "10");
        List<ColumnChunkMetadata> chunks =
                archive(100).get("partition=0").rowGroups().get(0).columns();
        assertThat(chunks).allSatisfy(chunk -> assertThat(chunk.codec()).isEqualTo(CompressionCodec.LZ4_RAW));
        assertThat(chunks.get(0).encodings())
                .contains(Encoding.DELTA_BINARY_PACKED)
                .doesNotContain(Encoding.RLE_DICTIONARY);
        assertThat(chunks.get(0).indexes().bloomFilterOffset()).isEmpty();
        assertThat(chunks.get(1).encodings()).contains(Encoding.RLE_DICTIONARY);
        assertThat(chunks.get(1).indexes().bloomFilterOffset()).isPresent();
    }

    @Test
    void rowsAreSortedByTheColumnsThatTheFileHas() throws IOException {
        properties.put("parquet.sort.by", "name:desc,unknown,id");
        RowGroupMetadata group = archive(100).get("partition=0").rowGroups().get(0);
        assertThat(group.sortingColumns())
                .containsExactly(new SortingColumn(1, true, false), new SortingColumn(0, false, false));
        try (Stream<Path> files = Files.walk(directory.resolve("topics"))) {
            Path file = files.filter(Files::isRegularFile).findFirst().orElseThrow();
            try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), ReaderOptions.DEFAULT)) {
                RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder());
                List<List<?>> rows = new ArrayList<>();
                while (cursor.next()) {
                    Map<?, ?> row = cursor.record();
                    rows.add(List.of(row.get("name"), row.get("id")));
                }
                assertThat(rows)
                        .hasSize(100)
                        .isSortedAccordingTo(Comparator.<List<?>, String>comparing(row -> (String) row.get(0))
                                .reversed()
                                .thenComparing(row -> (Long) row.get(1)));
            }
        }
    }

    @Test
    void columnsOfTheValueAreFoundBesideKafkasColumns() throws IOException {
        properties.put("record.metadata", "kafka");
        properties.put("parquet.encodings", "id:delta_binary_packed");
        ColumnChunkMetadata id = archive(10).get("partition=0").rowGroups().get(0).columns().stream()
                .filter(chunk -> chunk.path().equals(List.of("value", "id")))
                .findFirst()
                .orElseThrow();
        assertThat(id.encodings()).contains(Encoding.DELTA_BINARY_PACKED);
    }

    @Test
    void eachPathHasItsOwnDirectory() throws IOException {
        properties.put("path.template", "name=${value.name}/day=${timestamp:yyyy-MM-dd}/p=${partition}");
        assertThat(archive(100))
                .hasSize(10)
                .containsKey("name=name-0/day=1970-01-01/p=0")
                .allSatisfy((path, footer) -> assertThat(footer.rows()).isEqualTo(10));
    }
}
