package io.parquetry.connect.sink.commit;

import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.LedgerFile;
import io.parquetry.connect.common.ledger.OffsetSet;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.sink.metrics.SinkMetric;
import io.parquetry.connect.sink.metrics.SinkTaskMetrics;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** The closed files of one topic-partition that the next ledger entry will publish. */
public final class PendingCommit {
    /** Size of the published offsets at which the oldest open file is closed, which makes them fewer. */
    private static final int PUBLISHED_BYTES_MAX = 1 << 20;

    private static final Log LOG = Log.of(PendingCommit.class);

    private final Ledger ledger;
    private final SinkTaskMetrics metrics;
    private final Clock clock;
    private final List<ClosedFile> files = new ArrayList<>();

    /** Whether an entry may name the files. */
    private boolean isNamed;

    public PendingCommit(Ledger ledger, SinkTaskMetrics metrics, Clock clock) {
        this.ledger = ledger;
        this.metrics = metrics;
        this.clock = clock;
    }

    public void add(ClosedFile file) {
        files.add(file);
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
     * Which offsets around those of a file that is closed now are in other files. Empty where that is not known,
     * because an earlier version has written the ledger, or uploads were withdrawn.
     *
     * @param own the offsets in the file
     * @param open those in files that are open
     */
    public Optional<Neighbours> neighbours(OffsetSet own, Collection<OffsetSet> open) {
        OptionalLong previous = isExact(own.base()) ? lastBelow(own.base(), open) : OptionalLong.empty();
        if (previous.isEmpty()) {
            return Optional.empty();
        }
        long end = own.last() + 1;
        List<OffsetSet> sets = new ArrayList<>(open);
        publishedOffsets().forEach(sets::add);
        OffsetSet others = OffsetSet.union(own.base(), sets).below(end);
        sets.add(own);
        OffsetSet absent = OffsetSet.without(own.base(), end, sets);
        return Optional.of(new Neighbours(previous.getAsLong(), others, absent));
    }

    /** Whether the published offsets are in files, each of them. */
    private boolean isExact(long end) {
        LedgerEntry entry = ledger.current();
        return entry.last().isPresent()
                || !files.isEmpty()
                        && (entry.published().isEmpty() || entry.published().last() < end);
    }

    /** The largest offset below another that a file holds or will hold; -1 for none, empty where it is not known. */
    private OptionalLong lastBelow(long end, Collection<OffsetSet> open) {
        if (!isExact(end)) {
            return OptionalLong.empty();
        }
        OptionalLong found = Stream.concat(publishedOffsets(), open.stream())
                .flatMapToLong(set -> set.lastBelow(end).stream())
                .max();
        OptionalLong before = ledger.current().last();
        return found.isPresent() ? found : before;
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
        List<LedgerFile> published = new ArrayList<>();
        for (ClosedFile file : files) {
            published.add(file.staged());
        }
        isNamed = true;
        OffsetSet later = OffsetSet.union(nextOffset, publishedOffsets().toList());
        ledger.commit(nextOffset, lastBelow(nextOffset, List.of()), later, published);
        files.clear();
        isNamed = false;
        LOG.debug("{} files are published, next offset {}: {}", published.size(), nextOffset, published);
        metrics.committed(clock.millis() - startMs);
        metrics.add(SinkMetric.FILES_COMMITTED, published.size());
        metrics.add(
                SinkMetric.BYTES_COMMITTED,
                published.stream().mapToLong(LedgerFile::bytes).sum());
    }
}
