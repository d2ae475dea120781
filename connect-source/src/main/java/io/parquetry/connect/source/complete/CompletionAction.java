package io.parquetry.connect.source.complete;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.source.config.FinishSettings;
import io.parquetry.connect.source.config.FinishSettings.OnFinish;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/**
 * Keeps, deletes or moves files that were sent. Each step can be repeated, so a crash in between does no harm. A step
 * that fails is tried again later, and does not delay other files.
 */
public final class CompletionAction {
    private static final Log LOG = Log.of(CompletionAction.class);

    /** So many failures are logged once each; later ones are not logged. */
    private static final int LOGGED_MAX = 1_000;

    private final Storage storage;
    private final FinishSettings settings;
    private final Set<String> logged = new HashSet<>();

    public CompletionAction(Storage storage, FinishSettings settings) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.settings = Objects.requireNonNull(settings, "settings");
    }

    /** Whether files that were sent stay where they are. */
    public boolean keeps() {
        return settings.onFinish() == OnFinish.KEEP;
    }

    /**
     * Keeps, deletes or moves a file.
     *
     * @return false when that failed and must be tried again
     */
    public boolean complete(String path) {
        try {
            switch (settings.onFinish()) {
                case KEEP -> {}
                case DELETE -> {
                    storage.delete(path);
                    LOG.debug("Deleted {}: all of it was sent", path);
                }
                case MOVE -> move(path);
            }
            return true;
        } catch (IOException e) {
            logOnce(path, e);
            return false;
        }
    }

    private void move(String path) throws IOException {
        String target = StoragePath.in(settings.finishedDirectory().orElseThrow(), path);
        for (int number = 0; number <= NumberedPath.MAX; number++) {
            try {
                storage.publish(path, NumberedPath.of(target, number));
                LOG.debug("Moved {} to {}: all of it was sent", path, NumberedPath.of(target, number));
                return;
            } catch (NoSuchFileException gone) {
                LOG.debug("{} does not exist any more", path);
                return;
            } catch (FileAlreadyExistsException taken) {
                LOG.debug("{} is taken", NumberedPath.of(target, number));
            }
        }
        throw new IOException(
                target + " and " + NumberedPath.MAX + " numbered paths like it are taken; clear the directory");
    }

    private void logOnce(String path, IOException failure) {
        if (logged.size() < LOGGED_MAX && logged.add(path)) {
            LOG.warn(
                    "{} was sent, but cannot be {}: {}; that is tried again at every scan. Check the permissions of the"
                            + " worker's user.",
                    path,
                    settings.onFinish() == OnFinish.DELETE ? "deleted" : "moved",
                    failure.toString());
        }
    }
}
