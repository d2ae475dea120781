package io.parquetry.connect.sink.table;

import io.parquetry.connect.common.ledger.TablePosition;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    private final int filesMax;
    private final Map<String, String> properties = new TreeMap<>();
    private final Map<TopicPartition, TablePosition> positions = new HashMap<>();
    private final List<Table.Entry> files = new ArrayList<>();
    private long chunks;
    private long entries;
    private boolean isCut;

    AppendSlice(int filesMax) {
        this.filesMax = filesMax;
    }

    /** The files of an entry of a ledger. */
    static final class OfEntry {
        private final List<Table.Entry> files = new ArrayList<>();
        private long chunks;

        void add(Table.Entry file, FileMetadata footer) {
            files.add(Objects.requireNonNull(file, "file"));
            for (RowGroupMetadata group : footer.rowGroups()) {
                chunks += group.columns().size();
            }
        }
    }

    /** Adds the files of the entry after those that were added. */
    void add(TopicPartition partition, String property, TablePosition position, OfEntry entry) {
        move(property, position);
        positions.put(partition, position);
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

    Map<String, String> properties() {
        return properties;
    }

    Map<TopicPartition, TablePosition> positions() {
        return positions;
    }

    List<Table.Entry> files() {
        return files;
    }

    long entries() {
        return entries;
    }
}
