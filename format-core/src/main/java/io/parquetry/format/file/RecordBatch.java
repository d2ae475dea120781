package io.parquetry.format.file;

import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * Consecutive records of a file, each with its row number.
 *
 * @param <R> the records
 */
public final class RecordBatch<R> {
    private final List<R> records;
    private final long[] rows;

    /** @param rows at least as long as {@code records} */
    RecordBatch(List<R> records, long[] rows) {
        this.records = Collections.unmodifiableList(records);
        this.rows = rows;
    }

    public int size() {
        return records.size();
    }

    public boolean isEmpty() {
        return records.isEmpty();
    }

    /** The records, as the builder made them. */
    public List<R> records() {
        return records;
    }

    public R record(int index) {
        return records.get(index);
    }

    /** Row number in the file of the record at {@code index}, from 0. */
    public long row(int index) {
        return rows[Objects.checkIndex(index, records.size())];
    }
}
