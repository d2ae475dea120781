package io.parquetry.connect.sink.commit;

import io.parquetry.connect.common.ledger.LedgerException;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.Storage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
 * </ol>
 */
public final class TopicWriters {
    private static final int MARKS_MAX = 1_000;
    private static final int NAME_BYTES_MAX = 1 << 16;

    private final Storage storage;
    private final String connector;

    /** The directories of the marks that have this connector's name. */
    private final Set<String> claimed = new HashSet<>();

    public TopicWriters(Storage storage, String connector) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.connector = Objects.requireNonNull(connector, "connector");
    }

    /**
     * Makes sure that no other connector writes the topic into the directory.
     *
     * @throws LedgerException when another one does
     */
    public void claim(String topic, String directory) throws IOException {
        String marks = LedgerDirectory.writers(topic, directory);
        if (claimed.contains(marks)) {
            return;
        }
        claim(topic, directory, marks);
        deleteUnfinished(marks);
        claimed.add(marks);
    }

    private void claim(String topic, String directory, String marks) throws IOException {
        for (int number = 1; number <= MARKS_MAX; number++) {
            String mark = LedgerDirectory.writer(marks, number);
            if (storage.createIfAbsent(mark, connector.getBytes(StandardCharsets.UTF_8))) {
                return;
            }
            if (storage.length(LedgerDirectory.writer(marks, number + 1)).isPresent()) {
                continue;
            }
            String writer = new String(storage.read(mark, NAME_BYTES_MAX), StandardCharsets.UTF_8);
            if (writer.equals(connector)) {
                return;
            }
            if (writer.isEmpty()) {
                throw new LedgerException("the file " + mark + " in " + storage.url()
                        + " is empty, where the name of a connector must be. It was changed: delete it, and restart"
                        + " the task");
            }
            if (hasLedger(writer, topic)) {
                throw taken(topic, directory, writer);
            }
        }
        throw new LedgerException("topic " + topic + " had " + MARKS_MAX + " writers into " + directory + "; delete "
                + marks + " in " + storage.url());
    }

    private boolean hasLedger(String writer, String topic) throws IOException {
        boolean[] found = {false};
        storage.list(
                LedgerDirectory.of(writer, topic),
                file -> found[0] |= LedgerDirectory.sequenceOf(file.name()).isPresent());
        return found[0];
    }

    private LedgerException taken(String topic, String directory, String writer) {
        return new LedgerException("topic " + topic + " is written into " + directory + " of " + storage.url()
                + " by connector \"" + writer + "\", so connector \"" + connector
                + "\" would write its records once more. Give one of them another topics.dir. If \"" + writer
                + "\" is gone, stop \"" + connector + "\", and either delete " + LedgerDirectory.of(connector, topic)
                + " and run bin/parquetry ledger rename to go on where it was, or delete "
                + LedgerDirectory.of(writer, topic) + " to write beside its files");
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
