package io.parquetry.connect.sink.table;

import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.format.UsageException;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The table of a topic as those see it who write its files: columns and partitions. It is read once an interval; while
 * the catalog is away, what was read last counts, and only files with new columns wait.
 */
public final class TopicTable {
    private static final int SCHEMAS_MAX = 256;

    private final Table table;
    private final Duration interval;
    private final LongSupplier monotonicMs;
    private final Consumer<Table.State> reader;
    private final Table.CreationCheck creation;
    private final Patience patience;
    private final Map<MessageType, TableColumns> numbered = new HashMap<>();

    /** The columns that the catalog was asked for in vain. */
    private final Set<MessageType> waiting = new HashSet<>();

    private Optional<SinkRecord> sample = Optional.empty();
    private boolean isPrepared;
    private boolean isDue = true;
    private long preparedMs;

    /**
     * How long a batch has waited for the catalog. One that is slow, or does not answer, costs a task some seconds a
     * batch, and not for each of its tables: the task must be back in time for its next poll.
     */
    static final class Patience {
        private static final long MAX_MS = 10_000;

        private long leftMs = MAX_MS;

        /** The failure of a request that has taken all of that time; null for none. */
        private IOException silence;

        void startBatch() {
            leftMs = MAX_MS;
            silence = null;
        }

        /** @throws IOException when the catalog did not answer before in this batch */
        private void requireNoSilence() throws IOException {
            if (silence != null) {
                throw new IOException(silence.getMessage(), silence);
            }
        }
    }

    /** A request to the catalog. */
    @FunctionalInterface
    private interface Request<T> {
        T run() throws IOException;
    }

    /**
     * @param reader is told what the table says each time it is read
     * @param creation whether the table may be created
     * @param patience shared by the tables of a task
     */
    TopicTable(
            Table table,
            Duration interval,
            LongSupplier monotonicMs,
            Consumer<Table.State> reader,
            Table.CreationCheck creation,
            Patience patience) {
        this.table = Objects.requireNonNull(table, "table");
        this.interval = interval;
        this.monotonicMs = monotonicMs;
        this.reader = reader;
        this.creation = creation;
        this.patience = patience;
    }

    /**
     * Looks whether an interval has passed; not for each record.
     *
     * @param withValues the records of the batch that are no tombstones
     */
    void startBatch(Stream<SinkRecord> withValues) {
        isDue = !isPrepared || monotonicMs.getAsLong() - preparedMs >= interval.toMillis();
        sample = isPrepared ? Optional.empty() : withValues.findFirst();
    }

    /** A record of the batch that is no tombstone; empty where there is none, and once the table was read. */
    public Optional<SinkRecord> sample() {
        return sample;
    }

    /** Whether the table is to be {@linkplain #prepare prepared} before the next record. */
    public boolean isDue() {
        return isDue;
    }

    /**
     * Reads the table. While the catalog is away, what was read before counts.
     *
     * @param columns of a table that is created
     * @param value whether those of values are among them
     */
    public void prepare(MessageType columns, Table.Value value) throws IOException {
        if (patience.leftMs > 0 || !isPrepared) {
            read(columns, value);
        }
        isPrepared = true;
        isDue = false;
        preparedMs = monotonicMs.getAsLong();
    }

    private void read(MessageType columns, Table.Value value) throws IOException {
        try {
            patience.requireNoSilence();
            reader.accept(timed(() -> table.prepare(columns, value, creation)));
            numbered.clear();
        } catch (IOException e) {
            patience.leftMs = 0;
            if (!isPrepared) {
                throw e;
            }
        }
    }

    private <T> T timed(Request<T> request) throws IOException {
        long beganMs = monotonicMs.getAsLong();
        try {
            return request.run();
        } catch (IOException e) {
            if (monotonicMs.getAsLong() - beganMs >= Patience.MAX_MS) {
                patience.silence = e;
            }
            throw e;
        } finally {
            patience.leftMs -= monotonicMs.getAsLong() - beganMs;
        }
    }

    /**
     * The columns of a file with the field ids of the table.
     *
     * @param value whether the columns of values are among them
     * @throws UsageException when the table cannot have them
     */
    public TableColumns numbered(MessageType columns, Table.Value value) throws IOException {
        TableColumns known = numbered.get(columns);
        if (known == null) {
            known = number(columns, value);
            if (numbered.size() == SCHEMAS_MAX) {
                numbered.clear();
            }
            numbered.put(columns, known);
        }
        return known;
    }

    /** Each partition comes with the same columns; other columns need no catalog, or are asked for once. */
    private TableColumns number(MessageType columns, Table.Value value) throws IOException {
        if (waiting.contains(columns)) {
            patience.requireNoSilence();
        }
        try {
            TableColumns found = timed(() -> table.numbered(columns, value));
            waiting.remove(columns);
            return found;
        } catch (DataException e) {
            throw new UsageException(e.getMessage());
        } catch (IOException e) {
            if (waiting.size() == SCHEMAS_MAX) {
                waiting.clear();
            }
            waiting.add(columns);
            throw e;
        }
    }

    /** The columns that have a value in files without them, by their paths; none before the table was read. */
    public Set<List<String>> columnsWithDefault() {
        return isPrepared ? table.columnsWithDefault() : Set.of();
    }

    public boolean isPartitioned() {
        return table.isPartitioned();
    }

    /**
     * The partition of a record, of a table that is partitioned.
     *
     * @param layout of the record
     */
    public TablePartition partition(SinkRecord record, RecordLayout layout) {
        return table.partition(record, layout);
    }
}
