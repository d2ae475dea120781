package io.parquetry.cli.rows;

import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.input.IndexRemarks;
import io.parquetry.cli.input.InputFiles;
import io.parquetry.cli.input.InputFiles.ListedFile;
import io.parquetry.cli.json.JsonRecordBuilder;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.RecordCursor;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/** Prints the rows of files from the first one on. A file is opened when its turn comes. */
final class FirstRows {
    private final InputFiles files;
    private final RowSelection selection;
    private final RowOutput out;
    private final PrintWriter err;
    private final Detail detail;
    private final IndexRemarks remarks;

    /** What is said of each file on stderr. */
    enum Detail {
        NONE,
        COUNTERS
    }

    FirstRows(InputFiles files, RowSelection selection, RowOutput out, PrintWriter err, Detail detail) {
        this.files = files;
        this.selection = selection;
        this.out = out;
        this.err = err;
        this.detail = detail;
        this.remarks = new IndexRemarks(err);
    }

    /** @param rowsMax over all files */
    void print(List<ListedFile> listed, long rowsMax) throws IOException {
        long left = rowsMax;
        for (ListedFile each : listed) {
            left -= print(each.file(), left);
        }
    }

    private long print(FileLocation file, long rowsMax) throws IOException {
        long printed = 0;
        try (ParquetReader reader = files.open(file)) {
            if (InputFiles.isSchemaOnly(file, reader)) {
                err.println(file + ": has a schema and no row groups, so there are no rows; see schema");
            }
            RowSelection.Rows selected = selection.rows(file, reader, 0);
            RecordCursor<JsonRecordBuilder.Struct> rows = selected.cursor();
            out.begin(file, selected.schema());
            while (printed < rowsMax && rows.next()) {
                out.row(rows.record());
                printed++;
            }
            remarks.print(rows);
            if (detail == Detail.COUNTERS) {
                err.println(file + ": " + ReadSummary.of(rows.counters()));
            }
        }
        return printed;
    }
}
