package io.parquetry.connect.common.ledger;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Reads the committed positions from the ledgers of all sinks that write to a storage.
 *
 * <ol type="a">
 *   <li>The sink creates an entry before it publishes the files of the entry, and the next entry only when all of them
 *       are published. So the newest entry counts once all its files are published, and its predecessor until then.
 *   <li>Where several connectors have a ledger of one topic-partition, the one with the largest position counts: the
 *       other connectors are no longer in use.
 *   <li>Entries never change, so each is read once.
 *   <li>A ledger without a position does not count: its sink has published no file, so all published files are older.
 *       From the first commit on the ledger counts, also while that commit publishes its files.
 * </ol>
 */
public final class CommittedOffsets {
    private static final int ENTRY_BYTES_MAX = 64 << 20;
    private static final int FORMAT = 1;
    private static final int LEDGER_PATH_NAMES = 5;
    private static final CommittedOffset NOTHING = new CommittedOffset(0, 0);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Storage storage;
    private final Map<String, Known> known = new HashMap<>();
    private final Set<String> needed = new HashSet<>();
    private Map<String, CommittedOffset> positions = Map.of();

    /** The newest entry of one ledger, once all its files are published. */
    private record Known(long sequence, Optional<CommittedOffset> committed, List<String> files) {}

    public CommittedOffsets(Storage storage) {
        this.storage = Objects.requireNonNull(storage, "storage");
    }

    /**
     * Reads the ledgers again. Positions never decrease; list the data files after this call to see all files of a
     * position.
     *
     * @throws IOException when the storage fails
     * @throws ConnectException when an entry is malformed, or of a later version
     */
    public void refresh() throws IOException {
        Map<String, TreeMap<Long, String>> ledgers = new HashMap<>();
        storage.list(LedgerDirectory.ROOT, file -> {
            OptionalLong sequence = LedgerDirectory.sequenceOf(file.name());
            if (sequence.isPresent() && file.path().split("/").length == LEDGER_PATH_NAMES) {
                ledgers.computeIfAbsent(StoragePath.parent(file.path()), directory -> new TreeMap<>())
                        .put(sequence.getAsLong(), file.path());
            }
        });
        Map<String, CommittedOffset> found = new HashMap<>();
        needed.clear();
        for (Map.Entry<String, TreeMap<Long, String>> ledger : ledgers.entrySet()) {
            String partition = partitionOf(ledger.getKey());
            committed(ledger.getKey(), ledger.getValue())
                    .ifPresent(position -> found.merge(partition, position, CommittedOffsets::larger));
        }
        positions = found;
    }

    /** The committed position of a topic-partition; empty when no ledger of it has a position. */
    public Optional<CommittedOffset> of(String topic, int partition) {
        return Optional.ofNullable(positions.get(partitionOf(new LedgerDirectory("any", topic, partition).path())));
    }

    /**
     * Whether the newest entry of a ledger names this file. A sink that takes over a partition requires the files of
     * that entry, so such a file must not be moved or deleted before there is a newer entry.
     */
    public boolean isNeeded(String path) {
        return needed.contains(path);
    }

    /** The path of a ledger without the root and the connector. */
    private static String partitionOf(String directory) {
        String[] names = directory.split("/");
        return names[2] + "/" + names[3];
    }

    private static CommittedOffset larger(CommittedOffset one, CommittedOffset two) {
        if (one.generation() != two.generation()) {
            return one.generation() > two.generation() ? one : two;
        }
        return one.nextOffset() > two.nextOffset() ? one : two;
    }

    private Optional<CommittedOffset> committed(String directory, TreeMap<Long, String> entries) throws IOException {
        Map.Entry<Long, String> newest = entries.lastEntry();
        Known before = known.get(directory);
        if (before != null && before.sequence() == newest.getKey()) {
            needed.addAll(before.files());
            return before.committed();
        }
        JsonNode entry = read(newest.getValue());
        List<String> files = new ArrayList<>();
        entry.path("files").forEach(file -> files.add(file.path("final").asText()));
        needed.addAll(files);
        if (arePublished(newest.getValue(), entry)) {
            Optional<CommittedOffset> committed = position(newest.getValue(), entry);
            known.put(directory, new Known(newest.getKey(), committed, files));
            return committed;
        }
        Map.Entry<Long, String> predecessor = entries.lowerEntry(newest.getKey());
        Optional<CommittedOffset> committed =
                predecessor == null ? Optional.empty() : position(predecessor.getValue(), read(predecessor.getValue()));
        return Optional.of(committed.orElse(NOTHING));
    }

    /** The position of an entry; empty for a ledger without a position. */
    private static Optional<CommittedOffset> position(String path, JsonNode entry) {
        int generation = (int) number(path, entry, "generation");
        if (entry.has("nextOffset")) {
            return Optional.of(new CommittedOffset(generation, number(path, entry, "nextOffset")));
        }
        return generation == 0 ? Optional.empty() : Optional.of(new CommittedOffset(generation, 0));
    }

    private boolean arePublished(String path, JsonNode entry) throws IOException {
        for (JsonNode file : entry.path("files")) {
            String name = file.path("final").asText();
            if (name.isEmpty()) {
                throw unreadable(path, "a file has no \"final\" name");
            }
            if (storage.length(name).isEmpty() && isUnpublished(path, file)) {
                return false;
            }
        }
        return true;
    }

    /** A file with neither name was published and then removed by somebody: it counts as published. */
    private boolean isUnpublished(String path, JsonNode file) throws IOException {
        String temporary = file.path("temp").asText();
        if (temporary.isEmpty()) {
            throw unreadable(path, "a file has no \"temp\" name");
        }
        return storage.length(StoragePath.in(StoragePath.parent(path), temporary))
                .isPresent();
    }

    private JsonNode read(String path) throws IOException {
        try {
            JsonNode entry = JSON.readTree(storage.read(path, ENTRY_BYTES_MAX));
            if (number(path, entry, "format") != FORMAT) {
                throw unreadable(
                        path,
                        "it has format " + entry.get("format") + ", this version of Parquetry reads " + FORMAT
                                + "; use the version that wrote it");
            }
            return entry;
        } catch (JsonProcessingException e) {
            throw unreadable(path, "it is not JSON: " + e.getOriginalMessage());
        } catch (NoSuchFileException dropped) {
            throw new IOException(
                    storage.url() + ", " + path
                            + ": the sink deleted this entry while the ledger was read; the next attempt reads a newer"
                            + " entry",
                    dropped);
        }
    }

    private static long number(String path, JsonNode entry, String field) {
        JsonNode value = entry.path(field);
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw unreadable(path, "\"" + field + "\" must be a whole number, but is " + value);
        }
        return value.longValue();
    }

    private static ConnectException unreadable(String path, String reason) {
        return new ConnectException("cannot read the ledger " + path + ": " + reason);
    }
}
