package io.parquetry.connect.source.merge;

import io.parquetry.connect.common.ledger.CommittedOffset;
import io.parquetry.connect.source.config.DiscoverySettings.FileOrder;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.offset.SinkStream;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.connect.source.tracking.UnsentFiles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Puts the unsent files in the order in which they are sent.
 *
 * <ol type="a">
 *   <li>By offset: of a stream, no row is sent at or after the first point of a file that is not ready, nor at or after
 *       the offset that the ledger has committed, since rows before it can still be published. The offset of a stream
 *       with a ledger is kept for the stream as a whole, so no row before it may come later.
 *   <li>By name or time: each file is on its own; a file that is not ready waits for no other file and delays none.
 * </ol>
 */
public final class ReadPlanner {
    private static final Comparator<DataFile> BY_FIRST_POINT =
            Comparator.comparing(DataFile::first).thenComparing(DataFile::path);
    private static final Comparator<DataFile> BY_PATH = Comparator.comparing(DataFile::path);

    private final FileOrder order;
    private final boolean sendsWholeFiles;
    private final Function<Optional<SinkStream>, Optional<CommittedOffset>> ledger;

    /** Files that are sent together: those of one stream, or a single one. */
    private static final class Group {
        private final List<DataFile> ready = new ArrayList<>();
        private final List<DataFile> waiting = new ArrayList<>();
        private Optional<SinkStream> stream = Optional.empty();
    }

    /** @param ledger the offset that the ledger of a stream has committed; empty for a stream without a ledger */
    public ReadPlanner(SourceSettings settings, Function<Optional<SinkStream>, Optional<CommittedOffset>> ledger) {
        this.order = settings.discovery().order();
        this.sendsWholeFiles = settings.delivery().transaction().needsWholeFiles();
        this.ledger = Objects.requireNonNull(ledger, "ledger");
    }

    /** Plans what can be sent now. */
    public List<StreamPlan> plan(UnsentFiles files) {
        Map<String, Group> groups = new TreeMap<>();
        files.ready().forEach(file -> group(file, groups).ready.add(file));
        files.waiting().forEach(file -> group(file, groups).waiting.add(file));
        List<StreamPlan> plans = new ArrayList<>();
        groups.forEach((name, group) -> plan(name, group).ifPresent(plans::add));
        if (order == FileOrder.MODIFIED) {
            plans.sort(Comparator.comparing(
                    (StreamPlan plan) -> plan.files().get(0),
                    Comparator.comparingLong(DataFile::modifiedMs).thenComparing(BY_PATH)));
        }
        return plans;
    }

    private Group group(DataFile file, Map<String, Group> groups) {
        Optional<SinkStream> stream = order == FileOrder.OFFSET ? file.stream() : Optional.empty();
        Group group = groups.computeIfAbsent(stream.map(SinkStream::toString).orElse(file.path()), any -> new Group());
        group.stream = stream;
        return group;
    }

    private Optional<StreamPlan> plan(String name, Group group) {
        Optional<CommittedOffset> committed = ledger.apply(group.stream);
        StreamPoint bound = bound(group, committed);
        List<DataFile> files = group.ready.stream()
                .filter(file -> file.first().isBefore(bound))
                .sorted(BY_FIRST_POINT)
                .toList();
        return files.isEmpty()
                ? Optional.empty()
                : Optional.of(new StreamPlan(name, files, bound, committed.isPresent()));
    }

    private StreamPoint bound(Group group, Optional<CommittedOffset> committed) {
        StreamPoint bound = committed
                .map(offset -> new StreamPoint(offset.generation(), offset.nextOffset()))
                .orElse(StreamPoint.END);
        for (DataFile file : group.waiting) {
            if (file.first().isBefore(bound)) {
                bound = file.first();
            }
        }
        return sendsWholeFiles ? boundBetweenFiles(group.ready, bound) : bound;
    }

    /** The last point up to the bound that is inside no file's range of offsets. */
    private static StreamPoint boundBetweenFiles(List<DataFile> files, StreamPoint bound) {
        StreamPoint lower = bound;
        boolean moved = true;
        while (moved) {
            moved = false;
            for (DataFile file : files) {
                if (file.first().isBefore(lower) && !file.last().isBefore(lower)) {
                    lower = file.first();
                    moved = true;
                }
            }
        }
        return lower;
    }
}
