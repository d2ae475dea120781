package io.parquetry.connect.sink.table;

import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.naming.PathValues;
import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.StoredFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
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
            String topic = PathValues.unescaped(name);
            if (LedgerDirectory.of(connector, topic).equals(LedgerDirectory.of(connector) + "/" + name)) {
                found.add(topic);
            }
        });
        return found;
    }

    /**
     * What a listing has shown of a ledger.
     *
     * @param highest number of an entry; 0 for none
     * @param second the highest below that; 0 for none
     * @param isMarked whether there is the marker that files were appended
     */
    record Listed(long highest, long second, boolean isMarked) {
        private static final Listed NOTHING = new Listed(0, 0, false);

        private Listed with(long sequence) {
            return sequence > highest
                    ? new Listed(sequence, highest, isMarked)
                    : new Listed(highest, Math.max(second, sequence), isMarked);
        }

        private Listed marked() {
            return new Listed(highest, second, true);
        }

        /** As {@link io.parquetry.connect.common.ledger.LedgerReader#newestSequence} returns it. */
        OptionalLong newest() {
            return highest == 0 ? OptionalLong.empty() : OptionalLong.of(highest);
        }
    }

    /** The topic-partitions of these topics that have ledgers, as one listing of a topic shows them. */
    Map<TopicPartition, Listed> of(Collection<String> topics) throws IOException {
        Map<TopicPartition, Listed> found = new LinkedHashMap<>();
        for (String topic : topics) {
            storage.list(LedgerDirectory.of(connector, topic), new Numbers(topic, found));
        }
        return found;
    }

    /** The numbers of entries in each directory that has the name of a partition. */
    private record Numbers(String topic, Map<TopicPartition, Listed> found) implements ListingVisitor {
        private Optional<TopicPartition> partition(String directory) {
            String name = StoragePath.name(directory);
            return name.matches("0|[1-9][0-9]{0,8}")
                    ? Optional.of(new TopicPartition(topic, Integer.parseInt(name)))
                    : Optional.empty();
        }

        @Override
        public boolean enter(String directory) {
            Optional<TopicPartition> partition = partition(directory);
            partition.ifPresent(each -> found.putIfAbsent(each, Listed.NOTHING));
            return partition.isPresent();
        }

        @Override
        public void file(StoredFile file) {
            OptionalLong sequence = LedgerDirectory.sequenceOf(file.name());
            if (sequence.isPresent()) {
                see(file, listed -> listed.with(sequence.getAsLong()));
            } else if (file.name().equals(LedgerDirectory.APPENDED)) {
                see(file, Listed::marked);
            }
        }

        private void see(StoredFile file, UnaryOperator<Listed> more) {
            partition(StoragePath.parent(file.path()))
                    .ifPresent(each -> found.put(each, more.apply(found.getOrDefault(each, Listed.NOTHING))));
        }
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
