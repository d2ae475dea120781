package io.parquetry.connect.sink.file;

import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.config.ParquetSettings;
import io.parquetry.connect.sink.schema.FileSchema;
import io.parquetry.connect.sink.table.TableColumns;
import io.parquetry.format.host.EncodingHints;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * Opens the file writers of one topic-partition.
 *
 * @param hints what the files of the topic-partition learned about their columns
 * @param temporaryPaths gives each file the path that it has until it is published
 * @param columns gives the columns of a file their field ids, where the files go to a table
 */
public record DataFileWriterFactory(
        Storage storage,
        ParquetSettings parquet,
        EncodingHints hints,
        Supplier<String> temporaryPaths,
        Columns columns) {
    /** Numbers the columns of a file that is about to be opened. */
    @FunctionalInterface
    public interface Columns {
        /** @throws org.apache.kafka.connect.errors.DataException when the table cannot have the columns */
        TableColumns numbered(MessageType columns) throws IOException;
    }

    /** For files that go to no table. */
    public DataFileWriterFactory(
            Storage storage, ParquetSettings parquet, EncodingHints hints, Supplier<String> temporaryPaths) {
        this(storage, parquet, hints, temporaryPaths, TableColumns::withoutTable);
    }

    /** @throws io.parquetry.format.UsageException when the schema cannot be written */
    public DataFileWriter open(FileSchema schema) throws IOException {
        RecordLayout layout = schema.layout();
        TableColumns numbered = columns.numbered(layout.schema());
        boolean unnumbered = numbered.schema() == layout.schema();
        RecordLayout written = unnumbered ? layout : layout.numbered(numbered.schema());
        DataFileWriter writer = DataFileWriter.open(storage, temporaryPaths.get(), schema, written, parquet, hints);
        numbered.keyValues().forEach(writer.parquet()::putKeyValue);
        return writer;
    }
}
