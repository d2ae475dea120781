package io.parquetry.connect.source.complete;

import java.util.Optional;

/**
 * What the worker said of the records of one file: each one that was given to it is answered once, when it was
 * acknowledged or when a transformation dropped it. Answers come from the worker's threads; records are given, and the
 * receipt is looked at, by the task's own.
 */
public final class DeliveryTracker {
    /** Only the task's thread knows it. */
    private long given;

    private long answered;
    private boolean complete;
    private SourceOffset last;

    /** The number that the next record gets. */
    public long nextNumber() {
        return given;
    }

    /** Notes that a record is given to the worker. */
    public void recordSent() {
        given++;
    }

    /** Whether any record of the file was given to the worker. */
    public synchronized boolean hasGiven() {
        return given > 0;
    }

    /** Notes that no record of the file is left to be given. */
    public synchronized void complete() {
        complete = true;
    }

    /** Whether no record of the file was left to be given. */
    public synchronized boolean isComplete() {
        return complete;
    }

    synchronized void acknowledge(SourceOffset mark) {
        answered++;
        if (last == null || last.number() < mark.number()) {
            last = mark;
        }
    }

    synchronized void drop() {
        answered++;
    }

    /** Whether all records of the file were given and answered. */
    public synchronized boolean isAnswered() {
        return complete && answered == given;
    }

    /** Of the records that were acknowledged, the last in the file: its position must be committed. */
    public synchronized Optional<SourceOffset> lastAcknowledged() {
        return Optional.ofNullable(last);
    }
}
