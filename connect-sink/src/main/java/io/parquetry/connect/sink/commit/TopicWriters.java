package io.parquetry.connect.sink.commit;

import io.parquetry.connect.common.ledger.LedgerException;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.ListingVisitor;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.StoredFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Which connector writes a topic into a directory: two that do would write each record twice.
 *
 * <ol type="a">
 *   <li>A mark below {@link LedgerDirectory#ROOT} has the connector's name. It is created only if its name is free, and
 *       before the first file.
 *   <li>Marks are numbered, and the last one counts. The one after it is created only when its connector has no ledger
 *       of the topic any more: it was renamed, or its ledger was deleted.
 *   <li>A directory on the way to the one that is written may be the root of another connector's storage. A connector
 *       leaves a mark there too, which has the written directory as its second line. Who finds it in its own root
 *       cannot see that connector's ledger, so the mark counts until somebody deletes it.
 *   <li>A directory above or below one that is written has the same readers. Their marks are looked up before the first
 *       mark is created, and once more afterwards: of two that begin at a time at least one finds the other.
 * </ol>
 */
public final class TopicWriters {
    private static final int MARKS_MAX = 1_000;
    private static final int MARK_BYTES_MAX = 1 << 16;
    private static final Log LOG = Log.of(TopicWriters.class);

    /** The number of the last entry that a partition without a past can have before its first file. */
    private static final long BEGINNING = 2;

    /** The first commit of a connector that has just begun may still come. */
    private static final Duration FIRST_COMMIT = Duration.ofMinutes(10);

    private final Storage storage;
    private final String connector;
    private final Clock clock;

    /** Topics and directories of which the marks have this connector's name. */
    private final Set<String> marked = new HashSet<>();

    public TopicWriters(Storage storage, String connector, Clock clock) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.connector = Objects.requireNonNull(connector, "connector");
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    /**
     * Makes sure that no other connector writes the topic into the directory, and tells when this one did and has
     * forgotten it.
     *
     * @param sequence of the newest entry of the partition that is written
     * @throws LedgerException when another one does
     */
    public void mark(String topic, String directory, long sequence) throws IOException {
        String key = topic + "\n" + directory;
        if (marked.contains(key)) {
            return;
        }
        if (isFirst(topic, directory)) {
            requireNoOther(topic, directory);
        }
        String root = StoragePath.parent(directory);
        do {
            root = StoragePath.parent(root);
            mark(topic, directory, root, sequence);
        } while (!root.isEmpty());
        marked.add(key);
    }

    private void mark(String topic, String directory, String root, long sequence) throws IOException {
        String below = root.isEmpty() ? directory : directory.substring(root.length() + 1);
        String marks = StoragePath.in(root, LedgerDirectory.writers(topic, below));
        String own = root.isEmpty() ? connector : connector + "\n" + directory;
        for (int number = 1; number <= MARKS_MAX; number++) {
            String path = LedgerDirectory.writer(marks, number);
            if (storage.createIfAbsent(path, own.getBytes(StandardCharsets.UTF_8))) {
                deleteUnfinished(marks);
                if (root.isEmpty()) {
                    requireNoOtherSince(topic, directory, path);
                }
                return;
            }
            if (storage.find(LedgerDirectory.writer(marks, number + 1)).isPresent()) {
                continue;
            }
            String mark = new String(storage.read(path, MARK_BYTES_MAX), StandardCharsets.UTF_8);
            if (mark.equals(own)) {
                deleteUnfinished(marks);
                if (root.isEmpty() && sequence <= BEGINNING) {
                    warnOfLostLedger(topic, directory, path);
                }
                return;
            }
            String[] lines = mark.split("\n", 2);
            if (lines[0].isEmpty()) {
                throw new LedgerException("the file " + path + " in " + storage.url()
                        + " is empty, where the name of a connector must be. Delete it, and restart the task");
            }
            requireGone(new Other(lines[0], lines.length > 1 ? lines[1] : below, path), topic, directory);
        }
        throw new LedgerException("topic " + topic + " had " + MARKS_MAX + " writers into " + directory + "; delete "
                + marks + " in " + storage.url());
    }

    private void warnOfLostLedger(String topic, String directory, String mark) throws IOException {
        long old = clock.millis() - FIRST_COMMIT.toMillis();
        boolean isOld =
                storage.find(mark).filter(file -> file.modifiedMs() < old).isPresent();
        String ledger = LedgerDirectory.of(connector, topic);
        if (isOld && !hasEntries(ledger, BEGINNING)) {
            LOG.warn(
                    "{}: connector \"{}\" has written this topic into {} before, and has no ledger of it any more, so"
                            + " records may be written twice. If that is not wanted, stop the connector, delete the"
                            + " files of this start, and restore {} or move the position",
                    topic,
                    connector,
                    directory,
                    ledger);
        }
    }

    private boolean isFirst(String topic, String directory) throws IOException {
        return storage.find(LedgerDirectory.writer(LedgerDirectory.writers(topic, directory), 1))
                .isEmpty();
    }

    /** A connector that began at the same time may do the same, so that both fail once. */
    private void requireNoOtherSince(String topic, String directory, String mark) throws IOException {
        try {
            requireNoOther(topic, directory);
        } catch (LedgerException taken) {
            storage.delete(mark);
            throw taken;
        }
    }

    /** Fails if another connector writes the topic into a directory above or below this one. */
    private void requireNoOther(String topic, String directory) throws IOException {
        for (String above = StoragePath.parent(directory); !above.isEmpty(); above = StoragePath.parent(above)) {
            requireNoOtherAt(LedgerDirectory.writers(topic, above), topic, directory);
        }
        String below = LedgerDirectory.writersBelow(directory);
        List<String> directories = new ArrayList<>();
        storage.list(LedgerDirectory.WRITERS, new ListingVisitor() {
            @Override
            public void file(StoredFile file) {}

            @Override
            public boolean enter(String marks) {
                if (marks.startsWith(below)) {
                    directories.add(marks);
                }
                return false;
            }
        });
        for (String marks : directories) {
            requireNoOtherAt(LedgerDirectory.writersIn(marks, topic), topic, directory);
        }
    }

    private void requireNoOtherAt(String marks, String topic, String directory) throws IOException {
        String last = null;
        for (int number = 1; number <= MARKS_MAX; number++) {
            String path = LedgerDirectory.writer(marks, number);
            if (storage.find(path).isEmpty()) {
                break;
            }
            last = path;
        }
        if (last == null) {
            return;
        }
        String other = new String(storage.read(last, MARK_BYTES_MAX), StandardCharsets.UTF_8).split("\n", 2)[0];
        String ledger = LedgerDirectory.of(other, topic);
        if (!other.isEmpty() && !other.equals(connector) && hasEntries(ledger)) {
            Other writer = new Other(other, directory, last);
            throw taken(writer, topic, "a directory above or below " + directory, "", "delete " + ledger);
        }
    }

    /**
     * Another connector that wrote the directory.
     *
     * @param directory as it is called from the root of that connector's storage
     * @param mark the path of its mark
     */
    private record Other(String connector, String directory, String mark) {}

    /** Fails unless the other connector has no ledger of the topic any more. */
    private void requireGone(Other other, String topic, String directory) throws IOException {
        int before = directory.length() - other.directory().length();
        if (before < 0) {
            throw taken(other, topic, directory, ", whose storage.url is above that one", "delete " + other.mark());
        }
        String root = before == 0 ? "" : directory.substring(0, before - 1);
        String ledger = StoragePath.in(root, LedgerDirectory.of(other.connector(), topic));
        if (!hasEntries(ledger)) {
            return;
        }
        throw root.isEmpty()
                ? taken(
                        other,
                        topic,
                        directory,
                        "",
                        "stop \"" + connector + "\", and either delete " + LedgerDirectory.of(connector, topic)
                                + " and run bin/parquetry ledger rename to go on where it was, or delete " + ledger)
                : taken(other, topic, directory, ", whose storage.url is " + root + " there", "delete " + ledger);
    }

    private boolean hasEntries(String ledger) throws IOException {
        return hasEntries(ledger, 0);
    }

    private boolean hasEntries(String ledger, long above) throws IOException {
        boolean[] found = {false};
        storage.list(
                ledger,
                file -> found[0] |= LedgerDirectory.sequenceOf(file.name()).orElse(0) > above);
        return found[0];
    }

    private LedgerException taken(Other other, String topic, String directory, String whose, String remedy) {
        return new LedgerException("topic " + topic + " is written into " + directory + " of " + storage.url()
                + " by connector \"" + other.connector() + "\"" + whose + ", so connector \"" + connector
                + "\" would write its records a second time. Give one of them another topics.dir or path.template. If"
                + " \""
                + other.connector() + "\" is gone, " + remedy + " to write beside its files");
    }

    /** A crash may have left them. Who still writes one finds the mark instead. */
    private void deleteUnfinished(String marks) throws IOException {
        List<String> unfinished = new ArrayList<>();
        storage.list(marks, file -> {
            if (file.name().endsWith(".tmp")) {
                unfinished.add(file.path());
            }
        });
        for (String path : unfinished) {
            storage.delete(path);
        }
    }
}
