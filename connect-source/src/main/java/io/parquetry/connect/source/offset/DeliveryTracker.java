package io.parquetry.connect.source.offset;

import java.util.Optional;

/**
 * Counts the records of one file that were sent, and the worker's answers: each record is answered once, when it was
 * acknowledged or when a transformation dropped it. Answers come from the worker's threads; everything else is called
 * by the task's own thread.
 */
public final class DeliveryTracker {
    /** Only the task's thread uses it. */
    private long sent;

    private long answered;
    private boolean complete;
    private SourceOffset last;

    /** The number of the next record. */
    public long nextNumber() {
        return sent;
    }

    /** Counts a record that is in a batch. */
    public void recordSent() {
        sent++;
    }

    /** Whether any record of the file was sent. */
    public boolean hasSent() {
        return sent > 0;
    }

    /** Notes that the file has no more records. */
    public synchronized void complete() {
        complete = true;
    }

    /** Whether the file has no more records. */
    public synchronized boolean isComplete() {
        return complete;
    }

    synchronized void acknowledge(SourceOffset offset) {
        answered++;
        if (last == null || last.number() < offset.number()) {
            last = offset;
        }
    }

    /** Notes the answer for a record whose position Connect does not have. */
    synchronized void answer() {
        answered++;
    }

    /** Whether all records of the file were sent and answered. */
    public synchronized boolean isAnswered() {
        return complete && answered == sent;
    }

    /** Whether all records that were sent so far were answered. Only the task's thread calls it. */
    public synchronized boolean isAnsweredSoFar() {
        return answered == sent;
    }

    /** The offset of the last acknowledged record; the file is completed only after Connect has committed it. */
    public synchronized Optional<SourceOffset> lastAcknowledged() {
        return Optional.ofNullable(last);
    }
}
