package io.parquetry.simulation;

import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.StoragePath;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shows a process other ledger entries than there are, so that a check of the product finds what it wants to find: as if
 * the product had no such check. Without a {@link PlantedBug} of that kind it changes nothing.
 */
final class EntryView {
    private static final Pattern PREVIOUS = Pattern.compile("\"previous\":\"([0-9a-f-]{36})\"");
    private static final Pattern ID = Pattern.compile("\"id\":\"[0-9a-f-]{36}\"");

    private static final Pattern SEQUENCE = Pattern.compile("\"seq\":[0-9]+");
    private static final Pattern REPEATED_FILES = Pattern.compile("(\"repeated\":.*\"files\":)\\[[^]]*]");
    private static final Pattern POSITION = Pattern.compile("\"nextOffset\":([0-9]+)");

    private static final Pattern REPEATED = Pattern.compile(",\"repeated\":.*}(?=}$)");

    private final World world;
    private final boolean isReader;
    private final boolean isAppender;
    /** The id that an entry is expected to have, by its path. */
    private final Map<String, String> expected = new HashMap<>();
    /** What the process reads next instead of an entry, by its path. */
    private final Map<String, byte[]> forged = new HashMap<>();
    /** The entries that the process has created, read or seen, by their paths. */
    private final Map<String, byte[]> known = new HashMap<>();

    /** The ids of entries that are gone, and that the process has found without files, by their paths. */
    private final Map<String, String> passedOver = new HashMap<>();

    /** @param isReader whether the process only reads the ledger */
    private EntryView(World world, boolean isReader, boolean isAppender) {
        this.world = world;
        this.isReader = isReader;
        this.isAppender = isAppender;
    }

    static EntryView of(SimulatedProcess process) {
        return new EntryView(
                process.world(),
                process.name().startsWith("source"),
                process.name().startsWith("appender"));
    }

    private static byte[] withHigherPosition(byte[] document) {
        String text = new String(document, StandardCharsets.UTF_8);
        return POSITION.matcher(text)
                .replaceFirst(found -> "\"nextOffset\":" + (Long.parseLong(found.group(1)) + 2))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] repeatedWithoutFiles(byte[] document) {
        return REPEATED_FILES
                .matcher(new String(document, StandardCharsets.UTF_8))
                .replaceFirst("$1[]")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** The process begins to create a document. */
    void created(String path, byte[] document) {
        forged.clear();
        if (world.has(PlantedBug.ID_NOT_COMPARED_BY_CREATOR)) {
            expectPredecessor(path, document);
        } else if (world.has(PlantedBug.PREDECESSOR_NEVER_GONE)) {
            known.put(path, document);
        }
    }

    /** Returns what the process reads instead of a document. */
    byte[] seen(String path, byte[] document) {
        if (world.has(PlantedBug.PREDECESSOR_NEVER_GONE)) {
            known.put(path, document);
        }
        byte[] shown = document;
        String id = expected.remove(path);
        if (id != null) {
            shown = ID.matcher(new String(document, StandardCharsets.UTF_8))
                    .replaceFirst("\"id\":\"" + id + "\"")
                    .getBytes(StandardCharsets.UTF_8);
        }
        if (world.has(PlantedBug.LEDGER_POSITION_TOO_HIGH) && isReader) {
            shown = withHigherPosition(shown);
        }
        if (world.has(PlantedBug.REPEATED_WITHOUT_FILES)) {
            shown = repeatedWithoutFiles(shown);
        }
        if (passesOverGone(path)) {
            shown = following(path, shown);
            known.put(path, shown);
            passedOver.remove(path);
        }
        if (world.has(PlantedBug.NEWEST_NOT_CHECKED)) {
            byte[] predecessor = forged.remove(path);
            if (predecessor != null) {
                return predecessor;
            }
            forgePredecessor(path, document);
        }
        return shown;
    }

    /** What the process reads where there is no document any more. */
    Optional<byte[]> remembered(String path) {
        if (passesOverGone(path)) {
            return withoutFiles(path);
        }
        return Optional.ofNullable(known.get(path)).or(() -> Optional.ofNullable(forged.remove(path)));
    }

    /** The next read of the successor finds one without files, although there is none; returns its path. */
    String forgeSuccessor(String path, byte[] document) {
        LedgerEntry entry = LedgerEntry.parse(document);
        LedgerEntry successor = entry.followedBy(entry.nextOffset().orElse(0), entry.published(), List.of());
        String named = entry(path, successor.sequence());
        forged.put(named, successor.format());
        return named;
    }

    /** The next read of the predecessor finds one that has the expected id, whatever is there. */
    private void forgePredecessor(String path, byte[] document) {
        String text = new String(document, StandardCharsets.UTF_8);
        Matcher previous = PREVIOUS.matcher(text);
        OptionalLong sequence = LedgerDirectory.sequenceOf(StoragePath.name(path));
        if (sequence.isPresent() && previous.find()) {
            String predecessor = ID.matcher(text).replaceFirst("\"id\":\"" + previous.group(1) + "\"");
            predecessor = SEQUENCE.matcher(predecessor).replaceFirst("\"seq\":" + (sequence.getAsLong() - 1));
            forged.put(entry(path, sequence.getAsLong() - 1), predecessor.getBytes(StandardCharsets.UTF_8));
        }
    }

    private boolean passesOverGone(String path) {
        return world.has(PlantedBug.GONE_ENTRIES_PASSED_OVER) && isAppender && path.endsWith(".commit");
    }

    /** The entry as if it named the one that was passed over, where that is the one before. */
    private byte[] following(String path, byte[] document) {
        String id = passedOver.get(entry(path, LedgerEntry.parse(document).sequence() - 1));
        if (id == null) {
            return document;
        }
        String text =
                REPEATED.matcher(new String(document, StandardCharsets.UTF_8)).replaceFirst("");
        return PREVIOUS.matcher(text)
                .replaceFirst("\"previous\":\"" + id + "\"")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** An entry without files in place of one that is gone, if the process knows what it followed. */
    private Optional<byte[]> withoutFiles(String path) {
        long sequence = LedgerDirectory.sequenceOf(StoragePath.name(path)).orElseThrow();
        Optional<LedgerEntry> forgery = Optional.ofNullable(known.get(entry(path, sequence - 1)))
                .map(LedgerEntry::parse)
                .map(before -> before.followedBy(before.nextOffset().orElse(0), before.published(), List.of()));
        forgery.ifPresent(entry -> {
            known.put(path, entry.format());
            passedOver.put(path, entry.id().toString());
        });
        return forgery.map(LedgerEntry::format);
    }

    private static String entry(String sibling, long sequence) {
        return String.format("%s/%010d.commit", StoragePath.parent(sibling), sequence);
    }

    private void expectPredecessor(String path, byte[] document) {
        OptionalLong sequence = LedgerDirectory.sequenceOf(StoragePath.name(path));
        Matcher previous = PREVIOUS.matcher(new String(document, StandardCharsets.UTF_8));
        if (sequence.isPresent() && previous.find()) {
            expected.put(entry(path, sequence.getAsLong() - 1), previous.group(1));
        }
    }
}
