package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.commit.Ledger;
import io.parquetry.connect.sink.config.SinkSettings;
import io.parquetry.connect.sink.schema.FileSchema;
import io.parquetry.connect.sink.schema.RecordSchemas;
import io.parquetry.format.UsageException;
import java.io.IOException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/** Where a record meets its file: the open one of its directory if the record's schemas fit, else another. */
final class RecordFiles {
    private final SinkSettings settings;
    private final Storage storage;
    private final Ledger ledger;
    private final OpenFiles open;
    private final Rotation rotation;
    private final RecordSchemas schemas;

    /** Ends an open file. */
    @FunctionalInterface
    interface Rotation {
        void end(OpenFile file, RotationReason reason) throws IOException;
    }

    RecordFiles(SinkSettings settings, Storage storage, Ledger ledger, OpenFiles open, Rotation rotation) {
        this.settings = settings;
        this.storage = storage;
        this.ledger = ledger;
        this.open = open;
        this.rotation = rotation;
        this.schemas = new RecordSchemas(settings.schema());
    }

    /** Takes a record's schemas into account before it is written, so that files grow once for many records. */
    void observe(SinkRecord record) {
        schemas.observe(record);
    }

    /**
     * The open file of a directory, which grows if it must and can, or another one when its schemas do not go together
     * with the record's.
     *
     * @param file the one that is open; null when there is none
     * @throws DataException when the record's schemas cannot be stored; the open file stays as it is then
     */
    OpenFile fileFor(SinkRecord record, String directory, OpenFile file, long nowMs) throws IOException {
        boolean near = file != null && file.reaches(record.originalKafkaOffset());
        if (near && schemas.admits(file.schema(), record)) {
            return file;
        }
        if (file == null) {
            schemas.forgetOld();
        }
        FileSchema schema = schemaFor(record);
        try {
            if (near
                    && file.mayGrow()
                    && schemas.mayGrow(file.schema(), schema)
                    && file.grow(schema, ledger::newTemporary)) {
                return file;
            }
            return begin(schema, record, file, directory, nowMs);
        } catch (UsageException e) {
            schemas.retract();
            throw unstorable(e);
        }
    }

    private FileSchema schemaFor(SinkRecord record) {
        try {
            return schemas.schemaFor(record);
        } catch (UsageException e) {
            throw unstorable(e);
        }
    }

    private static DataException unstorable(UsageException e) {
        return new DataException("its schema cannot be stored: " + e.getMessage(), e);
    }

    /** @param former the file that the directory has now; may be null */
    private OpenFile begin(FileSchema schema, SinkRecord record, OpenFile former, String directory, long nowMs)
            throws IOException {
        OpenFile created = OpenFile.create(
                storage,
                ledger.newTemporary(),
                directory,
                schema,
                settings.parquet(),
                record.originalKafkaOffset(),
                nowMs);
        if (former != null) {
            try {
                rotation.end(former, RotationReason.SCHEMA);
            } catch (IOException | RuntimeException e) {
                created.discard();
                throw e;
            }
        }
        open.add(created);
        return created;
    }
}
