package io.parquetry.connect.sink.commit;

import io.parquetry.connect.common.ledger.LedgerFile;
import io.parquetry.connect.common.ledger.OffsetSet;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.sink.metrics.SinkMetric;
import io.parquetry.connect.sink.metrics.SinkTaskMetrics;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;

/** The closed files of one topic-partition that the next ledger entry will publish. */
public final class PendingCommit {
    /** Size of the published offsets at which the oldest open file is closed, which makes them fewer. */
    private static final int PUBLISHED_BYTES_MAX = 1 << 20;

    private static final Log LOG = Log.of(PendingCommit.class);

    private final TopicPartition partition;
    private final Ledger ledger;
    private final SinkTaskMetrics metrics;
    private final Clock clock;
    private final AbsentOffsets absent;
    private final List<ClosedFile> files = new ArrayList<>();

    /** Offsets from the position of the ledger on that are published or in the files; null until they are asked for. */
    private OffsetSet closed;

    /** Whether an entry may name the files. */
    private boolean isNamed;

    public PendingCommit(
            TopicPartition partition, Ledger ledger, AbsentOffsets absent, SinkTaskMetrics metrics, Clock clock) {
        this.partition = partition;
        this.ledger = ledger;
        this.absent = absent;
        this.metrics = metrics;
        this.clock = clock;
    }

    public void add(ClosedFile file) {
        files.add(file);
        if (closed != null && file.offsets().last() - closed.base() <= OffsetSet.DISTANCE_MAX) {
            closed.addAll(file.offsets());
        }
    }

    public boolean isEmpty() {
        return files.isEmpty();
    }

    /** Forgets the files. Those that an entry may name are left to the ledger. */
    public void forget() {
        if (!isNamed) {
            files.forEach(file -> file.staging().cancel());
        }
        files.clear();
        closed = null;
        isNamed = false;
    }

    /** Whether an entry with this position would hold too many later offsets, or offsets too far ahead. */
    public boolean isTooLarge(long nextOffset) {
        long last = publishedOffsets()
                .filter(set -> !set.isEmpty())
                .mapToLong(OffsetSet::last)
                .max()
                .orElse(nextOffset);
        return last - nextOffset > OffsetSet.DISTANCE_MAX
                || OffsetSet.union(nextOffset, publishedOffsets().toList()).serializedBytes() > PUBLISHED_BYTES_MAX;
    }

    /**
     * What is known of the offsets around those of a file that is closed now. Empty where nothing is known: an earlier
     * version has written the ledger, or uploads were withdrawn, or the file is too far behind the position.
     *
     * @param own the offsets in the file
     */
    public Optional<Neighbours> neighbours(OffsetSet own) {
        long position = ledger.current().nextOffset().orElse(0);
        if (!absent.isKnownFrom(own.base()) || own.last() - position > OffsetSet.DISTANCE_MAX) {
            return Optional.empty();
        }
        if (closed == null) {
            closed = OffsetSet.union(position, publishedOffsets().toList());
        }
        long end = own.last() + 1;
        OffsetSet others = OffsetSet.union(own.base(), List.of(closed)).below(end);
        OffsetSet inNone = absent.between(own.base(), end);
        OptionalLong held = absent.lastHeldBelow(own.base());
        boolean isClosed = held.isPresent() && (held.getAsLong() < position || closed.contains(held.getAsLong()));
        return Optional.of(new Neighbours(
                isClosed ? held : OptionalLong.empty(),
                isClosed ? OptionalLong.empty() : held,
                others,
                inNone,
                own.count() + others.count() + inNone.count() == end - own.base()));
    }

    private Stream<OffsetSet> publishedOffsets() {
        return Stream.concat(
                Stream.of(ledger.current().published()), files.stream().map(ClosedFile::offsets));
    }

    /**
     * Publishes the files and advances the position.
     *
     * @param nextOffset every offset below it is in these files, already published, or reported as bad
     */
    public void commit(long nextOffset) throws IOException {
        long startMs = clock.millis();
        CommitEvent event = CommitEvent.start();
        List<LedgerFile> published = new ArrayList<>();
        for (ClosedFile file : files) {
            published.add(file.staged());
        }
        isNamed = true;
        OffsetSet later = OffsetSet.union(nextOffset, publishedOffsets().toList());
        absent.positionMoved(ledger.commit(nextOffset, absent.lastHeldBelow(nextOffset), later, published));
        files.clear();
        closed = null;
        isNamed = false;
        LOG.debug("{} files are published, next offset {}: {}", published.size(), nextOffset, published);
        event.finish(partition, nextOffset, published);
        metrics.committed(clock.millis() - startMs);
        metrics.add(SinkMetric.FILES_COMMITTED, published.size());
        metrics.add(
                SinkMetric.BYTES_COMMITTED,
                published.stream().mapToLong(LedgerFile::bytes).sum());
    }
}
