package io.parquetry.connect.sink.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.Await;
import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.common.ledger.TablePosition;
import io.parquetry.connect.common.schema.ColumnForm;
import io.parquetry.connect.common.storage.LocalStorage;
import io.parquetry.connect.sink.metrics.SinkMetric;
import io.parquetry.connect.sink.metrics.SinkTaskMetrics;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.Type;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The thread of a task looks at each of its tables, whatever happens to the others. */
class TaskTablesTest {
    private static final int LOOKS = 2;

    @TempDir
    private Path directory;

    private final SinkTaskMetrics metrics = new SinkTaskMetrics(List.of());
    private final Clock clock = Clock.fixed(Instant.ofEpochMilli(1_000), ZoneOffset.UTC);
    private final CountDownLatch looked = new CountDownLatch(LOOKS);
    private final CountDownLatch away = new CountDownLatch(LOOKS);

    /** How often a table was prepared, how long that takes, and whether it fails. */
    private int prepared;

    /** How often the columns of a file were asked for. */
    private int numbered;

    private long requestMs;
    private long monotonicMs;

    private boolean isAway;

    /** Fails in the way that its name says, or counts that it is read. */
    private final class NamedTable implements Table {
        private final String name;

        NamedTable(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Optional<State> read() throws IOException {
            switch (name) {
                case "away" -> {
                    away.countDown();
                    throw new IOException("no answer");
                }
                case "silent" -> throw new SocketTimeoutException("Read timed out");
                case "broken" -> throw new IllegalStateException("not a table");
                case "huge" -> throw new OutOfMemoryError("Java heap space");
                case "jarless" -> throw new NoClassDefFoundError("Signer");
                default -> looked.countDown();
            }
            return Optional.empty();
        }

        @Override
        public boolean append(State state, Append append) {
            throw new AssertionError("there is nothing to append");
        }

        @Override
        public State prepare(MessageType columns, Value value, CreationCheck creation) throws IOException {
            prepared++;
            monotonicMs += requestMs;
            if (isAway) {
                throw new IOException("no answer");
            }
            return null;
        }

        @Override
        public TableColumns numbered(MessageType columns, Value value) throws IOException {
            numbered++;
            monotonicMs += requestMs;
            if (isAway) {
                throw new IOException("no answer");
            }
            return TableColumns.withoutTable(columns);
        }

        @Override
        public void requireTypes(MessageType columns) {
            throw new AssertionError("no archive is adopted");
        }

        @Override
        public void acceptUnnumbered() {
            throw new AssertionError("no archive is adopted");
        }

        @Override
        public Set<List<String>> columnsWithDefault() {
            throw new AssertionError("no record comes");
        }

        @Override
        public boolean isPartitioned() {
            throw new AssertionError("no record comes");
        }

        @Override
        public TablePartition partition(SinkRecord record, RecordLayout layout) {
            throw new AssertionError("no record comes");
        }
    }

    private final class Provider implements TableProvider {
        @Override
        public String format() {
            return "named";
        }

        @Override
        public String catalogPrefix() {
            return "named.";
        }

        @Override
        public String catalogDescription() {
            return "";
        }

        @Override
        public void check(TableSettings settings, Faults faults) {}

        @Override
        public ColumnForm columns(TableSettings settings) {
            return ColumnForm.TABLE;
        }

