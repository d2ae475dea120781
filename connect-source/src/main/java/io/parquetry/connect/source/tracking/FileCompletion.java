package io.parquetry.connect.source.tracking;

import io.parquetry.connect.common.ledger.CommittedOffsets;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.complete.CompletionAction;
import io.parquetry.connect.source.errors.BadFileHandler;
import io.parquetry.connect.source.offset.FileIdentity;
import io.parquetry.connect.source.read.FileTail;
import io.parquetry.format.io.InputFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import java.util.Optional;

/**
 * Completes files whose last offset is committed: a good file is kept, deleted or moved, a bad one moved to quarantine.
 * Only the file that was read is deleted or moved, and no file that a sink's ledger still names. A completion that is
 * not possible now is tried again later.
 */
final class FileCompletion {
    private final Storage storage;
    private final CommittedOffsets ledgers;
    private final CompletionAction action;
    private final BadFileHandler badFiles;

    FileCompletion(Storage storage, CommittedOffsets ledgers, CompletionAction action, BadFileHandler badFiles) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.ledgers = Objects.requireNonNull(ledgers, "ledgers");
        this.action = Objects.requireNonNull(action, "action");
        this.badFiles = Objects.requireNonNull(badFiles, "badFiles");
    }

    /** Whether good files stay where they are. */
    boolean keepsFiles() {
        return action.keeps();
    }

    /** Whether some files are deleted or moved, so that the ledgers must be read. */
    boolean removesFiles() {
        return !keepsFiles() || badFiles.movesFiles();
    }

    /**
     * Completes a file.
     *
     * @return false when that must be tried again
     */
    boolean complete(TrackedFile file) {
        String path = file.file().path();
        if (file.isBad()) {
            return !badFiles.movesFiles()
                    || !ledgers.isNeeded(path) && isTheFileThatWasRead(file) && badFiles.move(file.file());
        }
        return keepsFiles() || !ledgers.isNeeded(path) && isTheFileThatWasRead(file) && action.complete(path);
    }

    /** Another file may have taken the path since the last scan. A file that no longer exists needs no completion. */
    private boolean isTheFileThatWasRead(TrackedFile file) {
        Optional<FileIdentity> read = file.identity();
        if (read.isEmpty() && !file.isBad()) {
            return true;
        }
        try (InputFile now = storage.open(file.file().path())) {
            return now.length()
                            == read.map(FileIdentity::bytes).orElse(file.file().bytes())
                    && (read.isEmpty()
                            || FileTail.of(now).footerHash().equals(read.get().footer()));
        } catch (NoSuchFileException gone) {
            return true;
        } catch (IOException unreadable) {
            return false;
        }
    }
}
