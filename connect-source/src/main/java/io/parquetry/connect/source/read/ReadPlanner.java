package io.parquetry.connect.source.read;

import io.parquetry.connect.common.ledger.CommittedOffset;
import io.parquetry.connect.source.config.FileOrder;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.offset.Stream;
import io.parquetry.connect.source.offset.StreamPoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Puts the files that have something left into the order in which they are sent.
 *
 * <ol type="a">
 *   <li>By offset: of a stream nothing is sent at or behind the first point of a file that is not ready, nor at or behind
 *       what the ledger says is settled, since rows before it may still come. The position of a stream that has a ledger
 *       is kept as a whole; so nothing may come later that is before it.
 *   <li>By name or time: each file stands for itself, and those that are not ready wait for nobody and hold up nobody.
 * </ol>
 */
final class ReadPlanner {
    private static final Comparator<DataFile> BY_FIRST_POINT =
            Comparator.comparing(DataFile::first).thenComparing(DataFile::path);
    private static final Comparator<DataFile> BY_PATH = Comparator.comparing(DataFile::path);

    private final SourceSettings settings;
    private final Function<Optional<Stream>, Optional<CommittedOffset>> settled;
    private final Map<String, Line> lines = new TreeMap<>();

    /** Files that are sent one after another. */
    private static final class Line {
        private final List<DataFile> ready = new ArrayList<>();
        private final List<DataFile> waiting = new ArrayList<>();
        private Optional<Stream> stream = Optional.empty();
    }

    /** @param settled how far the ledger says that a stream is settled */
    ReadPlanner(SourceSettings settings, Function<Optional<Stream>, Optional<CommittedOffset>> settled) {
        this.settings = settings;
        this.settled = settled;
    }

    /** @param ready whether the file may be opened */
    void add(DataFile file, boolean ready) {
        Optional<Stream> stream = isByOffset() ? file.stream() : Optional.empty();
        Line line = lines.computeIfAbsent(stream.map(Stream::toString).orElse(file.path()), any -> new Line());
        line.stream = stream;
        (ready ? line.ready : line.waiting).add(file);
    }

    private boolean isByOffset() {
        return settings.order().order() == FileOrder.OFFSET;
    }

    List<StreamWork> work() {
        List<StreamWork> work = new ArrayList<>();
        lines.forEach((name, line) -> {
            Optional<CommittedOffset> ledger = settled.apply(line.stream);
            StreamPoint bound = bound(line, ledger);
            List<DataFile> files = line.ready.stream()
                    .filter(file -> file.first().isBefore(bound))
                    .sorted(BY_FIRST_POINT)
                    .toList();
            if (!files.isEmpty()) {
                work.add(new StreamWork(name, files, bound, ledger.isPresent()));
            }
        });
        if (settings.order().order() == FileOrder.MODIFIED) {
            work.sort(Comparator.comparing(
                    (StreamWork one) -> one.files().get(0),
                    Comparator.comparingLong(DataFile::modifiedMs).thenComparing(BY_PATH)));
        }
        return work;
    }

    private StreamPoint bound(Line line, Optional<CommittedOffset> ledger) {
        StreamPoint bound = ledger.map(settled -> new StreamPoint(settled.generation(), settled.nextOffset()))
                .orElse(StreamPoint.END);
        for (DataFile file : line.waiting) {
            if (file.first().isBefore(bound)) {
                bound = file.first();
            }
        }
        return settings.transaction().needsWholeFiles() ? betweenFiles(line.ready, bound) : bound;
    }

    /** The last point up to the bound that no file reaches across. */
    private static StreamPoint betweenFiles(List<DataFile> files, StreamPoint bound) {
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
