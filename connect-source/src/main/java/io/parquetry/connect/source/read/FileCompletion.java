package io.parquetry.connect.source.read;

import io.parquetry.connect.common.ledger.CommittedOffsets;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.complete.CompletionAction;
import io.parquetry.connect.source.errors.BadFileHandler;
import io.parquetry.connect.source.offset.FileIdentity;
import io.parquetry.connect.source.offset.FilePosition;
import io.parquetry.format.io.InputFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import java.util.Optional;

/**
 * What is done with a file when nothing of it is left to be sent, and the position that says so is committed: it stays, is
 * deleted or moved, or, when it is bad, put aside. That is done to the file that was read only, and to none that a sink
 * would look for; what cannot be done now is left for another time.
 */
final class FileCompletion {
    private final Storage storage;
    private final CommittedOffsets ledgers;
    private final CompletionAction finisher;
    private final BadFileHandler badFiles;

    FileCompletion(Storage storage, CommittedOffsets ledgers, CompletionAction finisher, BadFileHandler badFiles) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.ledgers = Objects.requireNonNull(ledgers, "ledgers");
        this.finisher = Objects.requireNonNull(finisher, "finisher");
        this.badFiles = Objects.requireNonNull(badFiles, "badFiles");
    }

    /** Whether files that were sent stay where they are. */
    boolean keep() {
        return finisher.keeps();
    }

    /** Whether no file ever goes, so that nobody need know what a sink would look for. */
    boolean changeNothing() {
        return keep() && !badFiles.movesFiles();
    }

    /** Whether what is to be done has been done. */
    boolean end(TrackedFile file) {
        String path = file.file.path();
        if (file.bad) {
            return !badFiles.movesFiles() || !ledgers.isNeeded(path) && isWhatWasRead(file) && badFiles.move(file.file);
        }
        return keep() || !ledgers.isNeeded(path) && isWhatWasRead(file) && finisher.finish(path);
    }

    /** Somebody may have put another file in the place of the one that was read, since the last look. */
    private boolean isWhatWasRead(TrackedFile file) {
        Optional<FileIdentity> read = file.position.flatMap(FilePosition::file);
        if (read.isEmpty() && !file.bad) {
            return true;
        }
        try (InputFile now = storage.open(file.file.path())) {
            return now.length() == read.map(FileIdentity::bytes).orElse(file.file.bytes())
                    && (read.isEmpty()
                            || FileTail.of(now).footerHash().equals(read.get().footer()));
        } catch (NoSuchFileException gone) {
            return true;
        } catch (IOException notNow) {
            return false;
        }
    }
}
