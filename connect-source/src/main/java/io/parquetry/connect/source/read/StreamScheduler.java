package io.parquetry.connect.source.read;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.ToLongFunction;

/**
 * The rows of many streams: one stream after another, or, where times matter, those of our sink side by side, the earliest
 * row first, and all other files one after another beside them.
 *
 * <ol type="a">
 *   <li>A lane is current, in the queue with a row that was gone to, or unread; else it has nothing left.
 *   <li>The row of the current lane may be put off; then it is the next one once more.
 * </ol>
 */
public final class StreamScheduler implements Closeable {
    private final FileTracker catalog;
    private final Optional<ToLongFunction<FileCursor>> times;
    private final PriorityQueue<StreamQueue> queue =
            new PriorityQueue<>(Comparator.comparingLong(StreamQueue::timeMs).thenComparing(StreamQueue::stream));
    private final Deque<StreamQueue> unread = new ArrayDeque<>();
    private StreamQueue current;
    private boolean putOff;
    private String lastStream = "";

    /** @param times when a row was, in milliseconds, where that matters */
    public StreamScheduler(FileTracker catalog, Optional<ToLongFunction<FileCursor>> times) {
        this.catalog = Objects.requireNonNull(catalog, "catalog");
        this.times = Objects.requireNonNull(times, "times");
    }

    /** Takes what can be sent now, in place of what has not been begun. */
    public void take(List<StreamWork> work) {
        unread.clear();
        List<StreamWork> others = new ArrayList<>();
        for (StreamWork stream : work) {
            if (times.isPresent() && stream.isOfSink()) {
                unread.add(new StreamQueue(List.of(stream), catalog));
            } else {
                others.add(stream);
            }
        }
        unread.add(new StreamQueue(others, catalog));
    }

    /** Whether a stream is being read. */
    public boolean isReading() {
        return current != null || !queue.isEmpty();
    }

    /** Whether nothing is left of what was taken. */
    public boolean isDone() {
        return !isReading() && unread.stream().noneMatch(StreamQueue::hasMore);
    }

    /** The stream that was read last. */
    public String lastStream() {
        return lastStream;
    }

    /** Goes to the next row; false when there is none that may be sent now. */
    public boolean next() throws IOException {
        if (putOff) {
            putOff = false;
            return true;
        }
        StreamQueue lane = current == null ? unread.poll() : current;
        while (lane != null) {
            current = lane;
            boolean more = lane.next();
            lastStream = lane.stream();
            if (more && queue.isEmpty() && unread.isEmpty()) {
                return true;
            } else if (more) {
                lane.setTimeMs(
                        times.isEmpty()
                                ? 0
                                : times.get().applyAsLong(lane.reader().current()));
                queue.add(lane);
            }
            lane = unread.poll();
        }
        current = queue.poll();
        return current != null;
    }

    /** The file whose row was gone to. */
    public FileCursor current() {
        return current.reader().current();
    }

    /** The row that was gone to is not sent yet. */
    public void putOff() {
        putOff = true;
    }

    /** Whether, with the row that was gone to, no file is sent in part only. */
    public boolean isBetweenFiles() {
        return current.reader().isBetweenFiles()
                && queue.stream().noneMatch(lane -> lane.reader().isHalfSent());
    }

    /** Leaves what is being read; the next look finds it again. Where streams go side by side, that is all of them. */
    public void giveUp() throws IOException {
        if (times.isPresent()) {
            close();
        } else if (current != null) {
            StreamQueue lane = current;
            current = null;
            putOff = false;
            unread.add(lane);
            lane.giveUp();
        }
    }

    @Override
    public void close() throws IOException {
        List<StreamQueue> open = new ArrayList<>(queue);
        if (current != null) {
            open.add(current);
        }
        queue.clear();
        unread.clear();
        current = null;
        putOff = false;
        IOException trouble = null;
        for (StreamQueue lane : open) {
            try {
                lane.giveUp();
            } catch (IOException e) {
                trouble = e;
            }
        }
        if (trouble != null) {
            throw trouble;
        }
    }
}
