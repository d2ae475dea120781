package io.parquetry.connect.source.tracking;

import io.parquetry.connect.common.ledger.CommittedOffset;
import io.parquetry.connect.common.ledger.CommittedOffsets;
import io.parquetry.connect.common.ledger.CommittedOffsets.Broken;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.discover.DirectoryFailure;
import io.parquetry.connect.source.offset.SinkStream;
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
 *   <li>Only ledgers of topic-partitions of which the task has files are read. A stream whose ledger was not read, or
 *       cannot be read, is held: nothing of it is sent, since the position is not known before which all is published,
 *       and none of its files is moved or deleted. Other streams go on.
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
    private Map<SinkStream, Map<SinkStream, DataFile>> listed = Map.of();

    private Map<SinkStream, Map<SinkStream, DataFile>> listing = new HashMap<>();

    /** For streams beside others of their topic-partition, the directory of the ledger that bounds them, or "". */
    private final Map<SinkStream, String> bound = new HashMap<>();

    /** The topic-partitions of which the task has, or had, files, and their names in the paths of ledgers. */
    private final Map<SinkStream, String> seen = new HashMap<>();

    private final Set<String> seenNames = new HashSet<>();

    /** The topic-partitions whose ledgers were not read, because the task had no files of them. */
    private Set<String> passedOver = Set.of();

    /** The directories of connectors, or of all of them, that cannot be listed: any stream may have a ledger there. */
    private Map<String, String> unlisted = Map.of();

    /** The ledgers that cannot be read, of the last refresh, by their directories. */
    private Map<String, Broken> broken = Map.of();

    StreamLedgers(Storage storage) {
        this.storage = Objects.requireNonNull(storage, "storage");
    }

    /** Lists the task's files, to find out which ledgers must be read. */
    interface Look {
        void list() throws IOException;
    }

    /**
     * Reads the ledgers again; list the data files after this call to see all files of their positions. If it fails,
     * what was held stays held.
     *
     * @param look is called where there are ledgers of topic-partitions that were not known before
     */
    void refresh(Look look) throws IOException {
        Map<String, Broken> held = new TreeMap<>(broken);
        try {
            read(look);
            held.clear();
        } finally {
            // Where one ledger was read and another one fails, the first may be found broken. One that was repaired
            // stays held: the files before its position are not listed yet.
            noteBroken(held);
        }
    }

    private void read(Look look) throws IOException {
        Map<String, String> failed = new TreeMap<>();
        Set<String> connectors = new HashSet<>();
        listOrHold(
                LedgerDirectory.ROOT,
                failed,
                () -> storage.list(LedgerDirectory.ROOT, new ListingVisitor() {
                    @Override
                    public void file(StoredFile file) {}

                    @Override
                    public boolean enter(String directory) {
                        connectors.add(directory);
                        return false;
                    }
                }));
        if (failed.isEmpty()) {
            ledgers.keySet().retainAll(connectors);
        }
        connectors.forEach(directory ->
                ledgers.computeIfAbsent(directory, of -> new CommittedOffsets(new OneLedgerStorage(storage, of))));
        Set<String> unread = readSeen(failed);
        if (!passedOver.containsAll(unread)) {
            look.list();
            unread = readSeen(failed);
        }
        failed.forEach((directory, reason) -> {
            if (!unlisted.containsKey(directory)) {
                LOG.warn(
                        "The ledgers in {} cannot be listed: {}. No topic-partition of a sink is sent until they can;"
                                + " repair the directory, or give the worker's user access.",
                        directory,
                        reason);
            }
        });
        passedOver = unread;
        unlisted = failed;
    }

    /** Runs a listing; when only this directory fails, nothing that may have a ledger there is sent. */
    private void listOrHold(String directory, Map<String, String> failed, Look listing) throws IOException {
        try {
            listing.list();
        } catch (IOException e) {
            if (!DirectoryFailure.isOfDirectory(storage, e)) {
                throw e;
            }
            failed.put(directory, e.toString());
        }
    }

    /** Reads the ledgers of the topic-partitions that were seen, and returns the other topic-partitions. */
    private Set<String> readSeen(Map<String, String> failed) throws IOException {
        Set<String> unread = new HashSet<>();
        for (Map.Entry<String, CommittedOffsets> ledger : ledgers.entrySet()) {
            listOrHold(ledger.getKey(), failed, () -> ledger.getValue().refresh(partition -> reads(partition, unread)));
        }
        return unread;
    }

    private boolean reads(String partition, Set<String> unread) {
        boolean isSeen = seenNames.contains(partition);
        if (!isSeen) {
            unread.add(partition);
        }
        return isSeen;
    }

    /** @param held the ledgers that stay broken, whatever was read */
    private void noteBroken(Map<String, Broken> held) {
        Map<String, Broken> now = new TreeMap<>(held);
        ledgers.values().forEach(ledger -> now.putAll(ledger.broken()));
        now.forEach((directory, found) -> {
            Broken before = broken.get(directory);
            if (before == null || !before.reason().equals(found.reason())) {
                LOG.warn(
                        "The ledger {} cannot be read: {}. No record of its topic-partition is sent until it can; it is"
                                + " tried again at later scans, and other files are sent meanwhile",
                        directory,
                        found.reason());
            }
        });
        broken.keySet().stream()
                .filter(directory -> !now.containsKey(directory))
                .forEach(directory -> LOG.info("The ledger {} does not stop its topic-partition any more", directory));
        broken = now;
    }

    /** The number of ledgers that cannot be read. */
    int brokenCount() {
        return broken.size() + unlisted.size();
    }

    /** Whether nothing of a stream may be sent, moved or deleted, because its ledger is not known. */
    boolean isHeld(SinkStream stream) {
        if (!unlisted.isEmpty()) {
            return true;
        }
        if (passedOver.isEmpty() && broken.isEmpty()) {
            return false;
        }
        String partition = nameOf(stream);
        if (passedOver.contains(partition)) {
            return true;
        }
        String own = bound.getOrDefault(stream, "");
        return broken.entrySet().stream()
                .filter(ledger -> ledger.getValue().partition().equals(partition))
                .anyMatch(ledger -> own.isEmpty() || ledger.getKey().startsWith(own + "/"));
    }

    /** Whether the newest entry of a ledger names this file, or may name it. */
    boolean isNeeded(String path, Optional<SinkStream> stream) {
        return stream.filter(this::isHeld).isPresent() || isNeeded(path);
    }

    /**
     * Whether a file begins at or above the position of its stream's ledger, and no entry names it: another program has
     * given it the name.
     */
    boolean isUnexplained(DataFile file) {
        Optional<SinkStream> stream = file.stream();
        Optional<CommittedOffset> committed = stream.flatMap(this::of);
        if (committed.isEmpty() || isNeeded(file.path(), stream)) {
            return false;
        }
        CommittedOffset position = committed.get();
        StreamPoint first = file.first();
        boolean isPublished = first.generation() == position.generation()
                && position.published().contains(first.offset());
        return !isPublished && !first.isBefore(new StreamPoint(position.generation(), position.nextOffset()));
    }

    private boolean isNeeded(String path) {
        return ledgers.values().stream().anyMatch(ledger -> ledger.isNeeded(path));
    }

    /** Begins a scan. */
    void beginScan() {
        listing = new HashMap<>();
    }

    /** Takes a file that the scan lists. */
    void visit(DataFile file) {
        see(file);
        file.stream()
                .ifPresent(stream -> listing.computeIfAbsent(stream.anywhere(), any -> new HashMap<>(2))
                        .merge(stream, file, (one, two) -> one.last().isBefore(two.last()) ? two : one));
    }

    /** Notes that the task has this file. */
    void see(DataFile file) {
        file.stream()
                .map(SinkStream::anywhere)
                .filter(stream -> !seen.containsKey(stream))
                .ifPresent(stream -> {
                    seen.put(stream, nameOf(stream));
                    seenNames.add(seen.get(stream));
                });
    }

    /** The name is known of the streams of listed files, which are asked for at each scan. */
    private String nameOf(SinkStream stream) {
        String known = seen.get(stream.anywhere());
        return known != null ? known : CommittedOffsets.partition(stream.topic(), stream.partition());
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

    private void bind(SinkStream stream, String directory) {
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
    Set<SinkStream> streams(SinkStream topicPartition) {
        return listed.getOrDefault(topicPartition, Map.of()).keySet();
    }

    /** The streams in several directories that one connector wrote, by its ledger and then by topic-partition. */
    Set<SinkStream> ofOneLedger() {
        Map<String, Set<SinkStream>> shared = new HashMap<>();
        bound.forEach((stream, directory) -> {
            if (ledgers.containsKey(directory)) {
                shared.computeIfAbsent(directory + "/" + stream.anywhere(), each -> new HashSet<>())
                        .add(stream);
            }
        });
        Set<SinkStream> streams = new HashSet<>();
        shared.values().stream().filter(each -> each.size() > 1).forEach(streams::addAll);
        return streams;
    }

    /** Whether one connector wrote both streams, of one topic-partition, to two directories. */
    boolean areOfOneLedger(SinkStream one, SinkStream other) {
        return !one.equals(other)
                && one.anywhere().equals(other.anywhere())
                && ledgers.containsKey(bound.getOrDefault(one, ""))
                && bound.get(one).equals(bound.get(other));
    }

    /** The file of a stream with the largest offsets, of the last complete scan. */
    Optional<DataFile> newest(SinkStream stream) {
        return Optional.ofNullable(
                listed.getOrDefault(stream.anywhere(), Map.of()).get(stream));
    }

    /** The offset that the ledger of a stream has committed; empty for a stream without one. */
    Optional<CommittedOffset> of(SinkStream stream) {
        Set<SinkStream> all = new HashSet<>(streams(stream.anywhere()));
        all.addAll(listing.getOrDefault(stream.anywhere(), Map.of()).keySet());
        all.add(stream);
        return ledgers.entrySet().stream()
                .filter(ledger -> all.size() == 1 || ledger.getKey().equals(bound.get(stream)))
                .flatMap(ledger -> ledger.getValue().of(stream.topic(), stream.partition()).stream())
                .max(Comparator.comparing(offset -> new StreamPoint(offset.generation(), offset.nextOffset())));
    }
}
