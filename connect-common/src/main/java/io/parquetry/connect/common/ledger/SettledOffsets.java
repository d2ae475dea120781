package io.parquetry.connect.common.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * Looks into the ledgers of all sinks that write to a storage. An entry is created before the files that it names get
 * their names, and the entry after the next only when all have them; so what the newest entry says holds once its files
 * can be seen, and until then what its predecessor says.
 *
 * <p>Where several connectors have a ledger of one topic-partition, the furthest one counts: the others' sinks have come
 * to an end. Entries never change, so each is read once.
 */
public final class SettledOffsets {
    private static final int ENTRY_BYTES_MAX = 64 << 20;
    private static final int FORMAT = 1;
    private static final int LEDGER_PATH_NAMES = 5;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Storage storage;
    private final Map<String, Known> known = new HashMap<>();
    private Map<String, Settled> furthest = Map.of();

    /** What was last found in one ledger. */
    private record Known(long sequence, Settled settled) {}

    public SettledOffsets(Storage storage) {
        this.storage = Objects.requireNonNull(storage, "storage");
    }

    /**
     * Looks again. What is settled stays so; to see its files, list them after this.
     *
     * @throws IOException when the storage fails, also when an entry is no entry
     */
    public void refresh() throws IOException {
        Map<String, TreeSet<Long>> ledgers = new HashMap<>();
        storage.list(LedgerDirectory.ROOT, file -> {
            OptionalLong sequence = LedgerDirectory.sequenceOf(file.name());
            if (sequence.isPresent() && file.path().split("/").length == LEDGER_PATH_NAMES) {
                ledgers.computeIfAbsent(StoragePath.parent(file.path()), directory -> new TreeSet<>())
                        .add(sequence.getAsLong());
            }
        });
        Map<String, Settled> found = new HashMap<>();
        for (Map.Entry<String, TreeSet<Long>> ledger : ledgers.entrySet()) {
            String partition = partitionOf(ledger.getKey());
            Settled settled = settled(ledger.getKey(), ledger.getValue());
            found.merge(partition, settled, SettledOffsets::further);
        }
        furthest = found;
    }

    /** How far this topic-partition is settled; empty when there is no ledger of it. */
    public Optional<Settled> of(String topic, int partition) {
        return Optional.ofNullable(furthest.get(partitionOf(new LedgerDirectory("any", topic, partition).path())));
    }

    /** The path of a ledger without the root and the connector. */
    private static String partitionOf(String directory) {
        String[] names = directory.split("/");
        return names[2] + "/" + names[3];
    }

    private static Settled further(Settled one, Settled two) {
        if (one.generation() != two.generation()) {
            return one.generation() > two.generation() ? one : two;
        }
        return one.nextOffset() > two.nextOffset() ? one : two;
    }

    private Settled settled(String directory, TreeSet<Long> sequences) throws IOException {
        long newest = sequences.last();
        Known before = known.get(directory);
        if (before != null && before.sequence() == newest) {
            return before.settled();
        }
        JsonNode entry = read(directory, newest);
        if (filesCanBeSeen(directory, entry)) {
            Settled settled = settled(directory, entry);
            known.put(directory, new Known(newest, settled));
            return settled;
        }
        Long predecessor = sequences.lower(newest);
        return predecessor == null ? new Settled(0, 0) : settled(directory, read(directory, predecessor));
    }

    private static Settled settled(String directory, JsonNode entry) throws IOException {
        long nextOffset = entry.has("nextOffset") ? number(directory, entry, "nextOffset") : 0;
        return new Settled((int) number(directory, entry, "generation"), nextOffset);
    }

    private boolean filesCanBeSeen(String directory, JsonNode entry) throws IOException {
        for (JsonNode file : entry.path("files")) {
            String path = file.path("final").asText();
            if (path.isEmpty()) {
                throw new IOException(storage.url() + ", ledger " + directory + ": a file has no \"final\" name");
            }
            if (storage.length(path).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    private JsonNode read(String directory, long sequence) throws IOException {
        String[] names = directory.split("/");
        String path = directory + "/"
                + StoragePath.name(new LedgerDirectory("any", "any", Integer.parseInt(names[3])).entry(sequence));
        try {
            JsonNode entry = JSON.readTree(storage.read(path, ENTRY_BYTES_MAX));
            if (number(directory, entry, "format") != FORMAT) {
                throw new IOException(storage.url() + ", " + path + ": has format " + entry.get("format")
                        + ", this version of Parquetry reads " + FORMAT + "; use the version that wrote it");
            }
            return entry;
        } catch (NoSuchFileException dropped) {
            throw new IOException(
                    storage.url() + ", " + path + ": was dropped while it was looked for; this passes", dropped);
        }
    }

    private static long number(String directory, JsonNode entry, String field) throws IOException {
        JsonNode value = entry.path(field);
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new IOException(
                    "ledger " + directory + ": \"" + field + "\" must be a whole number, but is " + value);
        }
        return value.longValue();
    }
}
