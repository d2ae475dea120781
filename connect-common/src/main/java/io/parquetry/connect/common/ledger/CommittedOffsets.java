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
 * Looks into the ledgers of all sinks that write to a storage. An entry is created before the files that it names get
 * their names, and the entry after the next only when all have them; so what the newest entry says holds once its files
 * can be seen, and until then what its predecessor says.
 *
 * <p>Where several connectors have a ledger of one topic-partition, the furthest one counts: the others' sinks have come
 * to an end. Entries never change, so each is read once.
 *
 * <p>A ledger that has no position yet settles nothing and holds nothing up: the sink that began it has published no file,
 * so what can be seen is older than it. From its first commit on, it counts as soon as that begins.
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
    private Map<String, CommittedOffset> furthest = Map.of();

    /** What was last found in one ledger. */
    private record Known(long sequence, Optional<CommittedOffset> settled, List<String> files) {}

    public CommittedOffsets(Storage storage) {
        this.storage = Objects.requireNonNull(storage, "storage");
    }

    /**
     * Looks again. What is settled stays so; to see its files, list them after this.
     *
     * @throws IOException when the storage fails
     * @throws ConnectException when an entry is no entry, or one of a later version
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
            settled(ledger.getKey(), ledger.getValue())
                    .ifPresent(settled -> found.merge(partition, settled, CommittedOffsets::further));
        }
        furthest = found;
    }

    /** How far this topic-partition is settled; empty when there is no ledger of it that has a position. */
    public Optional<CommittedOffset> of(String topic, int partition) {
        return Optional.ofNullable(furthest.get(partitionOf(new LedgerDirectory("any", topic, partition).path())));
    }

    /**
     * Whether the newest entry of a ledger names this file. A sink that takes over looks for the files of that entry, and
     * stops when one is gone; so nobody may take it away before there is a newer one.
     */
    public boolean isNeeded(String path) {
        return needed.contains(path);
    }

    /** The path of a ledger without the root and the connector. */
    private static String partitionOf(String directory) {
        String[] names = directory.split("/");
        return names[2] + "/" + names[3];
    }

    private static CommittedOffset further(CommittedOffset one, CommittedOffset two) {
        if (one.generation() != two.generation()) {
            return one.generation() > two.generation() ? one : two;
        }
        return one.nextOffset() > two.nextOffset() ? one : two;
    }

    private Optional<CommittedOffset> settled(String directory, TreeMap<Long, String> entries) throws IOException {
        Map.Entry<Long, String> newest = entries.lastEntry();
        Known before = known.get(directory);
        if (before != null && before.sequence() == newest.getKey()) {
            needed.addAll(before.files());
            return before.settled();
        }
        JsonNode entry = read(newest.getValue());
        List<String> files = new ArrayList<>();
        entry.path("files").forEach(file -> files.add(file.path("final").asText()));
        needed.addAll(files);
        if (filesCanBeSeen(newest.getValue(), entry)) {
            Optional<CommittedOffset> settled = settled(newest.getValue(), entry);
            known.put(directory, new Known(newest.getKey(), settled, files));
            return settled;
        }
        Map.Entry<Long, String> predecessor = entries.lowerEntry(newest.getKey());
        Optional<CommittedOffset> settled =
                predecessor == null ? Optional.empty() : settled(predecessor.getValue(), read(predecessor.getValue()));
        return Optional.of(settled.orElse(NOTHING));
    }

    /** Empty for a ledger that has no position yet. */
    private static Optional<CommittedOffset> settled(String path, JsonNode entry) {
        int generation = (int) number(path, entry, "generation");
        if (entry.has("nextOffset")) {
            return Optional.of(new CommittedOffset(generation, number(path, entry, "nextOffset")));
        }
        return generation == 0 ? Optional.empty() : Optional.of(new CommittedOffset(generation, 0));
    }

    private boolean filesCanBeSeen(String path, JsonNode entry) throws IOException {
        for (JsonNode file : entry.path("files")) {
            String name = file.path("final").asText();
            if (name.isEmpty()) {
                throw unreadable(path, "a file has no \"final\" name");
            }
            if (storage.length(name).isEmpty() && waitsForItsName(path, file)) {
                return false;
            }
        }
        return true;
    }

    /** A file that has neither name was visible once, and somebody took it away: it holds nothing up. */
    private boolean waitsForItsName(String path, JsonNode file) throws IOException {
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
            throw unreadable(path, "it is no JSON: " + e.getOriginalMessage());
        } catch (NoSuchFileException dropped) {
            throw new IOException(
                    storage.url() + ", " + path + ": was dropped while it was looked for; this passes", dropped);
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
