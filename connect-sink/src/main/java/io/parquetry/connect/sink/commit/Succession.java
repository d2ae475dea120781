package io.parquetry.connect.sink.commit;

import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.LedgerFile;
import io.parquetry.connect.common.ledger.LedgerReader;
import io.parquetry.connect.common.log.Log;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * Which entry a new owner creates after the newest one, whose files it completes: one without files that the storage
 * has dropped before they were published, so that their records are read again.
 */
final class Succession {
    private static final Log LOG = Log.of(Succession.class);

    private final EntryFiles files;
    private final LedgerReader reader;
    private final LedgerAdvice advice;

    /** The id of the last entry whose files this owner has published; null before there is one. */
    private UUID lastPublished;

    /** Files of the entry before the one to be created that others have removed since they were published. */
    private List<LedgerFile> publishedAndGone = List.of();

    Succession(EntryFiles files, LedgerReader reader, LedgerAdvice advice) {
        this.files = Objects.requireNonNull(files, "files");
        this.reader = Objects.requireNonNull(reader, "reader");
        this.advice = Objects.requireNonNull(advice, "advice");
    }

    /** Another attempt to take over begins. */
    void begin() {
        publishedAndGone = List.of();
    }

    /** This owner has published the files of the entry. */
    void published(LedgerEntry entry) {
        lastPublished = entry.id();
    }

    LedgerEntry after(LedgerEntry entry) throws IOException {
        List<LedgerFile> gone = files.complete(entry);
        if (gone.isEmpty()) {
            return entry.takenOver();
        }
        if (wasPublished(entry)) {
            publishedAndGone = gone;
            return entry.takenOver();
        }
        return withdrawing(entry, gone);
    }

    /**
     * Whether the entry before the previous one is gone. Its number may be taken again by an owner that is late, so it
     * is known by its id. Holds only if the entry is the newest still: who has followed it may have deleted the other.
     */
    private boolean wasPublished(LedgerEntry entry) throws IOException {
        if (entry.id().equals(lastPublished)) {
            return true;
        }
        Optional<LedgerEntry> previous = entry.sequence() > 2 ? reader.read(entry.sequence() - 1) : Optional.empty();
        return previous.isPresent()
                && entry.previous().equals(Optional.of(previous.get().id()))
                && !reader.isInLine(previous.get());
    }

    private LedgerEntry withdrawing(LedgerEntry entry, List<LedgerFile> dropped) {
        LedgerEntry next = entry.withdrawing(dropped);
        LOG.warn(
                "{}: the storage has dropped the uploads of {} before they were published. Their records are read"
                        + " again, from offset {} on; keep incomplete uploads for 7 days or more",
                advice.ledger(),
                dropped.stream().map(LedgerFile::path).toList(),
                next.nextOffset().orElseThrow());
        return next;
    }

    /** Says which files of the entry before were removed since they were published. */
    void reportMissing() throws IOException {
        files.reportMissing(publishedAndGone);
    }
}
