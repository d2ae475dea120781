package io.parquetry.connect.sink.table;

import io.parquetry.connect.common.ledger.TablePosition;
import io.parquetry.format.metadata.FileMetadata;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/**
 * What one append gives to a table. Its footers are in memory at the same time, so that it has limits; an entry is
 * never divided.
 */
final class AppendSlice {
    static final int FILES_MAX = 1_000;

    /** About 20 MB of statistics. */
    private static final long CHUNKS_MAX = 20_000;

    private final int filesMax;
    private final Map<String, String> properties = new TreeMap<>();
    private final Map<TopicPartition, TablePosition> positions = new HashMap<>();
    private final List<TableFile> files = new ArrayList<>();
    private long chunks;
    private long entries;
    private boolean isCut;

    AppendSlice(int filesMax) {
        this.filesMax = filesMax;
    }

    /** Adds the files of the entry after those that were added. */
    void add(TopicPartition partition, String property, TablePosition position, List<TableFile> ofEntry) {
        move(property, position);
        positions.put(partition, position);
        files.addAll(ofEntry);
        ofEntry.forEach(file -> chunks += chunks(Objects.requireNonNull(file).footer()));
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

    private static long chunks(FileMetadata footer) {
        return footer.rowGroups().stream()
                .mapToLong(group -> group.columns().size())
                .sum();
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

    List<TableFile> files() {
        return files;
    }

    long entries() {
        return entries;
    }
}
