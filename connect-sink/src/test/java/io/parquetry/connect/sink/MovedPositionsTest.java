package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.FakeWorker.Reset;
import io.parquetry.connect.sink.config.SinkSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Positions that a request moves to where there is no ledger yet, and to where there is no record. */
class MovedPositionsTest {
    private static final TopicPartition ZERO = OrdersArchive.ZERO;

    @TempDir
    private Path directory;

    private final Map<TopicPartition, NavigableMap<Long, SinkRecord>> log =
            Map.of(ZERO, OrdersArchive.log(10).get(ZERO));
    private final Map<String, String> properties = new HashMap<>();

    @BeforeEach
    void configure() {
        properties.put("name", "archive");
        properties.put("storage.url", directory.toUri().toString());
    }

    private void move(Long offset) {
        Map<TopicPartition, Long> moved = new HashMap<>();
        moved.put(ZERO, offset);
        assertThat(new ParquetSinkConnector().alterOffsets(properties, moved)).isTrue();
    }

    private void run(Reset reset) throws IOException {
        try (Storage storage = Storages.open(SinkSettings.of(properties).storage())) {
            FakeWorker worker = new FakeWorker(log, properties, storage, Clock.systemUTC())
                    .resettingTo(reset)
                    .start();
            try {
                worker.drain(20);
            } finally {
                worker.stop();
            }
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> tree = Files.walk(directory)) {
            return tree.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".parquet"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void aPartitionWithoutALedgerBeginsWhereItWasMovedLast() throws IOException {
        move(7L);
        move(null);
        move(3L);
        move(3L);
        run(Reset.LATEST);
        assertThat(names()).singleElement().asString().startsWith("orders+0+0000000003+0000000009");
        move(5L);
        run(Reset.LATEST);
        assertThat(names()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"orders,-3,must not be negative", "'',0,not one that Kafka allows", "a/../b,0,not one that Kafka allows"
    })
    void aRequestThatNamesNoPartitionMovesNothing(String topic, int partition, String reason) throws IOException {
        Map<TopicPartition, Long> moved = new LinkedHashMap<>();
        moved.put(ZERO, 7L);
        moved.put(new TopicPartition(topic, partition), 7L);
        assertThatThrownBy(() -> new ParquetSinkConnector().alterOffsets(properties, moved))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining(reason);
        run(Reset.EARLIEST);
        assertThat(names()).singleElement().asString().startsWith("orders+0+0000000000+0000000009");
    }

    /** Wherever the consumer goes from there, no record is passed over in silence. */
    @ParameterizedTest
    @EnumSource(Reset.class)
    void aPositionBeyondTheEndFailsUntilItIsMovedBack(Reset reset) throws IOException {
        log.get(ZERO).tailMap(6L).clear();
        run(Reset.EARLIEST);
        move(100L);
        NavigableMap<Long, SinkRecord> records = OrdersArchive.log(10).get(ZERO);
        if (reset == Reset.LATEST) {
            run(reset);
        }
        log.get(ZERO).putAll(records);
        if (reset == Reset.EARLIEST) {
            assertThatThrownBy(() -> run(reset)).hasMessageContaining("where 100 was expected");
        }
        move(6L);
        run(reset);
        assertThat(names())
                .extracting(name -> name.replaceAll("(\\+g\\d+)?\\.parquet", ""))
                .containsExactly("orders+0+0000000000+0000000005", "orders+0+0000000006+0000000009");
    }
}
