package io.parquetry.connect.source.read;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.data.StoredRecord.KafkaMetadata;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.offset.Stream;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;

/**
 * Holds the rows of a file to what the file's name says, where the position of its stream is kept: they are of this stream,
 * within these offsets, and rise. Rows that do not know their offset are not held to anything.
 */
final class NameCheck {
    private final DataFile file;
    private final StreamPoint first;
    private final StreamPoint last;
    private final boolean keepsStream;
    private StreamPoint before = StreamPoint.START;

    /** @param keepsStream whether the position of the file's stream is kept */
    NameCheck(DataFile file, boolean keepsStream) {
        this.file = file;
        this.first = file.first();
        this.last = file.last();
        this.keepsStream = keepsStream;
    }

    /** Where a row stands in its stream; a row that does not know its offset stands where its file begins. */
    StreamPoint pointOf(StoredRecord record) {
        return record.kafka().isPresent()
                ? new StreamPoint(first.generation(), record.kafka().get().offset())
                : first;
    }

    /** Whether the row carries the position of the stream. */
    boolean keepsOffsetOf(StoredRecord record) {
        return keepsStream && record.kafka().isPresent();
    }

    /**
     * Checks the next row.
     *
     * @throws CorruptFileException when it contradicts the name
     */
    void require(StoredRecord record, long row) {
        if (!keepsOffsetOf(record)) {
            return;
        }
        KafkaMetadata kafka = record.kafka().get();
        Stream stream = file.stream().orElseThrow();
        StreamPoint point = pointOf(record);
        boolean begins = before.equals(StreamPoint.START);
        if (!kafka.topic().equals(stream.topic())
                || kafka.partition() != stream.partition()
                || point.isBefore(first)
                || last.isBefore(point)
                || !begins && !before.isBefore(point)) {
            throw new CorruptFileException(
                    Place.of(file.path()),
                    "row " + row + " is offset " + kafka.offset() + " of " + kafka.topic() + ", partition "
                            + kafka.partition() + (begins ? "" : ", after offset " + before.offset())
                            + ", which contradicts the file's name: " + stream + " from offset "
                            + first.offset() + " to " + last.offset()
                            + ", rising; another name would make it good");
        }
        before = point;
    }
}
