package io.parquetry.connect.source.read;

import io.parquetry.connect.source.discover.DataFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Gives the rows of one stream in the order of their stored offsets, merged where the ranges of files overlap. A file is
 * opened when the rows of the open ones have come to its first offset, so that files one after another are open one at a
 * time. Rows of files that do not keep offsets come file by file.
 */
public final class StreamReader implements Closeable {
    /** Opens files where they were left. */
    public interface Opener {
        /** @return empty when there is nothing to send of it */
        Optional<FileCursor> open(DataFile file) throws IOException;
    }

    private final StreamWork work;
    private final Opener opener;
    private final Deque<DataFile> waiting;
    private final PriorityQueue<FileCursor> open = new PriorityQueue<>(Comparator.comparing(FileCursor::point)
            .thenComparing(cursor -> cursor.file().path()));
    private FileCursor current;

    public StreamReader(StreamWork work, Opener opener) {
        this.work = work;
        this.opener = opener;
        this.waiting = new ArrayDeque<>(work.files());
    }

    /** Goes to the next row; false when there is none that may be sent now. */
    public boolean next() throws IOException {
        if (current != null) {
            FileCursor last = current;
            current = null;
            take(last);
        }
        while (!waiting.isEmpty() && (open.isEmpty() || isDue(waiting.peek()))) {
            DataFile file = waiting.peek();
            if (!file.first().isBefore(work.bound())) {
                break;
            }
            Optional<FileCursor> cursor = opener.open(file);
            waiting.remove();
            if (cursor.isPresent()) {
                take(cursor.get());
            }
        }
        if (open.isEmpty() || !open.peek().isBefore(work.bound())) {
            return false;
        }
        current = open.remove();
        return true;
    }

    private boolean isDue(DataFile file) {
        return file.first().compareTo(open.peek().point()) <= 0;
    }

    /** Puts a cursor to the open ones if it has a row, and closes it otherwise. */
    private void take(FileCursor cursor) throws IOException {
        boolean more;
        try {
            more = cursor.advance();
        } catch (IOException | RuntimeException e) {
            try (cursor) {
                throw e;
            }
        }
        if (more) {
            open.add(cursor);
        } else {
            cursor.close();
        }
    }

    /** The file whose row was gone to. */
    public FileCursor current() {
        return current;
    }

    @Override
    public void close() throws IOException {
        if (current != null) {
            open.add(current);
            current = null;
        }
        IOException trouble = null;
        for (FileCursor cursor : open) {
            try {
                cursor.close();
            } catch (IOException e) {
                trouble = e;
            }
        }
        open.clear();
        waiting.clear();
        if (trouble != null) {
            throw trouble;
        }
    }
}
