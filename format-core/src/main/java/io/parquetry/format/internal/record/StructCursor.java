package io.parquetry.format.internal.record;

import io.parquetry.format.model.RecordBuilder;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * The entries of the columns that are fields of a struct, and the structs, with those fields set. All these columns
 * have the same entries, so many structs are made at once, column by column, and values go from the arrays of a
 * column straight to their fields.
 */
final class StructCursor extends EntryCursor {
    private static final int STRUCTS_MAX = 128;

    private final StructBatch structs;
    private final int presentLevel;
    private final ColumnEntryReader[] columns;

    /**
     * @param presentLevel definition level from which on the struct is present
     * @param fields numbers of the columns' fields in the struct
     */
    StructCursor(
            RecordBuilder.StructMaker<?, ?> maker,
            int presentLevel,
            List<ColumnEntryReader> columns,
            List<Integer> fields) {
        super(columns.get(0));
        this.structs = StructBatch.of(maker, fields);
        this.presentLevel = presentLevel;
        this.columns = columns.toArray(ColumnEntryReader[]::new);
    }

    @Override
    List<ColumnEntryReader> columns() {
        return Arrays.asList(columns);
    }

    @Override
    Object[] newBatch(int entries) {
        structs.start(entries);
        return super.newBatch(entries);
    }

    @Override
    int convert(Object[] objects, int most) throws IOException {
        int count = Math.min(most, STRUCTS_MAX);
        for (ColumnEntryReader column : columns) {
            if (!column.ensureEntry()) {
                throw column.corrupt("the column ends before its row group does");
            }
            count = column.convertible(count);
        }
        int from = columns[0].position();
        requireSameLevels(from, count);
        create(objects, from, count);
        for (int i = 0; i < columns.length; i++) {
            structs.fill(i, columns[i], objects, from, count);
        }
        return count;
    }

    private void create(Object[] objects, int from, int count) {
        int to = from + count;
        if (presentLevel == 0 || columns[0].allPresent()) {
            structs.create(objects, from, to);
            return;
        }
        byte[] definition = columns[0].definition();
        int entry = from;
        while (entry < to) {
            int begin = entry;
            while (entry < to && definition[entry] >= presentLevel) {
                entry++;
            }
            structs.create(objects, begin, entry);
            while (entry < to && definition[entry] < presentLevel) {
                entry++;
            }
        }
    }

    /**
     * Where the struct is present, each column must say so; where it is absent, all must have the same level. At level
     * 0 it is always present.
     */
    private void requireSameLevels(int from, int count) {
        ColumnEntryReader lead = columns[0];
        for (int i = 1; i < columns.length; i++) {
            ColumnEntryReader column = columns[i];
            int at = column.position();
            if (lead.repeated()) {
                requireSameRepetition(column, at, from, count);
            }
            if (presentLevel > 0 && !(lead.allPresent() && column.allPresent())) {
                requireSameDefinition(column, at, from, count);
            }
        }
    }

    private void requireSameRepetition(ColumnEntryReader column, int at, int from, int count) {
        int differs = Arrays.mismatch(columns[0].repetition(), from, from + count, column.repetition(), at, at + count);
        if (differs >= 0) {
            throw column.corrupt("a repetition level is " + column.repetition()[at + differs]
                    + ", but the first column of the same group has "
                    + columns[0].repetition()[from + differs]
                    + " there");
        }
    }

    private void requireSameDefinition(ColumnEntryReader column, int at, int from, int count) {
        byte[] first = columns[0].definition();
        byte[] other = column.definition();
        int differences = 0;
        for (int i = 0; i < count; i++) {
            differences |= Math.min(first[from + i], presentLevel) ^ Math.min(other[at + i], presentLevel);
        }
        if (differences == 0) {
            return;
        }
        for (int i = 0; i < count; i++) {
            int wanted = Math.min(first[from + i], presentLevel);
            if (Math.min(other[at + i], presentLevel) != wanted) {
                throw wrongLevel(column, other[at + i], wanted < presentLevel ? wanted : -1);
            }
        }
    }
}
