package io.parquetry.connect.source.read;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.errors.Defect;
import io.parquetry.connect.source.errors.LostRows;
import io.parquetry.connect.source.errors.RowRange;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.ParquetException;
import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.file.RecordCursor;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Which row groups of a file are good. The scan reads all selected rows without sending them; then rows can be sent
 * without the risk that the rest of their file or row group turns out to be bad.
 */
final class IntegrityScan {
    /** After so many rows the scan checks whether the task is to stop. */
    private static final int ROWS_BETWEEN_STOP_CHECKS = 1_000;

    private final DataFile file;
    private final RowGroups rowGroups;
    private final BooleanSupplier stopping;
    private final boolean[] bad;

    /** Of the rows with a stored offset in each row group, the first and the last point; null where there is none. */
    private final StreamPoint[] firstPoints;

    private final StreamPoint[] lastPoints;
    private final List<Defect> defects = new ArrayList<>();

    private IntegrityScan(DataFile file, RowGroups rowGroups, BooleanSupplier stopping) {
        this.file = file;
        this.rowGroups = rowGroups;
        this.stopping = stopping;
        this.bad = new boolean[rowGroups.count()];
        this.firstPoints = new StreamPoint[rowGroups.count()];
        this.lastPoints = new StreamPoint[rowGroups.count()];
    }

    /**
     * Reads the file.
     *
     * @throws InterruptedIOException when the task is to stop
     */
    static IntegrityScan of(
            DataFile file,
            RowGroups rowGroups,
            FileRows.SelectedRows rows,
            RowOffsetValidator validator,
            BooleanSupplier stopping)
            throws IOException {
        IntegrityScan scan = new IntegrityScan(file, rowGroups, stopping);
        int next = 0;
        while (next < rowGroups.count()) {
            next = scan.read(next, rows, validator);
        }
        return scan;
    }

    /** Reads from a row group up to the first bad one; returns the row group after that. */
    private int read(int from, FileRows.SelectedRows rows, RowOffsetValidator validator) throws IOException {
        long row = rowGroups.rows(from).from() - 1;
        try {
            RecordCursor<StoredRecord> cursor = rows.from(row + 1);
            while (cursor.next()) {
                row = cursor.row();
                if (row % ROWS_BETWEEN_STOP_CHECKS == 0 && stopping.getAsBoolean()) {
                    throw new InterruptedIOException("the task is to stop");
                }
                StoredRecord record = cursor.record();
                StreamPoint point = validator.validate(record, row);
                if (record.kafka().isPresent()) {
                    addPoint(rowGroups.of(row), point);
                }
            }
            return rowGroups.count();
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            return markBad(Math.max(from, rowGroupOf(e, row)), e.at(Place.of(file.path())));
        }
    }

    private void addPoint(int rowGroup, StreamPoint point) {
        if (firstPoints[rowGroup] == null) {
            firstPoints[rowGroup] = point;
        }
        lastPoints[rowGroup] = point;
    }

    /** The row group of a defect. A defect without a place is in the row group of the row that was read. */
    private int rowGroupOf(ParquetException e, long row) {
        int named = e.place().map(Place::rowGroup).orElse(-1);
        return Math.min(named >= 0 ? named : rowGroups.of(row + 1), rowGroups.count() - 1);
    }

    private int markBad(int rowGroup, ParquetException e) {
        bad[rowGroup] = true;
        defects.add(Defect.of(e));
        return rowGroup + 1;
    }

    boolean isWhole() {
        return defects.isEmpty();
    }

    /** Counts all row groups after the first bad one as bad. */
    IntegrityScan upToFirstDefect() {
        boolean after = false;
        for (int i = 0; i < bad.length; i++) {
            after |= bad[i];
            bad[i] = after;
        }
        return this;
    }

    /** Counts all row groups as bad if one is. */
    IntegrityScan allOrNothing() {
        if (!isWhole()) {
            Arrays.fill(bad, true);
        }
        return this;
    }

    List<Defect> defects() {
        return List.copyOf(defects);
    }

    /** Whether this is the defect of a bad row group. */
    boolean includes(ParquetException e) {
        return e.place()
                .map(Place::rowGroup)
                .filter(rowGroup -> rowGroup >= 0 && rowGroup < bad.length && bad[rowGroup])
                .isPresent();
    }

    /** The rows of the good row groups, in order. */
    List<RowRange> readable() {
        return runs(false).stream().map(run -> rows(run[0], run[1])).toList();
    }

    /** The rows of the bad row groups, in order. */
    List<LostRows> lost() {
        return runs(true).stream()
                .map(run -> new LostRows(Optional.of(rows(run[0], run[1])), offsets(run[0], run[1])))
                .toList();
    }

    private RowRange rows(int first, int last) {
        return new RowRange(rowGroups.rows(first).from(), rowGroups.rows(last).to());
    }

    /** The first and the last row group of each run of bad or of good ones. */
    private List<int[]> runs(boolean ofBad) {
        List<int[]> runs = new ArrayList<>();
        for (int i = 0; i < bad.length; i++) {
            if (bad[i] == ofBad) {
                if (i > 0 && bad[i - 1] == ofBad) {
                    runs.get(runs.size() - 1)[1] = i;
                } else {
                    runs.add(new int[] {i, i});
                }
            }
        }
        return runs;
    }

    /** Offsets rise from row to row, so the lost ones are between those of the neighbouring row groups. */
    private Optional<LostRows.Offsets> offsets(int first, int last) {
        if (file.stream().isEmpty()) {
            return Optional.empty();
        }
        StreamPoint from = file.first();
        for (int i = 0; i < first; i++) {
            from = lastPoints[i] == null ? from : lastPoints[i].next();
        }
        StreamPoint to = file.last();
        for (int i = bad.length - 1; i > last; i--) {
            to = firstPoints[i] == null
                    ? to
                    : new StreamPoint(firstPoints[i].generation(), firstPoints[i].offset() - 1);
        }
        return Optional.of(new LostRows.Offsets(from, to));
    }
}
