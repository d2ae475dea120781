package io.parquetry.connect.sink.write;

import io.parquetry.connect.sink.config.SchemaSettings;
import io.parquetry.connect.sink.schema.FileSchema;
import io.parquetry.connect.sink.schema.RecordSchemas;
import io.parquetry.format.UsageException;
import java.io.IOException;
import java.util.List;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/** Where a record meets its file: an open one of its directory if the record's schemas fit, else another. */
final class RecordFiles {
    private final FileWriterFactory drafts;
    private final OpenFiles open;
    private final RotationPolicy policy;
    private final TaskMemory memory;
    private final Rotation rotation;
    private final RecordSchemas schemas;

    /** Ends an open file. */
    @FunctionalInterface
    interface Rotation {
        void end(OpenFile file, RotationReason reason) throws IOException;
    }

    RecordFiles(
            SchemaSettings settings,
            FileWriterFactory drafts,
            OpenFiles open,
            RotationPolicy policy,
            TaskMemory memory,
            Rotation rotation) {
        this.drafts = drafts;
        this.open = open;
        this.policy = policy;
        this.memory = memory;
        this.rotation = rotation;
        this.schemas = new RecordSchemas(settings);
    }

    /** Takes a record's schemas into account before it is written, so that files grow once for many records. */
    void observe(SinkRecord record) {
        schemas.observe(record);
    }

    /**
     * The open file of a directory that takes the record, which grows if it must and can; or a new one, beside those
     * whose schemas do not go together with the record's, and instead of one that must end.
     *
     * @param timeMs the time that the record is filed by
     * @throws DataException when the record's schemas cannot be stored; open files stay as they are then
     */
    OpenFile fileFor(SinkRecord record, String directory, long timeMs, long nowMs) throws IOException {
        List<OpenFile> files = open.of(directory);
        for (int i = 0; i < files.size(); i++) {
            OpenFile file = files.get(i);
            if (schemas.admits(file.schema(), record)) {
                return isStillFor(file, record, timeMs) ? file : successor(record, directory, nowMs);
            }
        }
        FileSchema schema = schemaFor(record);
        for (OpenFile file : open.of(directory)) {
            if (file.schema().isOfOneFamilyWith(schema)) {
                return isStillFor(file, record, timeMs)
                        ? grown(file, schema, record, nowMs)
                        : successor(record, directory, nowMs);
            }
        }
        return successor(record, directory, nowMs);
    }

    /** Whether neither its time nor its offset is too far from those of the file, which ends otherwise. */
    private boolean isStillFor(OpenFile file, SinkRecord record, long timeMs) throws IOException {
        if (policy.endsBefore(file.firstTimeMs(), timeMs)) {
            rotation.end(file, RotationReason.SPAN);
            return false;
        }
        if (!file.reaches(record.originalKafkaOffset())) {
            rotation.end(file, RotationReason.LEDGER);
            return false;
        }
        return true;
    }

    private OpenFile successor(SinkRecord record, String directory, long nowMs) throws IOException {
        schemas.forgetOld(record);
        OpenFile begun = begin(schemaFor(record), record, directory, nowMs);
        open.add(begun);
        return begun;
    }

    /** The file with other schemas; where it cannot have them another one. */
    private OpenFile grown(OpenFile file, FileSchema schema, SinkRecord record, long nowMs) throws IOException {
        try {
            if (file.mayGrow() && schemas.mayGrow(file.schema(), schema) && file.grow(schema, memory.toGather(file))) {
                return file;
            }
        } catch (UsageException e) {
            schemas.retract(schema);
            throw unstorable(e);
        }
        OpenFile begun = begin(schema, record, file.directory(), nowMs);
        try {
            rotation.end(file, RotationReason.SCHEMA);
        } catch (IOException | RuntimeException e) {
            begun.discard();
            throw e;
        }
        open.add(begun);
        return begun;
    }

    private FileSchema schemaFor(SinkRecord record) {
        try {
            return schemas.schemaFor(record);
        } catch (UsageException e) {
            throw unstorable(e);
        }
    }

    private OpenFile begin(FileSchema schema, SinkRecord record, String directory, long nowMs) throws IOException {
        try {
            return OpenFile.create(drafts, directory, schema, record.originalKafkaOffset(), nowMs);
        } catch (UsageException e) {
            schemas.retract(schema);
            throw unstorable(e);
        }
    }

    private static DataException unstorable(UsageException e) {
        return new DataException("its schema cannot be stored: " + e.getMessage(), e);
    }
}
