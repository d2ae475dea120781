package io.parquetry.connect.source.complete;

import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.source.config.FinishSettings;
import io.parquetry.connect.source.config.OnFinish;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps, deletes or moves files that were sent. Each step can be done again, so a crash in the middle of it does no harm;
 * a step that fails is left for another time, since it must not hold up other files.
 */
public final class CompletionAction {
    private static final Logger LOG = LoggerFactory.getLogger(CompletionAction.class);

    private static final int COMPLAINTS_MAX = 1_000;

    private final Storage storage;
    private final FinishSettings settings;
    private final Set<String> complaints = new HashSet<>();

    public CompletionAction(Storage storage, FinishSettings settings) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.settings = Objects.requireNonNull(settings, "settings");
    }

    /** Whether finished files stay as they are. */
    public boolean keeps() {
        return settings.onFinish() == OnFinish.KEEP;
    }

    /** Does what is to be done with a finished file; whether that has been done. */
    public boolean finish(String path) {
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
            complain(path, e);
            return false;
        }
    }

    private void move(String path) throws IOException {
        String target = StoragePath.in(settings.finishedDirectory().orElseThrow(), path);
        for (int namesakes = 0; namesakes <= Namesakes.MAX; namesakes++) {
            try {
                storage.publish(path, Namesakes.numbered(target, namesakes));
                LOG.debug("Moved {} to {}: all of it was sent", path, Namesakes.numbered(target, namesakes));
                return;
            } catch (NoSuchFileException gone) {
                LOG.debug("{} is gone already", path);
                return;
            } catch (FileAlreadyExistsException namesake) {
                LOG.debug("{} is taken", Namesakes.numbered(target, namesakes));
            }
        }
        throw new IOException(target + " has " + Namesakes.MAX + " namesakes; clear the directory");
    }

    private void complain(String path, IOException trouble) {
        if (complaints.size() < COMPLAINTS_MAX && complaints.add(path)) {
            LOG.warn(
                    "{} was sent, but cannot be {}: {}; it is tried again at every look. Check what the worker's user may"
                            + " do there.",
                    path,
                    settings.onFinish() == OnFinish.DELETE ? "deleted" : "moved",
                    trouble.toString());
        }
    }
}
