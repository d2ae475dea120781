package io.parquetry.connect.source.merge;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.memory.MemoryWaitException;
import io.parquetry.connect.source.memory.OpenFileMemory;
import io.parquetry.connect.source.read.ChangedFileException;
import io.parquetry.connect.source.read.FileAccessException;
import io.parquetry.connect.source.read.IncompleteFileException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;

/**
 * Says which row is sent next. Streams are sent one after another. Where rows are ordered by time, the streams of the
 * Parquetry sink are sent side by side instead, the earliest row first, and all other files one after another beside
 * them.
 *
 * <ol type="a">
 *   <li>A stream is planned, open with a current row, or finished.
 *   <li>Of the streams that are sent one after another, at most one is open.
 *   <li>A row that was put back is the next one once more.
 *   <li>A stream whose next file waits for memory keeps its other files open only while {@link OpenFileMemory} lets it;
 *       otherwise all streams are closed and planned again.
 *   <li>A search for the next row that takes long is paused between two files, and goes on there at the next call.
 * </ol>
 */
public final class StreamScheduler implements Closeable {
    private static final Log LOG = Log.of(StreamScheduler.class);

    /** So many files that may not be read are named in the log. */
    private static final int DENIED_MAX = 1_000;

    private final Set<String> denied = new HashSet<>();
    private final Set<String> missing = new HashSet<>();

    private final ReadableFileFactory files;
    private final Optional<ToLongFunction<ReadableFile>> times;
    private final BooleanSupplier pausing;
    private final Deque<StreamPlan> sideBySide = new ArrayDeque<>();
    private final Deque<StreamPlan> oneByOne = new ArrayDeque<>();

    /** Open streams, without the current one. */
    private final PriorityQueue<StreamMerge> open =
            new PriorityQueue<>(Comparator.comparingLong(StreamMerge::timeMs).thenComparing(StreamMerge::name));

    /** The open stream of those that are sent one after another; null when none is open. */
    private StreamMerge single;

    /** The stream with the next row; null when there is none. */
    private StreamMerge current;

    private boolean putBack;

    /** Whether the current stream waits for memory to open a file. */
    private boolean waitsForMemory;

    /** Whether the current stream has waited for memory and has no row since: it keeps its place in the queue. */
    private boolean isQueued;

    /** Whether the search for the next row was paused. */
    private boolean paused;

    private String lastStream = "";

    /**
     * @param times the time of a row in milliseconds, where rows are ordered by time
     * @param pausing whether {@link #next} is to return without a row rather than open another file
     */
    public StreamScheduler(
            ReadableFileFactory files, Optional<ToLongFunction<ReadableFile>> times, BooleanSupplier pausing) {
        this.files = Objects.requireNonNull(files, "files");
        this.times = Objects.requireNonNull(times, "times");
        this.pausing = Objects.requireNonNull(pausing, "pausing");
    }

    /** Replaces all plans that were not begun. */
    public void setPlans(List<StreamPlan> plans) {
        sideBySide.clear();
        oneByOne.clear();
        for (StreamPlan plan : plans) {
            (times.isPresent() && plan.isOfSink() ? sideBySide : oneByOne).add(plan);
        }
    }

    /** Whether a stream is open, or the search for the next row was paused. */
    public boolean isReading() {
        return current != null || !open.isEmpty() || paused;
    }

    /** Whether no stream is open or planned. */
    public boolean isDone() {
        return !isReading() && !hasPlans();
    }

    /** The name of the stream that was opened last. */
    public String lastStream() {
        return lastStream;
    }

    /** Moves to the next row and returns its file; null when no row can be sent now. */
    public ReadableFile next() throws IOException {
        if (putBack) {
            putBack = false;
            return current.current();
        }
        paused = false;
        StreamMerge stream = current == null ? openStream() : current;
        while (stream != null) {
            current = stream;
            boolean hasRow = advance(stream);
            if (waitsForMemory || paused) {
                return null;
            }
            lastStream = stream.name();
            if (hasRow && isOnly(stream)) {
                return stream.current();
            } else if (hasRow) {
                stream.setTimeMs(times.isEmpty() ? 0 : times.get().applyAsLong(stream.current()));
                open.add(stream);
            }
            current = null;
            if (hasPlans() && pausing.getAsBoolean()) {
                paused = true;
                return null;
            }
            stream = openStream();
        }
        current = open.poll();
        return current == null ? null : current.current();
    }

    private boolean hasPlans() {
        return !sideBySide.isEmpty() || !oneByOne.isEmpty();
    }

    /** Opens the next planned stream that may be open beside the others; null when there is none. */
    private StreamMerge openStream() {
        if (!sideBySide.isEmpty()) {
            return new StreamMerge(sideBySide.remove());
        }
        if (single == null && !oneByOne.isEmpty()) {
            single = new StreamMerge(oneByOne.remove());
            return single;
        }
        return null;
    }

    /** Whether no other stream is open, or could be opened beside this one. */
    private boolean isOnly(StreamMerge stream) {
        return open.isEmpty() && sideBySide.isEmpty() && (stream == single || oneByOne.isEmpty());
    }

    /** Moves a stream to its next row; closes the stream when it has none that can be sent now. */
    private boolean advance(StreamMerge stream) throws IOException {
        waitsForMemory = false;
        try {
            moveToUnsentRow(stream);
            if (paused) {
                return false;
            }
            if (stream.current() != null && stream.current().tryPass()) {
                return true;
            }
        } catch (MemoryWaitException e) {
            waitForMemory();
            return false;
        } catch (ChangedFileException e) {
            LOG.warn("{}. After the next scans on.changed.file says what happens", e.getMessage());
        } catch (IncompleteFileException e) {
            // The file was marked, which logs the reason where the log has not said it before.
        } catch (NoSuchFileException e) {
            if (missing.size() < DENIED_MAX && missing.add(e.getMessage())) {
                LOG.info("{} was deleted or moved before all of it was sent", e.getMessage());
            }
        } catch (FileAccessException e) {
            if (!(e.getCause() instanceof AccessDeniedException)) {
                throw e;
            }
            warnOfDenied(e);
        } finally {
            if (isQueued && !waitsForMemory && !paused) {
                isQueued = false;
                files.memory().proceeded();
            }
        }
        closeStream(stream);
        return false;
    }

