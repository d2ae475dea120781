package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.config.ParquetSettings;
import io.parquetry.connect.sink.schema.FileSchema;
import io.parquetry.format.file.DictionaryHints;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * Begins the files of one topic-partition.
 *
 * @param dictionaries what they learn about their columns and tell each other
 * @param temporaries gives each its path until it is published
 */
record FileWriterFactory(
        Storage storage, ParquetSettings parquet, DictionaryHints dictionaries, Supplier<String> temporaries) {
    /** @throws io.parquetry.format.UsageException when the schema cannot be written */
    FileWriter begin(FileSchema schema) throws IOException {
        return FileWriter.create(storage, temporaries.get(), schema, parquet, dictionaries);
    }
}