        @Override
        public TableCatalog open(TableSettings settings, StorageSettings storage) {
            return new TableCatalog() {
                @Override
                public Table table(String identifier) {
                    return new NamedTable(identifier);
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public Map<String, String> probe(
                TableSettings settings, StorageSettings storage, Optional<String> topic, List<Type> columns) {
            return Map.of();
        }
    }

    private TaskTables start() {
        TableSettings settings = new TableSettings(
                new Provider(),
                TableSettings.TOPIC,
                true,
                "",
                true,
                Duration.ofMillis(10),
                Optional.empty(),
                Map.of(),
                Map.of(),
                true);
        return TaskTables.start(
                settings,
                "lake",
                Storages.settings(directory.toString()),
                () -> new LocalStorage(directory),
                metrics,
                clock);
    }

    @ParameterizedTest
    @ValueSource(strings = {"away", "silent", "broken", "huge", "jarless"})
    void aTableThatFailsKeepsNoOtherOneWaiting(String failing) throws InterruptedException {
        try (TaskTables tables = start()) {
            tables.open(List.of(new TopicPartition(failing, 0), new TopicPartition("orders", 0)));
            assertThat(looked.await(1, TimeUnit.MINUTES))
                    .as("looks at the other table")
                    .isTrue();
        }
        assertThat(metrics.value(SinkMetric.TABLE_FAILURES)).isPositive();
        assertThat(metrics.tableLagMs(clock.millis() + 7)).isEqualTo(7);
    }

    @Test
    void aTableThatGoesOnFailingIsCountedOnce() throws InterruptedException {
        try (TaskTables tables = start()) {
            tables.open(List.of(new TopicPartition("away", 0)));
            assertThat(away.await(1, TimeUnit.MINUTES)).isTrue();
        }
        assertThat(metrics.value(SinkMetric.TABLE_FAILURES)).isEqualTo(1);
    }

    /** Another task looks at it from then on, and this one would never hear that it was repaired. */
    @Test
    void aTableOfWhichTheTaskHasNoPartitionAnyMoreIsNotItsOwnToWaitFor() throws Exception {
        TopicPartition given = new TopicPartition("away", 0);
        try (TaskTables tables = start()) {
            tables.open(List.of(given, new TopicPartition("orders", 0)));
            assertThat(away.await(1, TimeUnit.MINUTES)).isTrue();
            assertThat(metrics.tableLagMs(clock.millis() + 7)).isEqualTo(7);

            tables.close(List.of(given));
            Await.until(
                    "no lag of a table of others",
                    Duration.ofMinutes(1),
                    () -> metrics.tableLagMs(clock.millis() + 7) == 0);
        }
    }

    /** A batch may be of many topics, and each has a table. */
    @ParameterizedTest
    @CsvSource({"true, 0", "false, 15000"})
    void aCatalogThatIsAwayOrSlowIsAskedOnceABatch(boolean away, long takesMs) throws IOException {
        MessageType columns = new MessageType("record", List.of());
        TopicTable.Patience patience = new TopicTable.Patience();
        List<TopicTable> tables = Stream.of("one", "two")
                .map(name -> new TopicTable(
                        new NamedTable(name), Duration.ZERO, () -> monotonicMs, state -> {}, () -> {}, patience))
                .toList();
        for (TopicTable table : tables) {
            table.prepare(columns, Table.Value.KNOWN);
        }
        isAway = away;
        requestMs = takesMs;
        for (int batch = 1; batch <= 2; batch++) {
            patience.startBatch();
            for (TopicTable table : tables) {
                table.prepare(columns, Table.Value.KNOWN);
            }
            assertThat(prepared).isEqualTo(2 + batch);
        }
    }

    /** Each partition asks for its table until the first answer; one that is not there is said at once. */
    @ParameterizedTest
    @CsvSource({"20000, 1", "0, 2"})
    void aCatalogThatDoesNotAnswerAtTheBeginningIsWaitedForOnceABatch(long takesMs, int questions) {
        MessageType columns = new MessageType("record", List.of());
        TopicTable.Patience patience = new TopicTable.Patience();
        TopicTable table = new TopicTable(
                new NamedTable("one"), Duration.ZERO, () -> monotonicMs, state -> {}, () -> {}, patience);
        isAway = true;
        requestMs = takesMs;
        for (int batch = 1; batch <= 2; batch++) {
            patience.startBatch();
            for (int partition = 0; partition < 2; partition++) {
                assertThatThrownBy(() -> table.prepare(columns, Table.Value.KNOWN))
                        .hasMessageContaining("no answer");
            }
            assertThat(prepared).isEqualTo(batch * questions);
        }
    }

    /** The columns of one file may be new to the catalog, and known to be in the table by another. */
    @Test
    void columnsForWhichTheCatalogIsSilentAreAskedForOnceABatch() throws IOException {
        MessageType columns = new MessageType("record", List.of());
        TopicTable.Patience patience = new TopicTable.Patience();
        TopicTable table = new TopicTable(
                new NamedTable("one"), Duration.ZERO, () -> monotonicMs, state -> {}, () -> {}, patience);
        table.prepare(columns, Table.Value.KNOWN);
        isAway = true;
        requestMs = 20_000;
        for (int batch = 1; batch <= 2; batch++) {
            patience.startBatch();
            for (int partition = 0; partition < 2; partition++) {
                assertThatThrownBy(() -> table.numbered(columns, Table.Value.KNOWN))
                        .hasMessageContaining("no answer");
            }
            assertThat(numbered).isEqualTo(batch);
        }
        isAway = false;
        patience.startBatch();
        assertThat(table.numbered(columns, Table.Value.KNOWN).schema()).isEqualTo(columns);
    }

    /** Its last entry is created while it is given back. */
    @Test
    void aPartitionThatIsGivenBackHasNoEntriesThatWait() {
        TopicPartition partition = new TopicPartition("orders", 0);
        try (TaskTables tables = start()) {
            tables.open(List.of(partition));
            tables.progress(partition).entryCreated(5);
            assertThat(tables.waitingEntries()).isEqualTo(4);
            tables.close(List.of(partition));
            tables.progress(partition).entryCreated(6);
            assertThat(tables.waitingEntries()).isZero();
        }
    }

    @Test
    void entriesWaitUntilTheTableIsKnownToHaveThem() {
        TopicPartition partition = new TopicPartition("orders", 0);
        TablePositions positions = new TablePositions();
        assertThat(positions.waitingEntries()).isZero();
        positions.open(partition);
        positions.of(partition).entryCreated(1);
        assertThat(positions.waitingEntries())
                .as("the newest entry is not ready")
                .isZero();
        positions.of(partition).entryCreated(5);
        assertThat(positions.waitingEntries()).isEqualTo(4);
        positions.see(partition, new TablePosition(3, UUID.randomUUID()));
        assertThat(positions.waitingEntries()).isEqualTo(1);
        positions.forget(partition);
        assertThat(positions.waitingEntries()).isZero();
    }

    @Test
    void aTableThatHasEverythingIsNotBehind() throws InterruptedException {
        try (TaskTables tables = start()) {
            tables.open(List.of(new TopicPartition("orders", 0)));
            assertThat(looked.await(1, TimeUnit.MINUTES)).isTrue();
        }
        assertThat(metrics.value(SinkMetric.TABLE_FAILURES)).isZero();
        assertThat(metrics.tableLagMs(clock.millis() + 7)).isZero();
    }
}
