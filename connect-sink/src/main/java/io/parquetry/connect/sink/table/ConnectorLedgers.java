package io.parquetry.connect.sink.table;

import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.StoredFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;

/** The ledgers of one connector in a storage. */
final class ConnectorLedgers {
    private final Storage storage;
    private final String connector;

    ConnectorLedgers(Storage storage, String connector) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.connector = Objects.requireNonNull(connector, "connector");
    }

    LedgerDirectory directory(TopicPartition partition) {
        return new LedgerDirectory(connector, partition.topic(), partition.partition());
    }

    /** The topics that the connector has ledgers of. */
    List<String> topics() throws IOException {
        List<String> found = new ArrayList<>();
        directories(LedgerDirectory.of(connector), name -> {
            // The names of topics that Kafka allows are not escaped, but for a dot at the beginning.
            String topic = name.startsWith("%2E") ? "." + name.substring(3) : name;
            if (LedgerDirectory.of(connector, topic).equals(LedgerDirectory.of(connector) + "/" + name)) {
                found.add(topic);
            }
        });
        return found;
    }

    /** The topic-partitions of these topics that have ledgers. */
    List<TopicPartition> of(Collection<String> topics) throws IOException {
        List<TopicPartition> found = new ArrayList<>();
        for (String topic : topics) {
            directories(LedgerDirectory.of(connector, topic), name -> {
                if (name.matches("0|[1-9][0-9]{0,8}")) {
                    found.add(new TopicPartition(topic, Integer.parseInt(name)));
                }
            });
        }
        return found;
    }

    private void directories(String directory, Consumer<String> names) throws IOException {
        storage.list(directory, new ListingVisitor() {
            @Override
            public void file(StoredFile file) {}

            @Override
            public boolean enter(String subdirectory) {
                names.accept(StoragePath.name(subdirectory));
                return false;
            }
        });
    }
}
