package io.parquetry.connect.sink.table;

import io.parquetry.connect.common.ledger.LedgerEntry;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * The newest entry of each ledger as an appender read it last, so that it is not read again when it is ready. An entry
 * that was once in the line is the only one of its number that ever counts. 1,000 short entries at most: typically
 * 1 MB, and 10 MB where each has 32 files.
 */
final class KnownEntries {
    private static final int ENTRIES_MAX = 1_000;

    private final Map<TopicPartition, LedgerEntry> newest = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<TopicPartition, LedgerEntry> eldest) {
            return size() > ENTRIES_MAX;
        }
    };

    /** @param entry that is in the line */
    void see(TopicPartition partition, LedgerEntry entry) {
        if (entry.isShort()) {
            newest.put(partition, entry.withoutUploads());
        } else {
            newest.remove(partition);
        }
    }

    Optional<LedgerEntry> of(TopicPartition partition) {
        return Optional.ofNullable(newest.get(partition));
    }
}
