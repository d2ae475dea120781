package io.parquetry.connect.source.read;

import io.parquetry.connect.source.discover.DataFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives the rows of one stream in the order of their stored offsets, merged where the ranges of files overlap. A file is
 * opened when the rows of the open ones have come to its first offset, so that files one after another are open one at a
 * time. Rows of files that do not keep offsets come file by file. Where the position of the stream is kept, an offset
 * that several files hold is given once.
 */
final class StreamReader implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(StreamReader.class);

    private final StreamWork work;
    private final FileTracker catalog;
    private final Deque<DataFile> waiting;
    private final PriorityQueue<FileCursor> open = new PriorityQueue<>(Comparator.comparing(FileCursor::point)
            .thenComparing(cursor -> cursor.file().path()));
    private final Set<String> repeating = new HashSet<>();
    private FileCursor current;

    StreamReader(StreamWork work, FileTracker catalog) {
        this.work = work;
        this.catalog = catalog;
        this.waiting = new ArrayDeque<>(work.files());
    }

    /** Goes to the next row; false when there is none that may be sent now. */
    boolean next() throws IOException {
        do {
            if (current != null) {
                FileCursor last = current;
                current = null;
                take(last);
            }
            openWhatIsDue();
            if (open.isEmpty() || !open.peek().isBefore(work.bound())) {
                return false;
            }
            current = open.remove();
        } while (isRepeated(current));
        return true;
    }

    /** Where rows are chosen there may be many files that have none, so this can be ended early. */
    private void openWhatIsDue() throws IOException {
        while (!waiting.isEmpty() && !catalog.isStopping() && (open.isEmpty() || isDue(waiting.peek()))) {
            DataFile file = waiting.peek();
            if (!file.first().isBefore(work.bound())) {
                return;
            }
            Optional<FileCursor> cursor = open(file);
            waiting.remove();
            if (cursor.isPresent()) {
                take(cursor.get());
            }
        }
    }

    private Optional<FileCursor> open(DataFile file) throws IOException {
        try {
            return catalog.open(file, work.keepsStream());
        } catch (IOException e) {
            throw of(file, e);
        }
    }

    /** The storage's trouble with a file; what it has to say of the file itself stays as it is. */
    private static IOException of(DataFile file, IOException e) {
        return e instanceof IncompleteFileException || e instanceof NoSuchFileException
                ? e
                : new FileFailureException(file.path(), e);
    }

    private boolean isDue(DataFile file) {
        return file.first().compareTo(open.peek().point()) <= 0;
    }

    private boolean isRepeated(FileCursor cursor) {
        boolean repeated = cursor.isSent();
        if (repeated && repeating.add(cursor.file().path())) {
            LOG.warn(
                    "{} holds offsets that another file of {} holds too, such as {}; each is sent once",
                    cursor.file().path(),
                    work.name(),
                    cursor.point().offset());
        }
        return repeated;
    }

    /** Puts a cursor to the open ones if it has a row, and closes it otherwise. */
    private void take(FileCursor cursor) throws IOException {
        boolean more;
        try {
            more = cursor.advance();
        } catch (IOException e) {
            try (cursor) {
                throw of(cursor.file(), e);
            }
        } catch (RuntimeException e) {
            try (cursor) {
                throw e;
            }
        }
        if (more) {
            open.add(cursor);
        } else {
            catalog.exhausted(cursor);
            cursor.close();
        }
    }

    /** The file whose row was gone to. */
    FileCursor current() {
        return current;
    }

    /** Whether, with the row that was gone to, no file of the stream is sent in part only. */
    boolean isBetweenFiles() {
        return current.isLast() && open.stream().noneMatch(FileCursor::isHalfSent);
    }

    /** Whether, without the row that was gone to, a file of the stream is sent in part only. */
    boolean isHalfSent() {
        return current.isHalfSent() || open.stream().anyMatch(FileCursor::isHalfSent);
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
