package io.parquetry.connect.source.merge;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.connect.source.read.FileRows;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Set;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * The files of one stream that are being sent, merged by stored offset: the current file is the one with the lowest
 * offset. A file is due when the rows of the open files have reached its first offset, so that files with separate
 * ranges of offsets are open one at a time. Files without stored offsets come one after another.
 *
 * <p>It reads nothing: {@link StreamScheduler} opens the files that are due, and moves each file to its next row.
 */
final class StreamMerge implements Closeable {
    private static final Log LOG = Log.of(StreamMerge.class);

    private final StreamPlan plan;
    private final Deque<DataFile> waiting;

    /** Open files, each at an unsent row, without the current one. */
    private final PriorityQueue<ReadableFile> open = new PriorityQueue<>(
            Comparator.comparing((ReadableFile file) -> file.reader().point()).thenComparing(ReadableFile::path));

    private final Set<String> withRepeatedOffsets = new HashSet<>();
    private ReadableFile current;

    /** The row before the current one, in whatever file; null at the begin. */
    private StoredRecord before;

    private StreamPoint pointBefore = StreamPoint.START;
    private String pathBefore = "";
    private long timeMs;

    StreamMerge(StreamPlan plan) {
        this.plan = plan;
        this.waiting = new ArrayDeque<>(plan.files());
    }

    StreamPlan plan() {
        return plan;
    }

    String name() {
        return plan.name();
    }

    /** The file with the next row of the stream; null before the first one and after the last one. */
    ReadableFile current() {
        return current;
    }

    /** The time of the current row, where streams are ordered by time. */
    long timeMs() {
        return timeMs;
    }

    void setTimeMs(long timeMs) {
        this.timeMs = timeMs;
    }

    /** Whether a file of the stream is open. */
    boolean isOpen() {
        return current != null || !open.isEmpty();
    }

    /** Whether another file must be opened before the next row of the stream is known. */
    boolean needsFile() {
        DataFile next = waiting.peek();
        return next != null
                && (open.isEmpty()
                        || next.first().compareTo(open.peek().reader().point()) <= 0)
                && next.first().isBefore(plan.bound());
    }

    /** Takes the file to be opened next out of those that wait. */
    DataFile takeFile() {
        return waiting.remove();
    }

    /** Puts a file back that cannot be opened yet. */
    void putBack(DataFile file) {
        waiting.addFirst(file);
    }

    /** Accounts for the memory that the open files really hold. */
    void accountMemory() {
        if (current != null) {
            current.reader().accountMemory();
        }
        open.forEach(file -> file.reader().accountMemory());
    }

    /** Adds a file that is at an unsent row. */
    void add(ReadableFile file) {
        open.add(file);
    }

    /** Takes the current file out, so that it can be moved to its next row; null when there is none. */
    ReadableFile takeCurrent() {
        ReadableFile taken = current;
        if (taken != null) {
            before = taken.reader().record();
            pointBefore = taken.reader().point();
            pathBefore = taken.path();
        }
        current = null;
        return taken;
    }

    /**
     * Makes the file with the lowest offset the current one, if its row may be sent now.
     *
     * @throws ConnectException when another file has a different record with the same offset: nothing of that offset is
     *     sent, since the position would then be behind it, and after a restart nobody would miss the other record
     */
    void chooseCurrent() {
        current = open.isEmpty() || !open.peek().reader().isBefore(plan.bound()) ? null : open.remove();
        if (current != null && isOffsetOfCurrent(open.peek())) {
            open.stream()
                    .filter(this::isOffsetOfCurrent)
                    .forEach(other -> requireSame(current.reader().record(), current.path(), other));
        }
    }

    private boolean isOffsetOfCurrent(ReadableFile other) {
        return other != null
                && other.reader().point().equals(current.reader().point())
                && current.reader().record().kafka().isPresent()
                && other.reader().record().kafka().isPresent();
    }

    private void requireSame(StoredRecord one, String path, ReadableFile other) {
        FileRows reader = other.reader();
        if (!SameRecord.of(one, reader.record())) {
            throw new ConnectException("offset " + reader.point().offset() + " of " + plan.name()
                    + " is in two files with different content: " + path + " and row " + reader.row() + " of "
                    + other.path() + ". Only one of them can be sent. Leave one file out by path.exclude, or move it"
                    + " to another directory, such as <directory>/<topic>, where it is a stream of its own");
        }
    }

    /** Whether the current row has the offset of a row that was sent from another file. */
    boolean isCurrentRepeated() {
        return current != null && current.reader().isSent();
    }

    /**
     * Compares the current row with the row before, if that has the same offset, and counts it as sent when both are
     * the same record.
     *
     * @throws ConnectException when they are different records: one of them would be lost
     */
    void requireSameRecord() {
        if (before != null && pointBefore.equals(current.reader().point())) {
            requireSame(before, pathBefore, current);
            current.reader().countSent();
        }
    }

    /** Logs, once for each file, that it has offsets of another file. */
    void warnOfRepeatedOffset() {
        if (withRepeatedOffsets.add(current.path())) {
            LOG.warn(
                    "{} has offsets that another file of {} has too, such as {}; each is sent once",
                    current.path(),
                    plan.name(),
                    current.reader().point().offset());
        }
    }

    /** Whether no file of the stream is sent in part once the current row is sent. */
    boolean endsFiles() {
        return current.reader().isLast() && open.stream().noneMatch(ReadableFile::isPartlySent);
    }

    /** Whether a file of the stream is sent in part, without the current row. */
    boolean isPartlySent() {
        return current.isPartlySent() || open.stream().anyMatch(ReadableFile::isPartlySent);
    }

    @Override
    public void close() throws IOException {
        if (current != null) {
            open.add(current);
            current = null;
        }
        IOException failure = null;
        for (ReadableFile file : open) {
            try {
                file.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        open.clear();
        waiting.clear();
        if (failure != null) {
            throw failure;
        }
    }
}
