package io.parquetry.connect.source.read;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.data.StoredRows;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.config.OnChangedFile;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.discover.StreamPoint;
import io.parquetry.connect.source.offset.SourcePosition;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.io.InputFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One open file, from the first row that has not been sent. */
public final class FileCursor implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(FileCursor.class);

    private final DataFile file;
    private final ParquetReader reader;
    private final RecordCursor rows;
    private final SourcePosition start;
    private StoredRecord record;
    private StreamPoint point;

    private FileCursor(DataFile file, ParquetReader reader, RecordCursor rows, SourcePosition start) {
        this.file = file;
        this.reader = reader;
        this.rows = rows;
        this.start = start;
    }

    /**
     * Opens the file where it was left.
     *
     * @param position how far the file of this name was sent
     * @return empty when the file is not the one that was sent, and what it holds now is to be ignored
     * @throws IncompleteFileException when the file does not end as it should, or has grown since it was listed
     * @throws ConnectException when the file is not the one that was sent, and that is to fail
     */
    static Optional<FileCursor> open(
            Storage storage, DataFile file, Optional<SourcePosition> position, OnChangedFile onChanged)
            throws IOException {
        InputFile in = storage.open(file.path());
        try {
            if (in.length() != file.bytes()) {
                throw new IncompleteFileException(
                        in.name() + ": had " + file.bytes() + " bytes when it was listed, now " + in.length());
            }
            String footer = FileTail.footerHash(in);
            if (position.isPresent() && !position.get().footer().equals(footer)) {
                switch (onChanged) {
                    case FAIL -> throw changed(file, position.get());
                    case RESTART -> {
                        LOG.warn("{} has changed and is sent again from its first row", file.path());
                        return Optional.of(open(in, file, 0, footer));
                    }
                    case IGNORE -> {
                        LOG.warn(
                                "{} has changed after {} rows were sent and is ignored",
                                file.path(),
                                position.get().row());
                        in.close();
                        return Optional.empty();
                    }
                }
            }
            return Optional.of(open(in, file, position.map(SourcePosition::row).orElse(0L), footer));
        } catch (IOException | RuntimeException e) {
            try (in) {
                throw e;
            }
        }
    }

    private static FileCursor open(InputFile in, DataFile file, long firstRow, String footer) throws IOException {
        // Pages are checked where their writer allows it: a wrong record in a topic cannot be taken back.
        ParquetReader reader = ParquetReader.open(in, new ReaderOptions(ReaderOptions.Checksums.VERIFY));
        long rows = reader.metadata().rows();
        if (firstRow > rows) {
            throw new CorruptFileException(
                    Place.of(in.name()), "has " + rows + " rows, but row " + firstRow + " is to be sent next");
        }
        StoredRows stored = storedRows(reader, in);
        if (stored.origin() == StoredRows.Origin.CHANGED_COLUMNS) {
            LOG.warn(
                    "{}: its columns are not the ones that its footer note describes; it is read by its columns alone",
                    file.path());
        }
        SourcePosition start = new SourcePosition(firstRow, rows, file.bytes(), footer);
        return new FileCursor(file, reader, reader.records(stored.builder(), firstRow), start);
    }

    private static StoredRows storedRows(ParquetReader reader, InputFile in) {
        try {
            return StoredRows.of(reader.metadata());
        } catch (CorruptFileException e) {
            throw e.at(Place.of(in.name()));
        }
    }

    private static ConnectException changed(DataFile file, SourcePosition position) {
        return new ConnectException("the file " + file.path() + " has changed after " + position.row() + " of its "
                + position.rows() + " rows were sent: it had " + position.bytes() + " bytes and has " + file.bytes()
                + ". Put the file back as it was, or set on.changed.file to restart (all its rows are sent, again where"
                + " they were sent before) or ignore (the rest is not sent)");
    }

    /** Goes to the next row, or says that there is none. */
    boolean advance() throws IOException {
        try {
            if (!rows.next()) {
                return false;
            }
        } catch (CorruptFileException e) {
            throw e.at(Place.of(file.path()));
        }
        record = (StoredRecord) rows.record();
        point = record.kafka()
                .map(kafka -> new StreamPoint(file.first().generation(), kafka.offset()))
                .orElseGet(file::first);
        return true;
    }

    public DataFile file() {
        return file;
    }

    /** The row that was gone to. */
    public StoredRecord record() {
        return record;
    }

    /** Where that row stands in its stream; a row that does not know its offset stands where its file begins. */
    StreamPoint point() {
        return point;
    }

    /** Whether that row lies before {@code bound} for sure. */
    boolean isBefore(StreamPoint bound) {
        return (record.kafka().isPresent() ? point : file.last()).isBefore(bound);
    }

    /** The position after that row. */
    public SourcePosition position() {
        return start.at(rows.row() + 1);
    }

    /** The position before any row was gone to. */
    SourcePosition start() {
        return start;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
