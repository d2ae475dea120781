package io.parquetry.connect.source.read;

import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.errors.BadFile;
import io.parquetry.connect.source.errors.Defect;
import io.parquetry.connect.source.errors.LostRows;
import io.parquetry.connect.source.errors.RowRange;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.format.ParquetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which rows of an open file an integrity scan found bad; none where no scan was made. */
final class FileDamage {
    private final DataFile file;
    private final long rows;
    private final Optional<IntegrityScan> scan;
    private final List<LostRows> lost;

    /** @param rows the number of rows in the file */
    FileDamage(DataFile file, long rows, Optional<IntegrityScan> scan) {
        this.file = file;
        this.rows = rows;
        this.scan = scan.filter(made -> !made.isWhole());
        this.lost = this.scan.map(IntegrityScan::lost).orElse(List.of());
    }

    boolean isEmpty() {
        return lost.isEmpty();
    }

    /** The rows that can be read, in order. */
    List<RowRange> readable() {
        return scan.map(IntegrityScan::readable).orElse(List.of(new RowRange(0, rows)));
    }

    /** Whether this is the defect of a row group that the scan found bad. */
    boolean includes(ParquetException defect) {
        return scan.filter(made -> made.includes(defect)).isPresent();
    }

    /** How many of the rows before a row cannot be read. */
    long lostBefore(long row) {
        long count = 0;
        for (LostRows rows : lost) {
            RowRange range = rows.rows().orElseThrow();
            count += Math.max(0, Math.min(range.to(), row) - range.from());
        }
        return count;
    }

    /** The report of what the scan found; empty when it found nothing. */
    Optional<BadFile> bad() {
        return scan.map(made -> new BadFile(file, made.defects(), made.readable(), lost));
    }

    /**
     * The report of the file when its rest cannot be read either.
     *
     * @param firstBad the first row that cannot be read
     * @param next the point of the stream after the row before
     */
    BadFile withRest(long firstBad, StreamPoint next, ParquetException defect) {
        List<RowRange> sent =
                new ArrayList<>(scan.map(IntegrityScan::readable).orElse(List.of(new RowRange(0, firstBad))));
        sent.replaceAll(range -> new RowRange(Math.min(range.from(), firstBad), Math.min(range.to(), firstBad)));
        Optional<LostRows.Offsets> offsets = file.stream().map(stream -> new LostRows.Offsets(next, file.last()));
        List<LostRows> all = new ArrayList<>(lost);
        all.removeIf(before -> before.rows().orElseThrow().from() >= firstBad);
        all.add(new LostRows(Optional.of(new RowRange(firstBad, rows)), offsets));
        return new BadFile(file, List.of(Defect.of(defect)), sent, all);
    }
}
