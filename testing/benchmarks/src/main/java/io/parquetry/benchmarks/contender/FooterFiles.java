package io.parquetry.benchmarks.contender;

import io.parquetry.benchmarks.data.Dataset;
import io.parquetry.benchmarks.data.Dense;
import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalOutputFile;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/** Files that are mostly footer, and an ordinary one, written by Parquetry. The first column of each is an INT32. */
public enum FooterFiles {
    COLUMNS("1,000 columns, 1 row group", 1_000, 1, 100, 200),
    ROW_GROUPS("12 columns, 1,000 row groups", 12, 1_000, 10, 30),
    ORDINARY("12 columns, 1 row group", 12, 1, 10_000, 1_000);

    private final String title;
    private final int columns;
    private final int rowGroups;
    private final int rowsOfEach;
    private final int opens;

    FooterFiles(String title, int columns, int rowGroups, int rowsOfEach, int opens) {
        this.title = title;
        this.columns = columns;
        this.rowGroups = rowGroups;
        this.rowsOfEach = rowsOfEach;
        this.opens = opens;
    }

    public String title() {
        return title;
    }

    /** How often a run opens the file. */
    int opens() {
        return opens;
    }

    /** The row group of which a column is read: that in the middle. */
    int rowGroupRead() {
        return rowGroups / 2;
    }

    /** The first row of {@link #rowGroupRead}. */
    long rowRead() {
        return (long) rowGroupRead() * rowsOfEach;
    }

    /** The number of rows of each row group. */
    int rowsOfEach() {
        return rowsOfEach;
    }

    /** Writes the file. */
    Path write(Path folder) throws IOException {
        Path file = folder.resolve("footer-" + ordinal() + ".parquet");
        Dataset data = new Dense(columns);
        RecordLayout layout = RecordLayout.of(null, data.schema(), RecordMetadata.NONE, ColumnTypes.DEFAULT);
        WriterOptions options = WriterOptions.builder().build();
        try (ParquetWriter<SinkRecord> writer =
                ParquetWriter.create(LocalOutputFile.replace(file), layout.schema(), layout.walker(), options)) {
            for (int row = 0; row < rowGroups * rowsOfEach; row++) {
                Struct record = data.row(row);
                writer.write(new SinkRecord("topic", 0, null, null, record.schema(), record, 0));
                if ((row + 1) % rowsOfEach == 0) {
                    writer.flushRowGroup();
                }
            }
            writer.finish();
        }
        return file;
    }
}
