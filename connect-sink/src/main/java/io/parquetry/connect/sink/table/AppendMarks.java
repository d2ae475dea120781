package io.parquetry.connect.sink.table;

import io.parquetry.connect.common.ledger.TablePosition;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.Storage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/**
 * Markers in the directories of ledgers, from which it is known that a table without a position has lost it.
 *
 * <ol type="a">
 *   <li>A table gets the position 0 with a new id, without files; then the ledger gets a marker with this position;
 *       only then are files appended.
 *   <li>A position 0 is set only where there is no marker, and files are appended after a position 0 only where the
 *       marker has its id. So a late appender that sets the position 0 again appends nothing.
 * </ol>
 */
final class AppendMarks {
    private static final int BYTES_MAX = 100;

    private final Storage storage;

    AppendMarks(Storage storage) {
        this.storage = storage;
    }

    /** What the marker of a ledger says; empty when there is none. */
    Optional<String> of(LedgerDirectory directory) throws IOException {
        try {
            return Optional.of(new String(storage.read(path(directory), BYTES_MAX), StandardCharsets.UTF_8));
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        }
    }

    /** Why nothing may be appended after the position; empty when it may, also where there is no marker yet. */
    Optional<String> fault(LedgerDirectory directory, Optional<TablePosition> at) throws IOException {
        boolean isBehindFiles = at.isPresent() && at.get().sequence() > 0;
        return isBehindFiles
                ? Optional.empty()
                : of(directory)
                        .filter(mark -> !at.map(TablePosition::text).equals(Optional.of(mark)))
                        .map(mark -> begunWith(directory, mark));
    }

    /**
     * Makes sure that there is a marker before files are appended.
     *
     * @return why they must not be appended; empty when they may
     */
    Optional<String> require(LedgerDirectory directory, TablePosition at) throws IOException {
        Optional<String> mark = of(directory);
        if (mark.isEmpty()) {
            storage.createIfAbsent(path(directory), at.text().getBytes(StandardCharsets.UTF_8));
            mark = of(directory);
        }
        if (at.sequence() == 0 && !mark.equals(Optional.of(at.text()))) {
            return Optional.of(begunWith(directory, mark.orElse("nothing")));
        }
        return Optional.empty();
    }

    /** The fault of a table that does not have the position of the marker. */
    static String begunWith(LedgerDirectory directory, String mark) {
        return "the file " + path(directory) + " says that files were appended after position " + mark;
    }

    private static String path(LedgerDirectory directory) {
        return directory.path() + "/" + LedgerDirectory.APPENDED;
    }
}
