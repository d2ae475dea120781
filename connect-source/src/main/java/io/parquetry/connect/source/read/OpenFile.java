package io.parquetry.connect.source.read;

import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.config.OnChangedFile;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.offset.FileIdentity;
import io.parquetry.connect.source.offset.FilePosition;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.RowGroupMetadata;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file with its rows, from where they were left. To go there, the footer is read, the offset index, and the pages that
 * hold the row; nothing before it.
 */
final class OpenFile implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(OpenFile.class);

    private final ParquetReader reader;
    private final RecordCursor rows;
    private final FilePosition start;

    /** For each row group, the row behind its last one. */
    private final long[] rowGroupEnds;

    private OpenFile(ParquetReader reader, RecordCursor rows, FilePosition start) {
        this.reader = reader;
        this.rows = rows;
        this.start = start;
        List<RowGroupMetadata> rowGroups = reader.metadata().rowGroups();
        this.rowGroupEnds = new long[rowGroups.size()];
        long end = 0;
        for (int i = 0; i < rowGroupEnds.length; i++) {
            end += rowGroups.get(i).rows();
            rowGroupEnds[i] = end;
        }
    }

    /**
     * Opens the file where it was left.
     *
     * @param position how far the file of this name was sent
     * @param from of rows that know their offset, all before this point were sent, in whatever file
     * @param selection which rows are wanted
     * @param onChangedFile what happens when the file is not the one that was sent
     * @return empty when the file is not the one that was sent, and what it holds now is to be ignored
     * @throws IncompleteFileException when the file does not end as it should, or has grown since it was listed
     * @throws ConnectException when the file is not the one that was sent, and that is to fail
     * @throws java.nio.file.NoSuchFileException when the file is gone
     */
    static Optional<OpenFile> open(
            Storage storage,
            DataFile file,
            Optional<FilePosition> position,
            StreamPoint from,
            Selection selection,
            OnChangedFile onChangedFile)
            throws IOException {
        InputFile in = storage.open(file.path());
        try {
            if (in.length() != file.bytes()) {
                throw new IncompleteFileException(
                        in.name() + ": had " + file.bytes() + " bytes when it was listed, now " + in.length());
            }
            FileTail tail = FileTail.of(in);
            long row = position.map(FilePosition::row).orElse(0L);
            if (position.flatMap(FilePosition::file)
                    .filter(known -> !known.footer().equals(tail.footerHash()))
                    .isPresent()) {
                switch (onChangedFile) {
                    case FAIL -> throw changed(file, position.get());
                    case RESTART -> {
                        LOG.warn("{} has changed and is sent again from its first row", file.path());
                        row = 0;
                    }
                    case IGNORE -> {
                        LOG.warn("{} has changed after {} rows were sent and is ignored", file.path(), row);
                        in.close();
                        return Optional.empty();
                    }
                }
            }
            return Optional.of(open(in, file, row, from, tail, selection));
        } catch (IOException | RuntimeException e) {
            try (in) {
                throw e;
            }
        }
    }

    private static OpenFile open(
            InputFile in, DataFile file, long firstRow, StreamPoint from, FileTail tail, Selection selection)
            throws IOException {
        // Pages are checked where their writer allows it: a wrong record in a topic cannot be taken back.
        ParquetReader reader = ParquetReader.open(in, tail.bytes(), new ReaderOptions(ReaderOptions.Checksums.VERIFY));
        long total = reader.metadata().rows();
        if (firstRow > total) {
            throw new ConnectException(
                    "the file " + file.path() + " has " + total + " rows, but its position says that row "
                            + firstRow
                            + " is to be sent next. Set the position to a row that the file has, to {\"done\": true},"
                            + " or to null to send it from its first row");
        }
        long row = Math.max(firstRow, file.first().isBefore(from) ? OffsetSeek.row(reader, from.offset()) : 0);
        FileIdentity identity = new FileIdentity(total, file.bytes(), file.modifiedMs(), tail.footerHash());
        return new OpenFile(reader, selection.rows(file, reader, row), new FilePosition(row, Optional.of(identity)));
    }

    private static ConnectException changed(DataFile file, FilePosition position) {
        FileIdentity before = position.file().orElseThrow();
        return new ConnectException("the file " + file.path() + " has changed after " + position.row() + " of its "
                + before.rows() + " rows were sent: it had " + before.bytes() + " bytes and has " + file.bytes()
                + ". Put the file back as it was, or set on.changed.file to restart (all its rows are sent, again where"
                + " they were sent before) or ignore (the rest is not sent)");
    }

    RecordCursor rows() {
        return rows;
    }

    /** The position of the first row. */
    FilePosition start() {
        return start;
    }

    /** The position behind all rows. */
    FilePosition end() {
        return start.at(start.file().orElseThrow().rows());
    }

    /** The row group of a row. */
    int rowGroup(long row) {
        int found = Arrays.binarySearch(rowGroupEnds, row);
        int group = found < 0 ? -found - 1 : found + 1;
        while (group < rowGroupEnds.length && rowGroupEnds[group] == row) {
            group++;
        }
        return group;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
