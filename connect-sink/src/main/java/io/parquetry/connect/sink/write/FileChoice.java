package io.parquetry.connect.sink.write;

import io.parquetry.connect.sink.rotation.RotationReason;
import io.parquetry.connect.sink.schema.FileSchema;

/** Which file a record goes to, as decided by {@link FileChooser}; {@link PartitionFiles} carries the decision out. */
sealed interface FileChoice {
    /** The record goes to an open file as it is. */
    record Use(OpenFile file) implements FileChoice {}

    /** The record goes to an open file after the file was written again in a larger schema. */
    record Grow(OpenFile file, FileSchema schema) implements FileChoice {}

    /** An open file is closed, and the record goes to a new file. */
    record Replace(OpenFile file, RotationReason reason) implements FileChoice {}

    /** The record goes to a new file, beside those that are open. */
    record Create() implements FileChoice {}
}
