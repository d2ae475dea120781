package io.parquetry.simulation;

import io.parquetry.format.ParquetException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.io.MemoryInputFile;
import io.parquetry.format.model.PlainRecords;
import java.io.IOException;
import java.util.Map;
import java.util.stream.LongStream;

/** Reads the files that the sink has published. */
final class SinkFiles {
    private SinkFiles() {}

    /** The records of a file, by their field {@code id}. */
    static long[] records(String path, byte[] bytes) {
        LongStream.Builder records = LongStream.builder();
        try (ParquetReader reader = ParquetReader.open(new MemoryInputFile(path, bytes), ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> rows = reader.records(PlainRecords.builder());
            while (rows.next()) {
                Map<String, Object> row = rows.record();
                Object value = row.getOrDefault("value", row);
                records.add((Long) ((Map<?, ?>) value).get("id"));
            }
        } catch (IOException | ParquetException e) {
            throw new Violation(path + " is visible, but cannot be read: " + e, e);
        }
        return records.build().toArray();
    }
}
