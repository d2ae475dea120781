package io.parquetry.format.internal.record;

import java.io.IOException;
import java.util.List;

/** The entries of one column and their values as the host's objects. */
final class LeafCursor extends EntryCursor {
    private final ColumnEntryReader column;

    LeafCursor(ColumnEntryReader column) {
        super(column);
        this.column = column;
    }

    @Override
    List<ColumnEntryReader> columns() {
        return List.of(column);
    }

    @Override
    int convert(Object[] objects, int most) throws IOException {
        int count = column.convertible(most);
        column.convert(count, new ValueTarget.Array(objects, 0));
        return count;
    }
}
