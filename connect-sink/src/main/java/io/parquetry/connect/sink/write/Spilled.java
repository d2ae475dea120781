package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.data.StoredRows;
import io.parquetry.connect.sink.schema.FileSchema;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import java.io.IOException;

/**
 * Rows of one open file that are not in memory any more: a Parquet file of their own within another.
 *
 * @param file where they are
 * @param begin position of the first byte there
 * @param length of the part in bytes
 * @param schema that the rows are written in
 * @param rows how many there are
 * @param dataBytes length without footer and indexes
 */
record Spilled(SpillFile file, long begin, long length, FileSchema schema, long rows, long dataBytes) {
    /** Takes rows. */
    @FunctionalInterface
    interface RowTaker {
        void take(StoredRecord row) throws IOException;
    }

    /** Gives all rows, in the order in which they were written. */
    void read(RowTaker taker) throws IOException {
        try (ParquetReader reader = ParquetReader.open(file.open(begin, length), ReaderOptions.DEFAULT)) {
            RecordCursor<StoredRecord> cursor =
                    reader.records(StoredRows.of(reader.metadata()).builder());
            while (cursor.next()) {
                taker.take(cursor.record());
            }
        }
    }

    /** They are not needed any more. */
    void release() {
        file.release();
    }
}
