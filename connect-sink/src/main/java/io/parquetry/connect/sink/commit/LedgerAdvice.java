package io.parquetry.connect.sink.commit;

import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.LedgerException;
import io.parquetry.connect.common.naming.LedgerDirectory;
import java.io.IOException;
import java.util.Objects;

/** What is said of a ledger that cannot be continued, and what a person can do then. */
final class LedgerAdvice {
    private final String url;
    private final LedgerDirectory directory;

    /** @param url of the storage */
    LedgerAdvice(String url, LedgerDirectory directory) {
        this.url = Objects.requireNonNull(url, "url");
        this.directory = Objects.requireNonNull(directory, "directory");
    }

    /** Names the ledger in a message. */
    String ledger() {
        return "topic " + directory.topic() + ", partition " + directory.partition() + " of connector \""
                + directory.connector() + "\"";
    }

    /** @param current the entry that was there last */
    LedgerException deleted(LedgerEntry current) {
        return deleted(
                current,
                "Restore the directory " + directory.path()
                        + " and restart the task; or, to begin at the offset of its consumer group,"
                        + " delete what is left of it and restart the task");
    }

    /** @param stray the entry that this task has created since, which follows none */
    LedgerException deleted(LedgerEntry current, LedgerEntry stray, StrayEntry.Remains remains) {
        return deleted(current, adviceFor(stray, remains));
    }

    private LedgerException deleted(LedgerEntry current, String advice) {
        return new LedgerException("the ledger of " + ledger() + " had entry " + directory.entry(current.sequence())
                + " in " + url + ", which is gone: files below " + LedgerDirectory.ROOT
                + " were deleted while the connector ran, or the file system is not mounted any more. Nothing was"
                + " committed since. " + advice);
    }

    private String adviceFor(LedgerEntry stray, StrayEntry.Remains remains) {
        String own = directory.entry(stray.sequence());
        if (remains.deleted()) {
            return "This task has deleted its own entry " + own + ", which nothing can follow. "
                    + (remains.intact().isPresent()
                            ? "The ledger is intact up to entry "
                                    + directory.entry(remains.intact().getAsLong())
                                    + ": restart the task, which goes on there"
                            : "Nothing else is there. Restore the directory " + directory.path()
                                    + " and restart the task; or restart the task as it is, which begins at the offset"
                                    + " of the consumer group");
        }
        if (remains.intact().isPresent()) {
            return "The entries up to " + directory.entry(remains.intact().getAsLong())
                    + " are intact. If the missing ones can be restored, restore them. Then, or if they cannot, delete"
                    + " the entry " + own + " and no other: this task has created it, and its files are not published."
                    + " Restart the task";
        }
        return "Delete the entry " + own
                + ", which this task has created and whose files are not published. Then restore"
                + " the directory " + directory.path() + " and restart the task; or, to begin at the offset of its"
                + " consumer group, delete what is left of it and restart the task";
    }

    /**
     * @param sequence number of an entry that another owner has created
     * @param epoch of this owner
     */
    FencedException fenced(long sequence, long epoch) {
        return new FencedException("another task owns " + ledger() + " now: entry " + directory.entry(sequence) + " in "
                + url + " was not written by this task (its epoch is " + epoch
                + "). The owner reads the records again that this task has not committed. If no rebalance explains"
                + " this, find the second connector named \"" + directory.connector()
                + "\" that writes to the same storage");
    }

    IOException overtaken(int times) {
        return new IOException("cannot take over " + ledger() + ": " + times
                + " times another task was faster; find the other connectors of this name that write to " + url);
    }
}
