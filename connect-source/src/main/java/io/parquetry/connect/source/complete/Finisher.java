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
public final class Finisher {
    private static final Logger LOG = LoggerFactory.getLogger(Finisher.class);

    /** So many files of one path were moved before; more would be a directory that nobody looks after. */
    private static final int NAMESAKES_MAX = 10_000;

    private static final int COMPLAINTS_MAX = 1_000;

    private final Storage storage;
    private final FinishSettings settings;
    private final Set<String> complaints = new HashSet<>();

    public Finisher(Storage storage, FinishSettings settings) {
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
        for (int namesakes = 0; namesakes <= NAMESAKES_MAX; namesakes++) {
            try {
                storage.publish(path, numbered(target, namesakes));
                LOG.debug("Moved {} to {}: all of it was sent", path, numbered(target, namesakes));
                return;
            } catch (NoSuchFileException gone) {
                LOG.debug("{} is gone already", path);
                return;
            } catch (FileAlreadyExistsException namesake) {
                LOG.debug("{} is taken", numbered(target, namesakes));
            }
        }
        throw new IOException(target + " has " + NAMESAKES_MAX + " namesakes; clear the directory");
    }

    /** The number stands before the ending, so that the file still is a Parquet file by its name. */
    private static String numbered(String path, int number) {
        int dot = path.lastIndexOf('.');
        return number == 0
                ? path
                : dot > path.lastIndexOf('/')
                        ? path.substring(0, dot) + "." + number + path.substring(dot)
                        : path + "." + number;
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
