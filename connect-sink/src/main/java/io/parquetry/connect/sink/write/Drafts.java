package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.config.ParquetSettings;
import io.parquetry.connect.sink.schema.FileSchema;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * Begins the files of one topic-partition.
 *
 * @param temporaries gives each its path until it is published
 */
record Drafts(Storage storage, ParquetSettings parquet, Supplier<String> temporaries) {
    /** @throws io.parquetry.format.UsageException when the schema cannot be written */
    Draft begin(FileSchema schema) throws IOException {
        return Draft.create(storage, temporaries.get(), schema, parquet);
    }
}
