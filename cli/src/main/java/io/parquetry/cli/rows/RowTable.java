package io.parquetry.cli.rows;

import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.input.IndexRemarks;
import io.parquetry.cli.input.InputFiles;
import io.parquetry.cli.input.InputFiles.ListedFile;
import io.parquetry.cli.json.JsonRecordBuilder;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.model.PlainRecords;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** The rows of several files, one file after the other, with numbers from 0; only footers are read to make it. */
final class RowTable {
    /** Decoding this many rows is about as much as finding a page by the offset index. */
    private static final long ROWS_READ_OVER = 1_000;

    private final InputFiles files;
    private final List<Part> parts = new ArrayList<>();
    private final IndexRemarks remarks;
    private long rows;

    /** @param firstRow number in the table of the file's first row */
    private record Part(FileLocation file, long firstRow, long rows) {}

    private RowTable(InputFiles files, PrintWriter err) {
        this.files = files;
        this.remarks = new IndexRemarks(err);
    }

    static RowTable of(InputFiles files, List<ListedFile> listed, PrintWriter err) throws IOException {
        RowTable table = new RowTable(files, err);
        for (ListedFile each : listed) {
            try (ParquetReader reader = files.open(each.file())) {
                long ofFile = reader.metadata().rows();
                table.parts.add(new Part(each.file(), table.rows, ofFile));
                table.rows = Math.addExact(table.rows, ofFile);
            }
        }
        return table;
    }

    long rows() {
        return rows;
    }

    /** Begins the output where there are no rows to print. */
    private void printNothing(RowSelection selection, RowOutput out) throws IOException {
        try (ParquetReader reader = files.open(parts.get(0).file())) {
            FileLocation file = parts.get(0).file();
            out.begin(file, selection.rows(file, reader, 0).schema());
        }
    }

    /** Prints the rows from this one on. */
    void printFrom(long row, RowSelection selection, RowOutput out) throws IOException {
        if (row >= rows) {
            printNothing(selection, out);
        }
        for (Part part : parts) {
            long begin = Math.max(0, row - part.firstRow());
            if (begin < part.rows()) {
                try (ParquetReader reader = files.open(part.file())) {
                    RowSelection.Rows selected = selection.rows(part.file(), reader, begin);
                    RecordCursor<JsonRecordBuilder.Struct> cursor = selected.cursor();
                    out.begin(part.file(), selected.schema());
                    while (cursor.next()) {
                        out.row(cursor.record());
                    }
                    remarks.print(cursor);
                }
            }
        }
    }

    /**
     * Prints single rows. Pages between them are not read where the file has an offset index.
     *
     * @param numbers in ascending order
     */
    void print(long[] numbers, RowSelection selection, RowOutput out) throws IOException {
        if (numbers.length == 0) {
            printNothing(selection, out);
        }
        int at = 0;
        for (Part part : parts) {
            int end = at;
            while (end < numbers.length && numbers[end] < part.firstRow() + part.rows()) {
                end++;
            }
            if (end > at) {
                try (ParquetReader reader = files.open(part.file())) {
                    print(part, reader, numbers, at, end, selection, out);
                }
            }
            at = end;
        }
    }

    private void print(
            Part part, ParquetReader reader, long[] numbers, int from, int to, RowSelection selection, RowOutput out)
            throws IOException {
        int at = from;
        while (at < to) {
            long row = numbers[at] - part.firstRow();
            RowGroupRange rowGroup = RowGroupRange.of(reader.metadata(), row);
            RowSelection.Rows selected = selection.rows(part.file(), reader, row);
            RecordCursor<JsonRecordBuilder.Struct> cursor = selected.cursor();
            out.begin(part.file(), selected.schema());
            while (at < to && rowGroup.isNear(numbers[at] - part.firstRow(), row)) {
                row = numbers[at] - part.firstRow();
                do {
                    cursor.next();
                } while (cursor.row() < row);
                out.row(cursor.record());
                at++;
            }
            remarks.print(cursor);
        }
    }

    /**
     * The row group of a row.
     *
     * @param end the first row behind it
     * @param jumps whether a new cursor gets to a row without those before it
     */
    private record RowGroupRange(long end, boolean jumps) {
        static RowGroupRange of(FileMetadata footer, long row) {
            long end = 0;
            for (RowGroupMetadata group : footer.rowGroups()) {
                end += group.rows();
                if (row < end) {
                    return new RowGroupRange(end, hasOffsetIndexes(group));
                }
            }
            throw new IllegalArgumentException("the file has no row " + row);
        }

        private static boolean hasOffsetIndexes(RowGroupMetadata group) {
            return group.columns().stream()
                    .allMatch(chunk -> chunk.indexes().offsetIndex().isPresent());
        }

        /** Whether the cursor that was opened at {@code from} gets there sooner than a new one would. */
        boolean isNear(long row, long from) {
            return row < end && (!jumps || row - from <= ROWS_READ_OVER);
        }
    }

    /** The numbers of the last rows that match; files are read from the last to the first, until there are enough. */
    RowNumbers lastMatches(RowSelection selection, int count) throws IOException {
        RowNumbers all = new RowNumbers();
        for (int i = parts.size() - 1; i >= 0 && all.size() < count; i--) {
            int wanted = count - all.size();
            RowNumbers ofFile = new RowNumbers();
            matches(parts.get(i), selection, number -> {
                ofFile.add(number);
                if (ofFile.size() >= 2L * wanted) {
                    ofFile.keepLast(wanted);
                }
            });
            ofFile.keepLast(wanted);
            for (long number : ofFile.sorted()) {
                all.add(number);
            }
        }
        return all;
    }

    /** Gives the numbers of all rows that match. */
    void matches(RowSelection selection, LongConsumer each) throws IOException {
        for (Part part : parts) {
            matches(part, selection, each);
        }
    }

    private void matches(Part part, RowSelection selection, LongConsumer each) throws IOException {
        try (ParquetReader reader = files.open(part.file())) {
            if (part.rows() > 0) {
                RecordCursor<?> cursor = selection
                        .withSmallestColumn(part.file(), reader)
                        .cursor(part.file(), reader, PlainRecords.builder(), 0);
                while (cursor.next()) {
                    each.accept(part.firstRow() + cursor.row());
                }
                remarks.print(cursor);
            }
        }
    }
}
