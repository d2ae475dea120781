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
 * Which row groups of a file are whole, found by reading all that is to be sent without sending it. What is whole can then
 * be sent without fear of stopping half-way.
 */
final class IntegrityScan {
    /** Gives the wanted rows from a row on. */
    interface Rows {
        RecordCursor<StoredRecord> from(long row) throws IOException;
    }

    /** After so many rows it is seen whether the task is to stop. */
    private static final int ROWS_BETWEEN_LOOKS = 1_000;

    private final DataFile file;
    private final RowGroups rowGroups;
    private final BooleanSupplier stopping;
    private final boolean[] bad;

    /** Of the rows of each row group that know their offsets, the first and the last point; null where there is none. */
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
     * @throws InterruptedIOException when the task is to stop meanwhile
     */
    static IntegrityScan of(DataFile file, RowGroups rowGroups, Rows rows, NameCheck check, BooleanSupplier stopping)
            throws IOException {
        IntegrityScan survey = new IntegrityScan(file, rowGroups, stopping);
        int next = 0;
        while (next < rowGroups.count()) {
            next = survey.read(next, rows, check);
        }
        return survey;
    }

    /** Reads on from a row group until one is bad; gives the one behind that. */
    private int read(int from, Rows rows, NameCheck check) throws IOException {
        long row = rowGroups.rows(from).from() - 1;
        try {
            RecordCursor<StoredRecord> cursor = rows.from(row + 1);
            while (cursor.next()) {
                row = cursor.row();
                if (row % ROWS_BETWEEN_LOOKS == 0 && stopping.getAsBoolean()) {
                    throw new InterruptedIOException("the task is to stop");
                }
                StoredRecord record = cursor.record();
                check.require(record, row);
                if (record.kafka().isPresent()) {
                    note(rowGroups.of(row), check.pointOf(record));
                }
            }
            return rowGroups.count();
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            return bad(Math.max(from, place(e, row)), e.at(Place.of(file.path())));
        }
    }

    private void note(int rowGroup, StreamPoint point) {
        if (firstPoints[rowGroup] == null) {
            firstPoints[rowGroup] = point;
        }
        lastPoints[rowGroup] = point;
    }

    /** What does not say where it is, is in the row group of the row that was asked for. */
    private int place(ParquetException e, long row) {
        int named = e.place().map(Place::rowGroup).orElse(-1);
        return Math.min(named >= 0 ? named : rowGroups.of(row + 1), rowGroups.count() - 1);
    }

    private int bad(int rowGroup, ParquetException e) {
        bad[rowGroup] = true;
        defects.add(Defect.of(e));
        return rowGroup + 1;
    }

    boolean isWhole() {
        return defects.isEmpty();
    }

    /** Gives up what lies behind the first bad row group, too. */
    IntegrityScan upToFirstDefect() {
        boolean behind = false;
        for (int i = 0; i < bad.length; i++) {
            behind |= bad[i];
            bad[i] = behind;
        }
        return this;
    }

    /** Gives up the whole file if any of it is bad. */
    IntegrityScan allOrNothing() {
        if (!isWhole()) {
            Arrays.fill(bad, true);
        }
        return this;
    }

    List<Defect> defects() {
        return List.copyOf(defects);
    }

    /** Whether this is what is known of a bad row group. */
    boolean isKnown(ParquetException e) {
        return e.place()
                .map(Place::rowGroup)
                .filter(rowGroup -> rowGroup >= 0 && rowGroup < bad.length && bad[rowGroup])
                .isPresent();
    }

    /** The rows that can be sent, in order. */
    List<RowRange> whole() {
        return runs(false).stream().map(run -> rows(run[0], run[1])).toList();
    }

    /** The rows that cannot. */
    List<LostRows> losses() {
        return runs(true).stream()
                .map(run -> new LostRows(Optional.of(rows(run[0], run[1])), offsets(run[0], run[1])))
                .toList();
    }

    private RowRange rows(int first, int last) {
        return new RowRange(rowGroups.rows(first).from(), rowGroups.rows(last).to());
    }

    /** The first and the last row group of each run of bad or of good ones. */
    private List<int[]> runs(boolean wanted) {
        List<int[]> runs = new ArrayList<>();
        for (int i = 0; i < bad.length; i++) {
            if (bad[i] == wanted) {
                if (i > 0 && bad[i - 1] == wanted) {
                    runs.get(runs.size() - 1)[1] = i;
                } else {
                    runs.add(new int[] {i, i});
                }
            }
        }
        return runs;
    }

    /** Offsets rise from row to row, so the lost ones lie between those of the neighbours. */
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
