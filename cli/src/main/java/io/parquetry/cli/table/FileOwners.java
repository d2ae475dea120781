package io.parquetry.cli.table;

import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.sink.config.SinkSettings;
import io.parquetry.connect.sink.file.FooterMetadata;
import io.parquetry.connect.sink.table.TableAdoption.ArchivedFile;
import io.parquetry.format.ParquetException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * Which files of a topic-partition are a connector's own, where others write the topic to the same storage. A footer
 * has the name that its connector had then; after {@code ledger rename} another connector may have that name.
 */
final class FileOwners {
    private final Storage storage;
    private final String connector;
    private final Optional<String> topicsDirectory;

    /** The directories of the ledgers that other connectors have. */
    private final Set<String> otherLedgers = new HashSet<>();

    enum Owner {
        CONNECTOR,
        OTHER,

        /** It is below the connector's topics.dir, and has the name of another connector. */
        CLAIMED,

        /** It is elsewhere, and has neither the connector's name nor that of another one. */
        UNKNOWN,

        /** The file has gone. */
        NONE
    }

    FileOwners(Storage storage, SinkSettings settings) throws IOException {
        this.storage = storage;
        this.connector = settings.connector();
        this.topicsDirectory = settings.routing().topicsDirectory();
        storage.list(LedgerDirectory.ROOT, file -> {
            String ledger = StoragePath.parent(file.path());
            String owner = StoragePath.parent(StoragePath.parent(ledger));
            if (LedgerDirectory.sequenceOf(file.name()).isPresent() && !owner.equals(LedgerDirectory.of(connector))) {
                otherLedgers.add(ledger);
            }
        });
    }

    /** Whether another connector has a ledger of a topic-partition. */
    boolean isShared(TopicPartition partition) {
        String end = new LedgerDirectory(connector, partition.topic(), partition.partition()).pathBelow("");
        return otherLedgers.stream().anyMatch(ledger -> ledger.endsWith(end));
    }

    /** The owner of a file of a topic-partition that is shared. */
    Owner of(ArchivedFile file) throws IOException {
        boolean isBelow = topicsDirectory
                .filter(directory -> file.stored().path().startsWith(directory + "/"))
                .isPresent();
        Optional<String> name;
        try (ParquetReader reader =
                ParquetReader.open(storage.open(file.stored().path()), ReaderOptions.DEFAULT)) {
            name = FooterMetadata.connector(reader.metadata()).filter(text -> !text.isEmpty());
        } catch (NoSuchFileException deleted) {
            return Owner.NONE;
        } catch (ParquetException unreadable) {
            name = Optional.empty();
        }
        if (name.filter(connector::equals).isPresent()) {
            return Owner.CONNECTOR;
        }
        if (name.filter(text -> hasLedger(text, file)).isPresent()) {
            return isBelow ? Owner.CLAIMED : Owner.OTHER;
        }
        return isBelow ? Owner.CONNECTOR : Owner.UNKNOWN;
    }

    private boolean hasLedger(String name, ArchivedFile file) {
        return otherLedgers.contains(
                new LedgerDirectory(name, file.name().topic(), file.name().partition()).path());
    }

    /** What is said of a file whose owner cannot be told. */
    String doubt(ArchivedFile file, Owner owner) {
        String path = file.stored().path();
        return owner == Owner.CLAIMED
                ? path + ": names another connector, and is in " + topicsDirectory.orElseThrow()
                        + "/. Move it elsewhere,"
                        + " or rename the ledger of that connector if the file is not that connector's"
                : path + ": may be another connector's. Move it out of the storage, or add"
                        + " --config topics.dir=DIRECTORY if the files of its directory are this connector's";
    }
}
