package io.parquetry.connect.source.read;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Streams that are sent one after another, each as far as it goes. */
final class StreamQueue {
    private static final Logger LOG = LoggerFactory.getLogger(StreamQueue.class);

    private final FileTracker catalog;
    private final Deque<StreamWork> waiting;
    private StreamReader reader;
    private String stream = "";
    private long timeMs;

    StreamQueue(List<StreamWork> work, FileTracker catalog) {
        this.catalog = catalog;
        this.waiting = new ArrayDeque<>(work);
    }

    /** Goes to the next row; false when there is none that may be sent now. */
    boolean next() throws IOException {
        while (reader != null || open()) {
            try {
                if (reader.next()) {
                    return true;
                }
            } catch (IncompleteFileException e) {
                LOG.info("{}; the next look will tell whether it is whole", e.getMessage());
            } catch (NoSuchFileException e) {
                LOG.info("{} has vanished before all of it was sent", e.getMessage());
            }
            giveUp();
        }
        return false;
    }

    private boolean open() {
        StreamWork next = waiting.poll();
        if (next == null) {
            return false;
        }
        stream = next.name();
        reader = new StreamReader(next, catalog);
        return true;
    }

    /** The stream that was begun last. */
    String stream() {
        return stream;
    }

    StreamReader reader() {
        return reader;
    }

    /** When the row was that was gone to, as far as that matters. */
    long timeMs() {
        return timeMs;
    }

    void setTimeMs(long time) {
        timeMs = time;
    }

    boolean hasMore() {
        return reader != null || !waiting.isEmpty();
    }

    /** Leaves the stream that is being read; the others are still to come. */
    void giveUp() throws IOException {
        if (reader != null) {
            StreamReader done = reader;
            reader = null;
            done.close();
        }
    }
}
