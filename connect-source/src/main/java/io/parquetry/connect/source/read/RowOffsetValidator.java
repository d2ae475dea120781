package io.parquetry.connect.source.read;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.data.StoredRecord.KafkaMetadata;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.offset.SinkStream;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;

/**
 * Checks the rows of a file against the file's name, where the offset of its stream is kept: the rows are of this
 * stream, their stored offsets are in the range of the name, and they rise. Rows without a stored offset are not
 * checked.
 */
final class RowOffsetValidator {
    private final DataFile file;
    private final StreamPoint first;
    private final StreamPoint last;
    private final boolean keepsStream;
    private StreamPoint before = StreamPoint.START;
    private boolean failed;

    /** @param keepsStream whether the offset of the file's stream is kept */
    RowOffsetValidator(DataFile file, boolean keepsStream) {
        this.file = file;
        this.first = file.first();
        this.last = file.last();
        this.keepsStream = keepsStream;
    }

    /** Whether a row has contradicted the name. */
    boolean hasFailed() {
        return failed;
    }

    private StreamPoint pointOf(StoredRecord record) {
        return record.kafka().isPresent()
                ? new StreamPoint(first.generation(), record.kafka().get().offset())
                : first;
    }

    /** Whether the record of the row carries the offset of the stream. */
    boolean keepsOffsetOf(StoredRecord record) {
        return keepsStream && record.kafka().isPresent();
    }

    /**
     * Checks the next row.
     *
     * @return the point of the row in its stream; that of the file's begin for a row without a stored offset
     * @throws CorruptFileException when it contradicts the name
     */
    StreamPoint validate(StoredRecord record, long row) {
        StreamPoint point = pointOf(record);
        if (!keepsOffsetOf(record)) {
            return point;
        }
        KafkaMetadata kafka = record.kafka().get();
        SinkStream stream = file.stream().orElseThrow();
        boolean isFirst = before.equals(StreamPoint.START);
        if (!kafka.topic().equals(stream.topic())
                || kafka.partition() != stream.partition()
                || point.isBefore(first)
                || last.isBefore(point)
                || !isFirst && !before.isBefore(point)) {
            failed = true;
            throw new CorruptFileException(
                    Place.of(file.path()),
                    "row " + row + " is offset " + kafka.offset() + " of " + kafka.topic() + ", partition "
                            + kafka.partition() + (isFirst ? "" : ", after offset " + before.offset())
                            + ", which contradicts the file's name: " + stream + " from offset "
                            + first.offset() + " to " + last.offset()
                            + ", rising; rename the file to send it");
        }
        before = point;
        return point;
    }
}
