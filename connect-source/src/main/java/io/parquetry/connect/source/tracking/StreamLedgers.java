package io.parquetry.connect.source.tracking;

import io.parquetry.connect.common.ledger.CommittedOffset;
import io.parquetry.connect.common.ledger.CommittedOffsets;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.offset.Stream;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.format.ParquetException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which ledgers bound which streams.
 *
 * <ol type="a">
 *   <li>A topic-partition whose files are in one directory has all ledgers of the topic-partition: a connector may have
 *       got a new name. The largest position counts.
 *   <li>Where files of a topic-partition are in several directories, a stream has the ledger of the connector that
 *       wrote the newest file in its directory, as the footer of the file or the newest entry of the ledger says. A
 *       stream without such a ledger has none, and keeps a position for each file.
 * </ol>
 */
final class StreamLedgers {
    private static final Log LOG = Log.of(StreamLedgers.class);

    /** The key-value of a footer that names the connector that wrote the file. */
    private static final String CONNECTOR = "parquetry.connector";

    private final Storage storage;

    /** The ledgers of each connector, by their directory. */
    private final Map<String, CommittedOffsets> ledgers = new TreeMap<>();

    /** The newest file of each stream by topic-partition, of the last complete scan and of the present one. */
    private Map<Stream, Map<Stream, DataFile>> listed = Map.of();

    private Map<Stream, Map<Stream, DataFile>> listing = new HashMap<>();

    /** For streams beside others of their topic-partition, the directory of the ledger that bounds them, or "". */
    private final Map<Stream, String> bound = new HashMap<>();

    StreamLedgers(Storage storage) {
        this.storage = Objects.requireNonNull(storage, "storage");
    }

    /** Reads the ledgers again; list the data files after this call to see all files of their positions. */
    void refresh() throws IOException {
        Set<String> found = new HashSet<>();
        storage.list(LedgerDirectory.ROOT, new ListingVisitor() {
            @Override
            public void file(StoredFile file) {}

            @Override
            public boolean enter(String directory) {
                found.add(directory);
                return false;
            }
        });
        ledgers.keySet().retainAll(found);
        for (String directory : found) {
            ledgers.computeIfAbsent(directory, of -> new CommittedOffsets(new OneLedgerStorage(storage, of)))
                    .refresh();
        }
    }

    /** Whether the newest entry of a ledger names this file. */
    boolean isNeeded(String path) {
        return ledgers.values().stream().anyMatch(ledger -> ledger.isNeeded(path));
    }

    /** Begins a scan. */
    void beginScan() {
        listing = new HashMap<>();
    }

    /** Takes a file that the scan lists. */
    void visit(DataFile file) {
        file.stream()
                .ifPresent(stream -> listing.computeIfAbsent(stream.anywhere(), any -> new HashMap<>(2))
                        .merge(stream, file, (one, two) -> one.last().isBefore(two.last()) ? two : one));
    }

    /** Ends a scan that has listed all files, and finds the ledgers of streams that are beside others. */
    void finishScan() {
        listed = listing;
        listing = new HashMap<>();
        listed.values().stream()
                .filter(streams -> streams.size() > 1)
                .flatMap(streams -> streams.entrySet().stream())
                .filter(stream -> !bound.containsKey(stream.getKey()))
                .forEach(stream -> writer(stream.getValue()).ifPresent(found -> bind(stream.getKey(), found)));
    }

    private void bind(Stream stream, String directory) {
        bound.put(stream, directory);
        LOG.info(
                "Files of {} are in several directories, each of which is a stream of its own; {} {}",
                stream.anywhere(),
                stream,
                ledgers.containsKey(directory)
                        ? "has the ledger " + directory
                        : "has no ledger in this storage, so each of its files keeps its own position");
    }

    /** The directory of the ledgers of the connector that wrote a file; "" when that is not known. */
    private Optional<String> writer(DataFile file) {
        Optional<String> naming = ledgers.entrySet().stream()
                .filter(ledger -> ledger.getValue().isNeeded(file.path()))
                .map(Map.Entry::getKey)
                .findFirst();
        if (naming.isPresent()) {
            return naming;
        }
        try (ParquetReader reader = ParquetReader.open(storage.open(file.path()), ReaderOptions.DEFAULT)) {
            return Optional.of(reader.metadata()
                    .keyValue(CONNECTOR)
                    .filter(name -> !name.isEmpty())
                    .map(LedgerDirectory::of)
                    .orElse(""));
        } catch (IOException | ParquetException unreadable) {
            return Optional.empty();
        }
    }

    /** The streams of a topic-partition that the last complete scan has listed. */
    Set<Stream> streams(Stream topicPartition) {
        return listed.getOrDefault(topicPartition, Map.of()).keySet();
    }

    /** The offset that the ledger of a stream has committed; empty for a stream without one. */
    Optional<CommittedOffset> of(Stream stream) {
        Set<Stream> all = new HashSet<>(streams(stream.anywhere()));
        all.addAll(listing.getOrDefault(stream.anywhere(), Map.of()).keySet());
        all.add(stream);
        return ledgers.entrySet().stream()
                .filter(ledger -> all.size() == 1 || ledger.getKey().equals(bound.get(stream)))
                .flatMap(ledger -> ledger.getValue().of(stream.topic(), stream.partition()).stream())
                .max(Comparator.comparing(offset -> new StreamPoint(offset.generation(), offset.nextOffset())));
    }
}
