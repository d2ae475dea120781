package io.parquetry.connect.source.send;

import io.parquetry.connect.common.brokers.AdminSettings;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.source.offset.SourceOffset;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The records that the worker took and the brokers have not confirmed. When the brokers refuse a record, the worker
 * fails the task and tells it nothing; its own message has neither file nor row. So the task names the rows among which
 * the refused one is. The watch of the sending asks for the oldest of them.
 */
public final class UnconfirmedRecords {
    private static final Log LOG = Log.of(UnconfirmedRecords.class);

    /** No more are kept. */
    private static final int RECORDS_MAX = 10_000;

    private final String remedy;

    /** In the order in which the worker took them. */
    private final Deque<List<SourceOffset>> batches = new ArrayDeque<>();

    /** The number of records in them. */
    private int kept;

    /** @param rowsAreChecked whether brokers are asked for what a topic refuses */
    public UnconfirmedRecords(boolean rowsAreChecked) {
        remedy = rowsAreChecked
                ? "A restarted task asks for the limits of the topic again, and on.bad.row then holds for the row"
                : "With " + AdminSettings.BOOTSTRAP_SERVERS + " such a row is found before it is sent, and on.bad.row"
                        + " holds for it";
    }

    /** The worker gets the records with these offsets. */
    synchronized void handOver(List<SourceOffset> batch) {
        while (!batches.isEmpty() && areAnswered(batches.peek())) {
            kept -= batches.remove().size();
        }
        if (kept + batch.size() > RECORDS_MAX) {
            List<SourceOffset> unanswered = batches.stream()
                    .flatMap(List::stream)
                    .filter(sent -> !sent.isAnswered())
                    .toList();
            batches.clear();
            batches.add(unanswered);
            kept = unanswered.size();
        }
        int room = RECORDS_MAX - kept;
        List<SourceOffset> added = batch.size() <= room ? batch : List.copyOf(batch.subList(0, room));
        if (!added.isEmpty()) {
            batches.add(added);
            kept += added.size();
        }
    }

    private static boolean areAnswered(List<SourceOffset> batch) {
        for (SourceOffset sent : batch) {
            if (!sent.isAnswered()) {
                return false;
            }
        }
        return true;
    }

    private Stream<SourceOffset> unconfirmed() {
        return batches.stream().flatMap(List::stream).filter(UnconfirmedRecords::isUnconfirmed);
    }

    /** The first record that was taken and not confirmed. */
    synchronized Optional<SourceOffset> oldest() {
        return unconfirmed().findFirst();
    }

    private static boolean isUnconfirmed(SourceOffset sent) {
        return sent.isTaken() && !sent.isAnswered();
    }

    /** Names the records, if there are any, and forgets them: the task stops. */
    synchronized void log() {
        List<SourceOffset> unconfirmed = unconfirmed().toList();
        batches.clear();
        kept = 0;
        if (unconfirmed.isEmpty()) {
            return;
        }
        SourceOffset first = unconfirmed.get(0);
        LOG.warn(
                "The brokers have not confirmed {} records that the worker took, from {}, for topic {}, to {}{}. If the"
                        + " worker failed because a record was refused, it is one of these",
                unconfirmed.size(),
                first.place(),
                first.topic(),
                unconfirmed.get(unconfirmed.size() - 1).place(),
                latest(unconfirmed)
                        .map(last -> "; the latest timestamp, of " + last.place() + ", is "
                                + Instant.ofEpochMilli(last.timestampMs()))
                        .orElse(""));
        SourceOffset largest = Collections.max(unconfirmed, Comparator.comparingLong(SourceOffset::bytes));
        if (largest.bytes() > 0) {
            LOG.warn("The largest of these, {}, has about {} bytes. {}", largest.place(), largest.bytes(), remedy);
        }
    }

    private static Optional<SourceOffset> latest(List<SourceOffset> unconfirmed) {
        return unconfirmed.stream()
                .filter(sent -> sent.timestampMs() != null)
                .max(Comparator.comparing(SourceOffset::timestampMs));
    }
}
