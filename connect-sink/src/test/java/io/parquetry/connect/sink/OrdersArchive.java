package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.storage.Storage;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.io.LocalInputFile;
import io.parquetry.format.model.PlainRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/** Checks with two readers that each record of a topic with two partitions is in an archive once. */
final class OrdersArchive {
    static final TopicPartition ZERO = new TopicPartition("orders", 0);
    static final TopicPartition ONE = new TopicPartition("orders", 1);
    static final int RECORDS = 1_500;

    private static final Schema VALUE = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("text", Schema.STRING_SCHEMA)
            .build();

    private OrdersArchive() {}

    static Map<TopicPartition, NavigableMap<Long, SinkRecord>> log() {
        return log(RECORDS);
    }

    /** @param records of each partition */
    static Map<TopicPartition, NavigableMap<Long, SinkRecord>> log(int records) {
        return Map.of(ZERO, log(ZERO, records), ONE, log(ONE, records));
    }

    private static NavigableMap<Long, SinkRecord> log(TopicPartition partition, int records) {
        return FakeWorker.log(LongStream.range(0, records)
                .mapToObj(offset -> new SinkRecord(
                        partition.topic(),
                        partition.partition(),
                        null,
                        null,
                        VALUE,
                        new Struct(VALUE).put("id", offset).put("text", offset + "-".repeat(2_000)),
                        offset))
                .toList());
    }

    /** @param copy a local directory with the files that readers see, written with {@code record.metadata=kafka} */
    static void requireEachRecordOnce(Path copy) throws Exception {
        requireEachRecordOnce(copy, RECORDS);
    }

    /** @param records of each partition */
    static void requireEachRecordOnce(Path copy, int records) throws Exception {
        List<String> expected = new ArrayList<>();
        for (int partition = 0; partition < 2; partition++) {
            for (long offset = 0; offset < records; offset++) {
                expected.add(partition + "/" + offset + "/" + offset);
            }
        }
        expected.sort(null);
        assertThat(byOwnReader(copy)).isEqualTo(expected);
        assertThat(byDuckDb(copy)).isEqualTo(expected);
    }

    /** No temporary file is left. */
    static void requireNoLeftovers(Storage storage) throws IOException {
        List<String> leftovers = new ArrayList<>();
        storage.list("_parquetry", file -> {
            if (file.name().endsWith(".tmp")) {
                leftovers.add(file.path());
            }
        });
        assertThat(leftovers).isEmpty();
    }

    private static List<String> byOwnReader(Path copy) throws IOException {
        List<String> found = new ArrayList<>();
        List<Path> files;
        try (Stream<Path> tree = Files.walk(copy)) {
            files = tree.filter(file -> file.toString().endsWith(".parquet")).toList();
        }
        for (Path file : files) {
            try (ParquetReader reader = ParquetReader.open(
                    LocalInputFile.open(file),
                    ReaderOptions.builder()
                            .checksums(ReaderOptions.Checksums.VERIFY)
                            .build())) {
                RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder());
                while (cursor.next()) {
                    Map<?, ?> row = cursor.record();
                    Map<?, ?> kafka = (Map<?, ?>) row.get("_kafka");
                    found.add(kafka.get("partition") + "/" + kafka.get("offset") + "/"
                            + ((Map<?, ?>) row.get("value")).get("id"));
                }
            }
        }
        found.sort(null);
        return found;
    }

    private static List<String> byDuckDb(Path copy) throws Exception {
        List<String> found = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT _kafka.\"partition\", _kafka.\"offset\", \"value\".id FROM read_parquet('" + copy
                                + "/**/*.parquet')")) {
            while (rows.next()) {
                found.add(rows.getInt(1) + "/" + rows.getLong(2) + "/" + rows.getLong(3));
            }
        }
        found.sort(null);
        return found;
    }
}
