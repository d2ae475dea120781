package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.commit.Ledger;
import io.parquetry.connect.sink.config.SinkSettings;
import io.parquetry.format.UsageException;
import java.io.IOException;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/** Where a record meets its file: the open one of its directory if the record's schemas fit, else another. */
final class RecordFiles {
    private final SinkSettings settings;
    private final Storage storage;
    private final Ledger ledger;
    private final OpenFiles open;
    private final Rotation rotation;

    /** The last schemas that were not absent: a tombstone has none, and goes to the file of its neighbours. */
    private Schema knownKeySchema;

    private Schema knownValueSchema;

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
    }

    /**
     * The open file of a directory, or another one when its schemas are not the record's.
     *
     * @throws DataException when the record's schemas cannot be stored; the open file stays as it is then
     */
    OpenFile fileFor(SinkRecord record, String directory, long nowMs) throws IOException {
        OpenFile file = open.of(directory);
        if (file != null && file.accepts(record)) {
            return file;
        }
        OpenFile created = create(record, directory, nowMs);
        if (file != null) {
            try {
                rotation.end(file, RotationReason.SCHEMA);
            } catch (IOException | RuntimeException e) {
                created.discard();
                throw e;
            }
        }
        open.add(created);
        return created;
    }

    private OpenFile create(SinkRecord record, String directory, long nowMs) throws IOException {
        Schema keySchema = record.keySchema() == null && record.key() == null ? knownKeySchema : record.keySchema();
        Schema valueSchema =
                record.valueSchema() == null && record.value() == null ? knownValueSchema : record.valueSchema();
        try {
            RecordLayout layout = RecordLayout.of(
                    keySchema,
                    valueSchema,
                    settings.schema().recordMetadata(),
                    settings.schema().decimalPrecision());
            OpenFile file = OpenFile.create(
                    storage,
                    ledger.newTemporary(),
                    directory,
                    layout,
                    settings.parquet(),
                    record.originalKafkaOffset(),
                    nowMs);
            knownKeySchema = keySchema;
            knownValueSchema = valueSchema;
            return file;
        } catch (UsageException e) {
            throw new DataException("its schema cannot be stored: " + e.getMessage(), e);
        }
    }
}
