package io.parquetry.connect.source.send;

import io.parquetry.connect.common.brokers.AdminSettings;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.source.offset.SendState;
import io.parquetry.connect.source.offset.SentRecord;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.source.SourceRecord;

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
    private final Deque<SendState> records = new ArrayDeque<>();

    /** @param rowsAreChecked whether brokers are asked for what a topic refuses */
    public UnconfirmedRecords(boolean rowsAreChecked) {
        remedy = rowsAreChecked
                ? "A restarted task asks for the limits of the topic again, and on.bad.row then holds for the row"
                : "With " + AdminSettings.BOOTSTRAP_SERVERS + " such a row is found before it is sent, and on.bad.row"
                        + " holds for it";
    }

    /** The worker gets a batch; null for none. */
    public synchronized void handOver(List<SourceRecord> batch) {
        if (batch == null) {
            return;
        }
        while (!records.isEmpty() && records.peek().isAnswered()) {
            records.remove();
        }
        if (records.size() + batch.size() > RECORDS_MAX) {
            records.removeIf(SendState::isAnswered);
        }
        for (SourceRecord sent : batch) {
            if (sent instanceof SentRecord ours && records.size() < RECORDS_MAX) {
                records.add(ours.state());
            }
        }
    }

    /** The first record that was taken and not confirmed. */
    synchronized Optional<SendState> oldest() {
        return records.stream().filter(UnconfirmedRecords::isUnconfirmed).findFirst();
    }

    private static boolean isUnconfirmed(SendState sent) {
        return sent.isTaken() && !sent.isAnswered();
    }

    /** Names the records, if there are any, and forgets them: the task stops. */
    synchronized void log() {
        List<SendState> unconfirmed =
                records.stream().filter(UnconfirmedRecords::isUnconfirmed).toList();
        records.clear();
        if (unconfirmed.isEmpty()) {
            return;
        }
        SendState first = unconfirmed.get(0);
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
        SendState largest = Collections.max(unconfirmed, Comparator.comparingLong(SendState::bytes));
        if (largest.bytes() > 0) {
            LOG.warn("The largest of these, {}, has about {} bytes. {}", largest.place(), largest.bytes(), remedy);
        }
    }

    private static Optional<SendState> latest(List<SendState> unconfirmed) {
        return unconfirmed.stream()
                .filter(sent -> sent.timestampMs() != null)
                .max(Comparator.comparing(SendState::timestampMs));
    }
}
