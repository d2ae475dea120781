package io.parquetry.connect.sink.write;

import io.parquetry.connect.sink.rotation.RotationPolicy;
import io.parquetry.connect.sink.rotation.RotationReason;
import io.parquetry.connect.sink.schema.FileSchema;
import io.parquetry.connect.sink.schema.RecordSchemas;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.sink.SinkRecord;

/** Chooses a record's file among the open files of its directory. It only answers: no file is changed here. */
final class FileChooser {
    private static final FileChoice CREATE = new FileChoice.Create();

    private final RecordSchemas schemas;
    private final RotationPolicy policy;

    FileChooser(RecordSchemas schemas, RotationPolicy policy) {
        this.schemas = schemas;
        this.policy = policy;
    }

    /**
     * The choice among the files whose schemas the record fits.
     *
     * @param traits the record's, by the policy
     * @return {@code Use}, {@code Replace}, or {@code Create} when the record fits no open file as it is
     */
    FileChoice byRecord(List<OpenFile> open, SinkRecord record, RotationPolicy.Traits traits) {
        for (int i = 0; i < open.size(); i++) {
            OpenFile file = open.get(i);
            if (schemas.isWritable(record, file.schema())) {
                Optional<RotationReason> reason = reasonToClose(file, record, traits);
                return reason.isPresent() ? new FileChoice.Replace(file, reason.get()) : file.asChoice();
            }
        }
        return CREATE;
    }

    /**
     * The choice for a record that fits no open file as it is.
     *
     * @param schema the schemas that a file needs to hold the record
     * @return {@code Grow}, {@code Replace}, or {@code Create} when no open file is of the schemas' family
     */
    FileChoice bySchema(List<OpenFile> open, FileSchema schema, SinkRecord record, RotationPolicy.Traits traits) {
        for (OpenFile file : open) {
            if (file.schema().isOfSameFamily(schema)) {
                Optional<RotationReason> reason = reasonToClose(file, record, traits);
                if (reason.isPresent()) {
                    return new FileChoice.Replace(file, reason.get());
                }
                return file.mayGrow() && schemas.mayGrow(file.schema(), schema)
                        ? new FileChoice.Grow(file, schema)
                        : new FileChoice.Replace(file, RotationReason.SCHEMA);
            }
        }
        return CREATE;
    }

    /** Why the file must be closed before the record. */
    Optional<RotationReason> reasonToClose(OpenFile file, SinkRecord record, RotationPolicy.Traits traits) {
        Optional<RotationReason> reason = policy.beforeRecord(file.firstTraits(), traits);
        return reason.isPresent() || file.mayHold(record.originalKafkaOffset())
                ? reason
                : Optional.of(RotationReason.LEDGER);
    }
}
