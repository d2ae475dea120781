package io.parquetry.connect.sink.table;

import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.ledger.TablePosition;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.commit.TableProgress;
import io.parquetry.connect.sink.config.SinkSettings;
import io.parquetry.connect.sink.metrics.SinkTaskMetrics;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/** Looks for files to append as the thread of a task does, when a test says so. */
public final class AppendLooks implements AutoCloseable {
    private final Storage storage;
    private final TableCatalog catalog;
    private final Table table;
    private final TablePositions positions = new TablePositions();
    private final SinkSettings settings;
    private final TableAppends appends;

    /**
     * What a look did.
     *
     * @param reasons the fault of each partition that waits for a person
     */
    public record Result(long appended, boolean moved, int faults, Map<TopicPartition, String> reasons) {}

    /** @param filesMax files of one append */
    public AppendLooks(Map<String, String> properties, String topic, int filesMax) throws IOException {
        this(
                SinkSettings.of(properties),
                topic,
                filesMax,
                Storages.open(SinkSettings.of(properties).storage()));
    }

    /** @param storage of the ledgers and data files; closed with the looks */
    public AppendLooks(SinkSettings settings, String topic, int filesMax, Storage storage) throws IOException {
        this.settings = settings;
        StorageSettings where = settings.storage();
        TableSettings tables = settings.table().orElseThrow();
        this.storage = storage;
        this.catalog = tables.provider().open(tables, where);
        this.table = catalog.table(tables.identifier(topic));
        this.appends = new TableAppends(
                table,
                storage,
                settings.connector(),
                tables.branch(),
                positions,
                new SinkTaskMetrics(List.of()),
                filesMax);
    }

    public Result look(Collection<String> topics) throws IOException {
        TableAppends.Outcome outcome = appends.look(topics, () -> true);
        return new Result(outcome.appended(), outcome.moved(), outcome.faults(), appends.faults());
    }

    /** Reads what the table has of a ledger, as its owner does from time to time. */
    public void read(TopicPartition partition) throws IOException {
        Optional<String> branch = settings.table().orElseThrow().branch();
        table.read()
                .map(state -> state.properties().get(TablePositions.property(settings.connector(), partition, branch)))
                .flatMap(TablePosition::parse)
                .ifPresent(position -> positions.see(partition, position));
    }

    /** What was read last. */
    public TableProgress progress(TopicPartition partition) {
        return positions.of(partition);
    }

    @Override
    public void close() throws IOException {
        catalog.close();
        storage.close();
    }
}
