package io.parquetry.connect.source.read;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.data.StoredRecord.KafkaMetadata;
import io.parquetry.connect.source.complete.Mark;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.offset.FilePosition;
import io.parquetry.connect.source.offset.SourcePartition;
import io.parquetry.connect.source.offset.Stream;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * One open file, from the first row that has not been sent.
 *
 * <ol type="a">
 *   <li>It is one row ahead of the row that it stands at, so that it knows the last one; trouble with the row ahead comes
 *       when it is gone to.
 *   <li>Where the position of the stream is kept, rows that know their offset carry it: they must be of this stream,
 *       within what the file's name says, and rise. Other rows carry the position in the file.
 * </ol>
 */
public final class FileCursor implements Closeable {
    private final Tracked tracked;
    private final OpenFile open;
    private final boolean keepsStream;
    private final Map<String, String> filePartition;

    private StoredRecord record;
    private StreamPoint point = StreamPoint.START;
    private long row;
    private boolean given;

    private boolean begun;
    private boolean hasAhead;
    private StoredRecord ahead;
    private StreamPoint pointAhead = StreamPoint.START;
    private long rowAhead;
    private Exception trouble;

    /** @param keepsStream whether the position of the file's stream is kept */
    FileCursor(Tracked tracked, OpenFile open, boolean keepsStream) {
        this.tracked = tracked;
        this.open = open;
        this.keepsStream = keepsStream;
        this.filePartition = new SourcePartition.OfFile(tracked.file.path()).toMap();
    }

    /** Goes to the next row, or says that there is none. */
    boolean advance() throws IOException {
        if (!begun) {
            begun = true;
            lookAhead();
        }
        throwTrouble();
        if (!hasAhead) {
            return false;
        }
        record = ahead;
        point = pointAhead;
        row = rowAhead;
        try {
            lookAhead();
        } catch (IOException | RuntimeException e) {
            trouble = e;
        }
        return true;
    }

    private void throwTrouble() throws IOException {
        if (trouble instanceof IOException e) {
            throw e;
        } else if (trouble instanceof RuntimeException e) {
            throw e;
        }
    }

    private void lookAhead() throws IOException {
        do {
            try {
                hasAhead = open.rows().next();
            } catch (CorruptFileException e) {
                throw e.at(Place.of(file().path()));
            }
            if (!hasAhead) {
                ahead = null;
                return;
            }
            ahead = (StoredRecord) open.rows().record();
            rowAhead = open.rows().row();
            StreamPoint before = pointAhead;
            pointAhead = pointOf(ahead);
            if (keepsOffsetOf(ahead)) {
                requireOrder(before, ahead.kafka().get());
            }
        } while (ahead.kafka().isPresent() && pointAhead.isBefore(tracked.from()));
    }

    private StreamPoint pointOf(StoredRecord of) {
        return of.kafka()
                .map(kafka -> new StreamPoint(file().first().generation(), kafka.offset()))
                .orElseGet(file()::first);
    }

    private boolean keepsOffsetOf(StoredRecord of) {
        return keepsStream && of.kafka().isPresent();
    }

    private void requireOrder(StreamPoint before, KafkaMetadata kafka) {
        Stream stream = tracked.stream.stream();
        boolean begins = before.equals(StreamPoint.START);
        if (!kafka.topic().equals(stream.topic())
                || kafka.partition() != stream.partition()
                || pointAhead.isBefore(file().first())
                || file().last().isBefore(pointAhead)
                || !begins && !before.isBefore(pointAhead)) {
            throw new ConnectException(
                    "row " + rowAhead + " of " + file().path() + " is offset " + kafka.offset() + " of "
                            + kafka.topic() + ", partition " + kafka.partition()
                            + (begins ? "" : ", after offset " + before.offset())
                            + ", which contradicts the file's name: " + stream + " from offset "
                            + file().first().offset() + " to " + file().last().offset()
                            + ", rising. Give the file another name, or leave it out by path.exclude");
        }
    }

    public DataFile file() {
        return tracked.file;
    }

    Tracked tracked() {
        return tracked;
    }

    /** The row that was gone to. */
    public StoredRecord record() {
        return record;
    }

    /** The number of that row in its file, from 0. */
    public long row() {
        return row;
    }

    /** Where that row stands in its stream; a row that does not know its offset stands where its file begins. */
    StreamPoint point() {
        return point;
    }

    /** Whether that row lies before {@code bound} for sure. */
    boolean isBefore(StreamPoint bound) {
        return (record.kafka().isPresent() ? point : file().last()).isBefore(bound);
    }

    /** Whether that row was sent meanwhile, from another file. */
    boolean isSent() {
        return record.kafka().isPresent() && point.isBefore(tracked.from());
    }

    /** Whether no other row comes after that row. */
    boolean isLast() {
        return !hasAhead && trouble == null;
    }

    /** Whether the row after that one is of another row group. */
    public boolean endsRowGroup() {
        return isLast() || trouble == null && open.rowGroup(row) != open.rowGroup(rowAhead);
    }

    /** Whether rows of the file were sent, now or earlier, and others were not. */
    boolean isHalfSent() {
        return given || open.start().row() > 0;
    }

    /** Gives the row that was gone to: what its record is to carry. From now on it counts as sent. */
    public Mark give() {
        given = true;
        long number = tracked.receipt.give();
        if (isLast()) {
            tracked.receipt.complete();
        }
        if (keepsOffsetOf(record)) {
            tracked.stream.sent(point);
            return new Mark(tracked.stream.partition(), point.next().toMap(), tracked.receipt, number);
        }
        FilePosition after = isLast() ? open.end() : open.start().at(row + 1);
        tracked.position = Optional.of(after);
        return new Mark(filePartition, after.toMap(), tracked.receipt, number);
    }

    /** The position behind all rows. */
    FilePosition end() {
        return open.end();
    }

    @Override
    public void close() throws IOException {
        open.close();
    }
}
