package io.parquetry.cli.verify;

import io.parquetry.cli.describe.ColumnText;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.file.ColumnCursor;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.metadata.SortingColumn;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Checks the order of the rows of each row group against its declared sorting columns (parquet.thrift, {@code
 * SortingColumn}). Only leading columns that are not repeated and whose values have an order can be checked. NaN may be
 * anywhere, because the format defines no position for it, and zeros of both signs may be equal or in either order.
 */
final class SortOrderCheck {
    private final Place file;
    private final ParquetReader reader;

    SortOrderCheck(Place file, ParquetReader reader) {
        this.file = file;
        this.reader = reader;
    }

    private record Key(LeafColumn leaf, ValueComparison order, SortingColumn sorting, ColumnCursor values) {}

    /** Checks all row groups; they may declare different sorting columns. */
    void check() throws IOException {
        List<RowGroupMetadata> rowGroups = reader.metadata().rowGroups();
        List<Optional<ColumnCursor>> cursors = new ArrayList<>();
        for (LeafColumn leaf : reader.schema().leaves()) {
            boolean declared = rowGroups.stream()
                    .flatMap(rowGroup -> rowGroup.sortingColumns().stream())
                    .anyMatch(sorting -> sorting.columnOrdinal() == leaf.ordinal());
            cursors.add(
                    declared && leaf.maxRepetitionLevel() == 0 ? Optional.of(reader.column(leaf)) : Optional.empty());
        }
        for (int ordinal = 0; ordinal < rowGroups.size(); ordinal++) {
            RowGroupMetadata rowGroup = rowGroups.get(ordinal);
            List<Key> keys = keys(rowGroup, cursors, file.rowGroup(ordinal));
            rows(rowGroup.rows(), keys, cursors, file.rowGroup(ordinal));
        }
    }

    private List<Key> keys(RowGroupMetadata rowGroup, List<Optional<ColumnCursor>> cursors, Place place) {
        List<Key> keys = new ArrayList<>();
        boolean comparable = true;
        for (SortingColumn sorting : rowGroup.sortingColumns()) {
            int column = sorting.columnOrdinal();
            if (column < 0 || column >= cursors.size()) {
                throw new CorruptFileException(
                        place,
                        "the sorting columns name column " + column + ", but the file has columns 0 to "
                                + (cursors.size() - 1));
            }
            LeafColumn leaf = reader.schema().leaves().get(column);
            Optional<ValueComparison> order = ValueComparison.of(leaf.type());
            comparable &= order.isPresent() && cursors.get(column).isPresent();
            if (comparable) {
                keys.add(new Key(
                        leaf, order.orElseThrow(), sorting, cursors.get(column).orElseThrow()));
            }
        }
        return keys;
    }

    /** All cursors advance by all rows, because a column that is no key here may be one in the next row group. */
    private static void rows(long rows, List<Key> keys, List<Optional<ColumnCursor>> cursors, Place place)
            throws IOException {
        Object[] before = new Object[keys.size()];
        Object[] now = new Object[keys.size()];
        for (long row = 0; row < rows; row++) {
            for (Optional<ColumnCursor> cursor : cursors) {
                if (cursor.isPresent() && !cursor.get().next()) {
                    throw new CorruptFileException(place, "a sorting column ends after " + row + " rows");
                }
            }
            for (int i = 0; i < now.length; i++) {
                now[i] = keys.get(i).values().value();
            }
            if (row > 0) {
                requireOrder(keys, before, now, row, place);
            }
            Object[] spare = before;
            before = now;
            now = spare;
        }
    }

    private static void requireOrder(List<Key> keys, Object[] before, Object[] now, long row, Place place) {
        for (int i = 0; i < now.length; i++) {
            Key key = keys.get(i);
            if (isUnordered(before[i], key) || isUnordered(now[i], key)) {
                return;
            }
            int step = step(before[i], now[i], key);
            if (step < 0) {
                throw new CorruptFileException(
                        place.column(key.leaf().dottedPath()),
                        "the rows are said to be sorted by this column, "
                                + (key.sorting().descending() ? "descending" : "ascending") + ", nulls "
                                + (key.sorting().nullsFirst() ? "first" : "last") + ", but row " + row + " has "
                                + text(now[i], key) + " after " + text(before[i], key));
            }
            if (step > 0 || areBothZeros(before[i], now[i], key)) {
                return;
            }
        }
    }

    private static boolean isUnordered(Object value, Key key) {
        return value != null && (!key.order().accepts(value) || key.order().isNan(value));
    }

    /** Whether the rows have zeros of both signs, so that the columns that follow are sorted in each by itself. */
    private static boolean areBothZeros(Object before, Object now, Key key) {
        return before != null && key.order().isZero(before) && !Objects.deepEquals(before, now);
    }

    /** Above 0 if the row follows in the order, 0 if it is equal. */
    private static int step(Object before, Object now, Key key) {
        if (before == null || now == null) {
            int nullStep = Boolean.compare(before == null, now == null);
            return key.sorting().nullsFirst() ? nullStep : -nullStep;
        }
        int up = key.order().compare(now, before);
        return key.sorting().descending() ? -up : up;
    }

    private static String text(Object value, Key key) {
        return value == null ? "null" : ColumnText.value(key.leaf().type(), value);
    }
}
