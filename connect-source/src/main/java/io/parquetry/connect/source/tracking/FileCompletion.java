package io.parquetry.connect.source.tracking;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.discover.AsideName;
import io.parquetry.connect.source.errors.BadFileHandler;
import io.parquetry.connect.source.offset.FileIdentity;
import io.parquetry.connect.source.read.SentFiles;
import io.parquetry.connect.source.tracking.CompletionAction.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Completes files whose last offset is committed: a good file is kept, deleted or moved, a bad one moved to quarantine.
 * Only files that this connector has sent whole are deleted or moved, and none that a sink's ledger still names. A
 * completion that is not possible now is tried again later.
 */
final class FileCompletion {
    private static final Log LOG = Log.of(FileCompletion.class);

    /** So many names are logged after a scan. */
    private static final int LOGGED_MAX = 100;

    private final Storage storage;
    private final StreamLedgers ledgers;
    private final CompletionAction action;
    private final BadFileHandler badFiles;
    private final SentFiles sentFiles;

    /** Files that stay although nothing of them is left to send. */
    private final List<String> unsent = new ArrayList<>();

    private int unsentCount;

    FileCompletion(
            Storage storage,
            StreamLedgers ledgers,
            CompletionAction action,
            BadFileHandler badFiles,
            SentFiles sentFiles) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.ledgers = Objects.requireNonNull(ledgers, "ledgers");
        this.action = Objects.requireNonNull(action, "action");
        this.badFiles = Objects.requireNonNull(badFiles, "badFiles");
        this.sentFiles = Objects.requireNonNull(sentFiles, "sentFiles");
    }

    /** Whether good files stay where they are. */
    boolean keepsFiles() {
        return action.keeps();
    }

    /** Whether some files are deleted or moved, so that the ledgers must be read. */
    boolean removesFiles() {
        return !keepsFiles() || badFiles.movesFiles();
    }

    /** Whether the file of a path was renamed, so that no scan lists it, and must still be deleted or moved. */
    boolean isInterrupted(String path) {
        return action.isInterrupted(path);
    }

    /** Completes a file. */
    Outcome complete(TrackedFile file) {
        String path = file.file().path();
        if (file.isBad()) {
            boolean isComplete = !badFiles.movesFiles()
                    || !ledgers.isNeeded(path, file.file().stream())
                            && isTheBadFile(file)
                            && badFiles.move(file.file());
            return isComplete ? Outcome.COMPLETE : Outcome.LATER;
        }
        if (keepsFiles() || file.isIgnored()) {
            return Outcome.COMPLETE;
        }
        Optional<FileIdentity> sent = file.sentWhole();
        if (sent.isEmpty()) {
            keep(path);
            return Outcome.COMPLETE;
        }
        return ledgers.isNeeded(path, file.file().stream())
                ? Outcome.LATER
                : action.complete(path, at -> sentFiles.find(at, file.file(), sent.get()));
    }

    /** Whether completing the file frees its name: it is deleted or moved, because all of it was sent. */
    boolean removes(TrackedFile file) {
        return !keepsFiles()
                && !file.isBad()
                && !file.isIgnored()
                && file.sentWhole().isPresent();
    }

    private void keep(String path) {
        unsentCount++;
        if (unsent.size() < LOGGED_MAX) {
            unsent.add(path);
        }
    }

    /** Logs, once for each file, that it stays. */
    void logKept() {
        if (unsentCount > 0) {
            LOG.warn(
                    "{} files stay where they are, whatever on.finish says, because this connector has not sent them"
                            + " whole. To have one sent, set its position, or that of its stream, to null. They are"
                            + " {}{}",
                    unsentCount,
                    unsent,
                    unsentCount > unsent.size() ? " and others" : "");
            unsent.clear();
            unsentCount = 0;
        }
    }

    /** Passes over a file with a name for renamed files of this connector, which no task of it has renamed. */
    void passOver(AsideName aside) {
        if (action.isNamedAsOurs(aside)) {
            badFiles.reportName(
                    aside.path(),
                    "its name is one that this connector gives to files it has sent, but the connector has not sent"
                            + " it. Rename it to have it sent, or delete it");
        }
    }

    /** Completes or undoes what an earlier task did not complete. */
    void recover(AsideName aside, TrackedFile original) {
        if (!action.isOurs(aside, original.wasSent())) {
            passOver(aside);
            return;
        }
        Optional<FileIdentity> sent =
                ledgers.isNeeded(aside.original(), original.file().stream()) ? Optional.empty() : original.sentWhole();
        action.recover(
                aside, at -> sent.isEmpty() ? Optional.empty() : sentFiles.find(at, original.file(), sent.get()));
    }

    /** A file that no longer exists needs no completion. */
    private boolean isTheBadFile(TrackedFile file) {
        try {
            return storage.find(file.file().path())
                    .map(now -> now.isSameAs(file.file().stored()))
                    .orElse(true);
        } catch (IOException unreadable) {
            return false;
        }
    }
}
