package io.parquetry.connect.source.tracking;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.storage.StagedFile;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.source.config.FinishSettings;
import io.parquetry.connect.source.config.FinishSettings.OnFinish;
import io.parquetry.connect.source.discover.AsideName;
import io.parquetry.connect.source.errors.NumberedPath;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps, deletes or moves files that were sent. A step that fails is tried again later, and does not delay other files.
 *
 * <ol type="a">
 *   <li>A file is first renamed to its {@link AsideName}, and compared with what was sent under that name, where nobody
 *       replaces it. So a file that takes the path at the last moment is put back, not deleted.
 *   <li>After a crash between the steps, the next task finds the name and completes the step, or puts the file back.
 * </ol>
 */
public final class CompletionAction {
    /** What became of a file. */
    public enum Outcome {
        COMPLETE,
        /** It failed, and must be tried again. */
        LATER,
        /** The file of this name is another one than was sent. */
        REPLACED
    }

    /** The file that was sent. */
    @FunctionalInterface
    public interface SentFile {
        /**
         * The file at a path, if it is the one that was sent.
         *
         * @throws NoSuchFileException when there is no file at the path
         */
        Optional<StoredFile> find(String path) throws IOException;
    }

    /**
     * A file that was renamed.
     *
     * @param isSent whether it is the one that was sent, because no other version could be renamed; where renaming is
     *     copying, the copy has a version of its own, which says nothing
     */
    private record Renamed(AsideName aside, boolean isSent) {}

    private static final Log LOG = Log.of(CompletionAction.class);

    /** So many failures are logged once each; later ones are not logged. */
    private static final int LOGGED_MAX = 1_000;

    private final Storage storage;
    private final FinishSettings settings;
    private final String connector;
    private final Set<String> logged = new HashSet<>();

    /** Files that this task has renamed and could not complete, by their original paths. */
    private final Map<String, Renamed> interrupted = new HashMap<>();

    /**
     * The names of files whose renaming has failed, by their original paths. The next attempt takes the same name:
     * where renaming is copying and deleting, the copy may be there.
     */
    private final Map<String, AsideName> chosen = new HashMap<>();

    /** @param connector name of the connector */
    public CompletionAction(Storage storage, FinishSettings settings, String connector) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.settings = Objects.requireNonNull(settings, "settings");
        this.connector = Objects.requireNonNull(connector, "connector");
    }

    /** Whether files that were sent stay where they are. */
    public boolean keeps() {
        return settings.onFinish() == OnFinish.KEEP;
    }

    /** Whether this task has renamed the file of a path and must still delete or move it. */
    boolean isInterrupted(String path) {
        return interrupted.containsKey(path);
    }

    /** Keeps, deletes or moves a file. */
    public Outcome complete(String path, SentFile sent) {
        if (keeps()) {
            return Outcome.COMPLETE;
        }
        try {
            Renamed renamed = interrupted.get(path);
            if (renamed == null) {
                Optional<StoredFile> found = sent.find(path);
                if (found.isEmpty()) {
                    return Outcome.REPLACED;
                }
                AsideName aside = chosen.computeIfAbsent(path, original -> AsideName.of(connector, original));
                storage.rename(found.get(), aside.path());
                chosen.remove(path);
                renamed = new Renamed(aside, found.get().hasVersion());
                interrupted.put(path, renamed);
            }
            boolean wasSent = finish(
                    renamed.aside(),
                    renamed.isSent() || sent.find(renamed.aside().path()).isPresent());
            return wasSent ? Outcome.COMPLETE : Outcome.REPLACED;
        } catch (NoSuchFileException gone) {
            LOG.debug("{} does not exist any more", path);
            interrupted.remove(path);
            chosen.remove(path);
            return Outcome.COMPLETE;
        } catch (IOException | IllegalArgumentException e) {
            if (e instanceof FileAlreadyExistsException) {
                chosen.remove(path);
            }
            logOnce(path, e);
            return Outcome.LATER;
        }
    }

    /**
     * Whether an earlier task of this connector has renamed the file, so that it must be recovered. A name without a
     * check counts only where the original file was sent: an earlier version may have chosen the name, or anybody.
     *
     * @param wasSent whether rows of the original file were sent
     */
    public boolean isOurs(AsideName aside, boolean wasSent) {
        return aside.isOf(connector) && aside.hasOriginal() && (aside.isChecked() || wasSent);
    }

    /** Whether the name of a file says that this connector has renamed it, rightly or not. */
    public boolean isNamedAsOurs(AsideName aside) {
        return aside.isOf(connector);
    }

    /**
     * Completes what an earlier task of this connector began, or puts the file back when it is not one that was sent.
     */
    public void recover(AsideName aside, SentFile sent) {
        boolean isPending = interrupted.containsKey(aside.original()) || aside.equals(chosen.get(aside.original()));
        if (!aside.isOf(connector) || isPending) {
            return;
        }
        try {
            finish(aside, !keeps() && sent.find(aside.path()).isPresent());
        } catch (NoSuchFileException gone) {
            LOG.debug("{} does not exist any more", aside.path());
        } catch (IOException | IllegalArgumentException e) {
            logOnce(aside.path(), e);
        }
    }

    private boolean finish(AsideName aside, boolean wasSent) throws IOException {
        if (!wasSent) {
            putBack(aside);
        } else if (settings.onFinish() == OnFinish.DELETE) {
            storage.delete(aside.path());
            LOG.debug("Deleted {}: all of it was sent", aside.original());
        } else {
            move(aside);
        }
        interrupted.remove(aside.original());
        return wasSent;
    }

    private void putBack(AsideName aside) throws IOException {
        try {
            storage.publish(new StagedFile(aside.path(), aside.original()));
            LOG.info("{} is not a file that was sent whole, so it stays at {}", aside.path(), aside.original());
        } catch (FileAlreadyExistsException taken) {
            if (markLogged(aside.path())) {
                LOG.warn(
                        "{} is not a file that was sent whole, and its path {} was taken by another file meanwhile."
                                + " Give it a new name to have it sent, or delete it.",
                        aside.path(),
                        aside.original());
            }
        }
    }

    private void move(AsideName aside) throws IOException {
        String target = StoragePath.in(settings.finishedDirectory().orElseThrow(), aside.original());
        for (int number = 0; number <= NumberedPath.MAX; number++) {
            try {
                storage.publish(new StagedFile(aside.path(), NumberedPath.of(target, number)));
                LOG.debug("Moved {} to {}: all of it was sent", aside.original(), NumberedPath.of(target, number));
                return;
            } catch (FileAlreadyExistsException taken) {
                LOG.debug("{} is taken", NumberedPath.of(target, number));
            }
        }
        throw new IOException(
                target + " and " + NumberedPath.MAX + " numbered paths like it are taken; clear the directory");
    }

    /** Returns whether the path was not logged before, and may be. */
    private boolean markLogged(String path) {
        return logged.size() < LOGGED_MAX && logged.add(path);
    }

    private void logOnce(String path, Exception failure) {
        if (markLogged(path)) {
            LOG.warn(
                    "{} was sent, but cannot be {}: {}; that is tried again at every scan. Check the permissions of the"
                            + " worker's user.",
                    path,
                    settings.onFinish() == OnFinish.DELETE ? "deleted" : "moved",
                    failure.toString());
        }
    }
}