    private void waitForMemory() throws IOException {
        waitsForMemory = true;
        isQueued = true;
        if (!current.isOpen() && open.isEmpty() || files.memory().mustCloseFiles()) {
            planAgain();
        }
    }

    /** Whether the next row waits for memory to open a file. */
    public boolean waitsForMemory() {
        return waitsForMemory;
    }

    /** Closes all files and plans their streams again, before the others, if others need the memory. */
    public void makeWay() throws IOException {
        if (isReading() && files.memory().mustCloseFiles()) {
            planAgain();
        }
    }

    private void planAgain() throws IOException {
        List<StreamMerge> streams = new ArrayList<>(open);
        if (current != null) {
            streams.add(current);
        }
        open.clear();
        current = null;
        putBack = false;
        paused = false;
        for (StreamMerge stream : streams) {
            (stream == single ? oneByOne : sideBySide).addFirst(stream.plan());
        }
        closeAll(streams);
    }

    /** Accounts for the memory that the open files really hold. */
    public void accountMemory() {
        if (current != null) {
            current.accountMemory();
        }
        open.forEach(StreamMerge::accountMemory);
    }

    /** A file that may not be read does not stop the others, neither now nor by failing the task in the end. */
    private void warnOfDenied(FileAccessException e) {
        if (denied.size() < DENIED_MAX && denied.add(e.path())) {
            LOG.warn(
                    "{} cannot be read: {}. It is tried again at every scan, and others are sent meanwhile; give the"
                            + " worker's user access, or leave the file out by path.exclude",
                    e.path(),
                    e.getCause().toString());
        }
    }

    /** Moves a stream to its next row whose offset was not sent from another file, unless the search is paused. */
    private void moveToUnsentRow(StreamMerge stream) throws IOException {
        while (true) {
            ReadableFile file = stream.takeCurrent();
            if (file != null) {
                moveToNextRow(file, stream);
            }
            openNeededFiles(stream);
            if (paused) {
                return;
            }
            stream.chooseCurrent();
            if (!stream.isCurrentRepeated()) {
                return;
            }
            stream.warnOfRepeatedOffset();
            stream.requireSameRecord();
            if (pausing.getAsBoolean()) {
                paused = true;
                return;
            }
        }
    }

    /** Where rows are selected by a filter, many files may have no row at all, so this can be paused. */
    private void openNeededFiles(StreamMerge stream) throws IOException {
        while (stream.needsFile()) {
            if (pausing.getAsBoolean()) {
                paused = true;
                return;
            }
            DataFile next = stream.takeFile();
            Optional<ReadableFile> file;
            try {
                file = files.open(next, stream.plan().keepsStream());
            } catch (MemoryWaitException e) {
                stream.putBack(next);
                throw e;
            } catch (IOException e) {
                throw withPath(next.path(), e);
            }
            if (file.isPresent()) {
                moveToNextRow(file.get(), stream);
                file.get().reader().accountMemory();
            }
        }
    }

    /** Moves a file to its next row and adds it to the merge, or closes it when it has no more rows. */
    private static void moveToNextRow(ReadableFile file, StreamMerge stream) throws IOException {
        boolean hasRow;
        try {
            hasRow = file.reader().next();
        } catch (ChangedFileException e) {
            try (file) {
                file.markChanged(e);
                throw e;
            }
        } catch (IncompleteFileException e) {
            try (file) {
                file.markIncomplete(e);
                throw e;
            }
        } catch (IOException e) {
            try (file) {
                throw withPath(file.path(), e);
            }
        } catch (RuntimeException e) {
            try (file) {
                throw e;
            }
        }
        if (hasRow) {
            file.claim();
            stream.add(file);
        } else {
            file.finish();
        }
    }

    /** Names the file in a failure of the storage; an exception about the file itself stays as it is. */
    private static IOException withPath(String path, IOException e) {
        return e instanceof IncompleteFileException || e instanceof NoSuchFileException
                ? e
                : new FileAccessException(path, e);
    }

    /** Puts the current row back: it is not sent yet. */
    public void putBack() {
        putBack = true;
    }

    /** Whether no file is sent in part once the current row is sent. */
    public boolean endsFiles() {
        return current.endsFiles() && open.stream().noneMatch(StreamMerge::isPartlySent);
    }

    /**
     * Closes what is being read; the next plan has it again. Where streams are sent side by side, closes all of them.
     */
    public void abandon() throws IOException {
        if (times.isPresent()) {
            close();
        } else if (current != null) {
            StreamMerge stream = current;
            current = null;
            putBack = false;
            closeStream(stream);
        }
    }

    private void closeStream(StreamMerge stream) throws IOException {
        if (stream == single) {
            single = null;
        }
        stream.close();
    }

    @Override
    public void close() throws IOException {
        List<StreamMerge> streams = new ArrayList<>(open);
        if (current != null) {
            streams.add(current);
        }
        open.clear();
        sideBySide.clear();
        oneByOne.clear();
        current = null;
        putBack = false;
        closeAll(streams);
    }

    private void closeAll(List<StreamMerge> streams) throws IOException {
        IOException failure = null;
        for (StreamMerge stream : streams) {
            try {
                closeStream(stream);
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
