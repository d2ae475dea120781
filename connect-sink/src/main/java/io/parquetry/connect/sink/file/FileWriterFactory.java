package io.parquetry.connect.sink.file;

import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.config.ParquetSettings;
import io.parquetry.connect.sink.schema.FileSchema;
import io.parquetry.format.host.EncodingHints;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * Opens the file writers of one topic-partition.
 *
 * @param hints what the files of the topic-partition learned about their columns
 * @param temporaryPaths gives each file the path that it has until it is published
 */
public record FileWriterFactory(
        Storage storage, ParquetSettings parquet, EncodingHints hints, Supplier<String> temporaryPaths) {
    /** @throws io.parquetry.format.UsageException when the schema cannot be written */
    public FileWriter open(FileSchema schema) throws IOException {
        return FileWriter.open(storage, temporaryPaths.get(), schema, parquet, hints);
    }
}
