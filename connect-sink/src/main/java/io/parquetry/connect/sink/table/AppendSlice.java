package io.parquetry.connect.sink.table;

import io.parquetry.connect.common.ledger.TablePosition;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/**
 * What one append gives to a table. The statistics of its files are in memory at the same time, so that it has limits;
 * an entry of the ledger is never divided.
 */
final class AppendSlice {
    static final int FILES_MAX = 1_000;

    /** About 20 MB of statistics. */
    private static final long CHUNKS_MAX = 20_000;

    /** The largest timestamp of a record, in the key-value metadata of each file. */
    private static final String LAST_TIMESTAMP = "parquetry.timestamp.last";

    private final int filesMax;
    private final Map<String, String> properties = new TreeMap<>();
    private final Map<TopicPartition, OfPartition> partitions = new HashMap<>();
    private final List<Table.Entry> files = new ArrayList<>();
    private long chunks;
    private long entries;
    private boolean isCut;

    AppendSlice(int filesMax) {
        this.filesMax = filesMax;
    }

    /** The files of an entry of a ledger. */
    static final class OfEntry {
        private final long nextOffset;
        private final List<Table.Entry> files = new ArrayList<>();
        private long chunks;
        private long rows;
        private long lastOffset = -1;
        private OptionalLong validThrough = OptionalLong.empty();

        OfEntry(ReadyEntries.Ready entry) {
            this.nextOffset = entry.nextOffset();
        }

        void add(long last, Table.Entry asEntry, FileMetadata footer) {
            files.add(Objects.requireNonNull(asEntry, "asEntry"));
            for (RowGroupMetadata group : footer.rowGroups()) {
                chunks += group.columns().size();
            }
            rows += footer.rows();
            String time = footer.keyValue(LAST_TIMESTAMP).orElse("");
            if (last < nextOffset && last > lastOffset && time.matches("-?[0-9]{1,18}")) {
                lastOffset = last;
                validThrough = OptionalLong.of(Long.parseLong(time));
            }
        }

        boolean isFull() {
            return files.size() >= FILES_MAX || chunks >= CHUNKS_MAX;
        }
    }

    /** What the slice has of a topic-partition. */
    static final class OfPartition {
        private TablePosition position;
        private long rows;
        private OptionalLong validThrough = OptionalLong.empty();

        TablePosition position() {
            return position;
        }

        long rows() {
            return rows;
        }

        /**
         * The largest time of the last file before which no offset is missing: if the times of the records are in the
         * order of their offsets, the table has all that are older. Milliseconds; empty when no such file is new.
         */
        OptionalLong validThrough() {
            return validThrough;
        }
    }

    /** Adds the files of the entry after those that were added. */
    void add(TopicPartition partition, String property, TablePosition position, OfEntry entry) {
        move(property, position);
        OfPartition of = partitions.computeIfAbsent(partition, key -> new OfPartition());
        of.position = position;
        of.rows += entry.rows;
        of.validThrough = entry.validThrough.isPresent() ? entry.validThrough : of.validThrough;
        files.addAll(entry.files);
        chunks += entry.chunks;
        entries++;
    }

    /** Sets a position without files, after which there is more to append. */
    void begin(String property, TablePosition position) {
        move(property, position);
        cut();
    }

    private void move(String property, TablePosition position) {
        properties.put(property, position.text());
    }

    /** Something is left for the next append. */
    void cut() {
        isCut = true;
    }

    boolean isCut() {
        return isCut;
    }

    boolean isFull() {
        return files.size() >= filesMax || chunks >= CHUNKS_MAX;
    }

    /** How many files more make it full. */
    int filesLeft() {
        return filesMax - files.size();
    }

    boolean isEmpty() {
        return properties.isEmpty();
    }

    /** The commit, with what the snapshot says of each topic-partition. */
    Table.Append append(Table.State state, String connector, Optional<String> branch) {
        Map<String, String> facts = new TreeMap<>();
        Map<String, String> summary = new TreeMap<>();
        partitions.forEach((partition, of) -> {
            of.validThrough()
                    .ifPresent(time ->
                            facts.put(TablePositions.validThrough(connector, partition, branch), Long.toString(time)));
            summary.put(TablePositions.records(connector, partition, branch), Long.toString(of.rows()));
        });
        Map<String, String> after = new TreeMap<>(state.properties());
        after.putAll(facts);
        summary.putAll(TablePositions.allValidThrough(after, branch));
        return new Table.Append(properties, facts, summary, files);
    }

    Map<String, String> properties() {
        return properties;
    }

    Map<TopicPartition, OfPartition> partitions() {
        return partitions;
    }

    List<Table.Entry> files() {
        return files;
    }

    long entries() {
        return entries;
    }
}
