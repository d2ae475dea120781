package io.parquetry.connect.sink.write;

import io.parquetry.connect.sink.commit.Ledger;
import io.parquetry.connect.sink.commit.LedgerFile;
import io.parquetry.connect.sink.commit.OffsetSet;
import io.parquetry.connect.sink.metrics.SinkMetric;
import io.parquetry.connect.sink.metrics.SinkTaskMetrics;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The files of one topic-partition that are finished but not visible yet, and the entry that makes them so. */
final class PendingCommit {
    /** Text of the published offsets beyond which the oldest file is ended, which makes them fewer. */
    private static final int PUBLISHED_BYTES_MAX = 1 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(PendingCommit.class);

    private final Ledger ledger;
    private final SinkTaskMetrics figures;
    private final Clock clock;
    private final List<FinishedFile> finished = new ArrayList<>();

    PendingCommit(Ledger ledger, SinkTaskMetrics figures, Clock clock) {
        this.ledger = ledger;
        this.figures = figures;
        this.clock = clock;
    }

    void add(FinishedFile file) {
        finished.add(file);
    }

    boolean isEmpty() {
        return finished.isEmpty();
    }

    /** Forgets the files: an entry that was begun may name them, so they are left to the ledger. */
    void forget() {
        finished.clear();
    }

    /** Whether an entry with this position would have to name too many later offsets, or too far ahead. */
    boolean exceeds(long nextOffset) {
        long last = published()
                .filter(set -> !set.isEmpty())
                .mapToLong(OffsetSet::last)
                .max()
                .orElse(nextOffset);
        return last - nextOffset > OffsetSet.DISTANCE_MAX
                || OffsetSet.union(nextOffset, published().toList()).serializedBytes() > PUBLISHED_BYTES_MAX;
    }

    private Stream<OffsetSet> published() {
        return Stream.concat(
                Stream.of(ledger.current().published()), finished.stream().map(FinishedFile::offsets));
    }

    /**
     * Makes the finished files visible and advances the position.
     *
     * @param nextOffset every offset below is in the finished files, published, or was reported
     */
    void commit(long nextOffset) throws IOException {
        List<LedgerFile> files = finished.stream().map(FinishedFile::file).toList();
        long beganMs = clock.millis();
        ledger.commit(nextOffset, OffsetSet.union(nextOffset, published().toList()), files);
        finished.clear();
        LOG.debug("{} files are visible, next offset {}: {}", files.size(), nextOffset, files);
        figures.committed(clock.millis() - beganMs);
        figures.add(SinkMetric.FILES_COMMITTED, files.size());
        figures.add(
                SinkMetric.BYTES_COMMITTED,
                files.stream().mapToLong(LedgerFile::bytes).sum());
    }
}
