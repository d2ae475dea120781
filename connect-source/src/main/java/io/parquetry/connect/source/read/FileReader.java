package io.parquetry.connect.source.read;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.errors.BadFile;
import io.parquetry.connect.source.errors.Defect;
import io.parquetry.connect.source.errors.LostRows;
import io.parquetry.connect.source.errors.RowRange;
import io.parquetry.connect.source.offset.FileIdentity;
import io.parquetry.connect.source.offset.FilePosition;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.ParquetException;
import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.io.InputFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file with its rows, from where they were left. To go there, the footer is read, the offset index, and the pages that
 * hold the row; nothing before it. Where a survey has shown bad row groups, they are left out.
 */
final class FileReader implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(FileReader.class);

    private final Storage storage;
    private final DataFile file;
    private final Selection selection;
    private final ParquetReader reader;
    private final RowGroups rowGroups;
    private final FilePosition start;
    private final Optional<IntegrityScan> survey;
    private final List<LostRows> losses;

    /** The rows that are still to be gone through. */
    private final Deque<RowRange> ranges = new ArrayDeque<>();

    private RecordCursor<StoredRecord> cursor;

    private FileReader(
            Storage storage,
            DataFile file,
            Selection selection,
            ParquetReader reader,
            FilePosition start,
            Optional<IntegrityScan> survey) {
        this.storage = storage;
        this.file = file;
        this.selection = selection;
        this.reader = reader;
        this.rowGroups = new RowGroups(reader.metadata().rowGroups());
        this.start = start;
        this.survey = survey.filter(found -> !found.isWhole());
        this.losses = this.survey.map(IntegrityScan::losses).orElse(List.of());
        long rows = reader.metadata().rows();
        List<RowRange> whole = this.survey.map(IntegrityScan::whole).orElse(List.of(new RowRange(0, rows)));
        whole.stream()
                .filter(range -> range.to() > start.row())
                .map(range -> new RowRange(Math.max(range.from(), start.row()), range.to()))
                .forEach(ranges::add);
    }

    /**
     * Opens the file where it was left.
     *
     * @param position how far the file of this name was sent; empty when none of its rows were
     * @param from of rows that know their offset, all before this point were sent, in whatever file
     * @param rules which rows are wanted, and what happens when the file is not what it should be
     * @param check what the rows are held to
     * @return empty when the file is not the one that was sent, and what it holds now is to be ignored
     * @throws IncompleteFileException when the file does not end as it should, or has changed since it was listed
     * @throws ConnectException when the file is not the one that was sent, and that is to fail
     * @throws java.nio.file.NoSuchFileException when the file is gone
     */
    static Optional<FileReader> open(
            Storage storage,
            DataFile file,
            Optional<FilePosition> position,
            StreamPoint from,
            ReadingRules rules,
            NameCheck check)
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
                switch (rules.onChangedFile()) {
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
            try {
                return Optional.of(open(storage, in, file, row, from, tail, rules, check));
            } catch (CorruptFileException | UnsupportedFeatureException e) {
                requireUnchanged(storage, file, tail.footerHash());
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            try (in) {
                throw e;
            }
        }
    }

    private static FileReader open(
            Storage storage,
            InputFile in,
            DataFile file,
            long firstRow,
            StreamPoint from,
            FileTail tail,
            ReadingRules rules,
            NameCheck check)
            throws IOException {
        // Pages are checked where their writer allows it: a wrong record in a topic cannot be taken back.
        ParquetReader reader = ParquetReader.open(
                in,
                tail.bytes(),
                ReaderOptions.builder()
                        .checksums(ReaderOptions.Checksums.VERIFY)
                        .build());
        long total = reader.metadata().rows();
        if (firstRow > total) {
            throw new ConnectException(
                    "the file " + file.path() + " has " + total + " rows, but its position says that row "
                            + firstRow
                            + " is to be sent next. Set the position to a row that the file has, to {\"done\": true},"
                            + " or to null to send it from its first row");
        }
        Optional<IntegrityScan> survey = rules.survey(file, reader, check);
        long row = Math.max(firstRow, file.first().isBefore(from) ? OffsetSeek.row(reader, from.offset()) : 0);
        FileIdentity identity = new FileIdentity(total, file.bytes(), file.modifiedMs(), tail.footerHash());
        return new FileReader(
                storage, file, rules.selection(), reader, new FilePosition(row, Optional.of(identity)), survey);
    }

    private static ConnectException changed(DataFile file, FilePosition position) {
        FileIdentity before = position.file().orElseThrow();
        return new ConnectException("the file " + file.path() + " has changed after " + position.row() + " of its "
                + before.rows() + " rows were sent: it had " + before.bytes() + " bytes and has " + file.bytes()
                + ". Put the file back as it was, or set on.changed.file to restart (all its rows are sent, again where"
                + " they were sent before) or ignore (the rest is not sent)");
    }

    /**
     * Sees whether what is wrong can come from somebody who writes the file at this moment.
     *
     * @throws IncompleteFileException when it is no longer the file that was opened
     */
    void requireUnchanged() throws IOException {
        requireUnchanged(storage, file, start.file().orElseThrow().footer());
    }

    private static void requireUnchanged(Storage storage, DataFile file, String footer) throws IOException {
        try (InputFile now = storage.open(file.path())) {
            if (now.length() != file.bytes() || !FileTail.of(now).footerHash().equals(footer)) {
                throw new IncompleteFileException(file.path() + ": has changed while it was read");
            }
        }
    }

    /** Goes to the next row that is to be sent, or says that there is none. */
    boolean next() throws IOException {
        while (!ranges.isEmpty()) {
            if (cursor == null) {
                cursor = selection.rows(file, reader, ranges.peek().from());
            }
            if (nextInRange()) {
                return true;
            }
            ranges.remove();
            cursor = null;
        }
        return false;
    }

    /** The cursor looks for a wanted row behind the range, too, where it may come upon what the survey knows. */
    private boolean nextInRange() throws IOException {
        try {
            return cursor.next() && cursor.row() < ranges.peek().to();
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            ParquetException placed = e.at(Place.of(file.path()));
            if (isKnown(placed)) {
                return false;
            }
            throw placed;
        }
    }

    private boolean isKnown(ParquetException e) {
        return survey.filter(found -> found.isKnown(e)).isPresent();
    }

    /** The row that was gone to. */
    StoredRecord record() {
        return cursor.record();
    }

    /** Number of that row in the file. */
    long row() {
        return cursor.row();
    }

    /** The position of the first row. */
    FilePosition start() {
        return start;
    }

    /** The position before a row. */
    FilePosition at(long row) {
        if (losses.isEmpty()) {
            return start.at(row);
        }
        long lost = losses.stream()
                .map(loss -> loss.rows().orElseThrow())
                .mapToLong(rows -> Math.max(0, Math.min(rows.to(), row) - rows.from()))
                .sum();
        return start.at(row).losing(lost);
    }

    /** The position behind all rows. */
    FilePosition end() {
        return at(rows());
    }

    /** The position behind all rows when those from a row on cannot be read. */
    FilePosition endLosingFrom(long row) {
        return start.at(rows()).losing(at(row).lost() + rows() - row);
    }

    long rows() {
        return start.file().orElseThrow().rows();
    }

    /** The row group of a row. */
    int rowGroup(long row) {
        return rowGroups.of(row);
    }

    /** What the survey found to be wrong, if anything. */
    Optional<BadFile> bad() {
        return survey.map(found -> new BadFile(file, found.defects(), found.whole(), losses));
    }

    /**
     * What is wrong when the rows from one on cannot be read.
     *
     * @param next the point of the stream that follows on the row before
     */
    BadFile badFrom(long row, StreamPoint next, ParquetException defect) {
        List<RowRange> sent = new ArrayList<>(survey.map(IntegrityScan::whole).orElse(List.of(new RowRange(0, row))));
        sent.replaceAll(range -> new RowRange(Math.min(range.from(), row), Math.min(range.to(), row)));
        Optional<LostRows.Offsets> offsets = file.stream().map(stream -> new LostRows.Offsets(next, file.last()));
        List<LostRows> lost = new ArrayList<>(losses);
        lost.removeIf(loss -> loss.rows().orElseThrow().from() >= row);
        lost.add(new LostRows(Optional.of(new RowRange(row, rows())), offsets));
        return new BadFile(file, List.of(Defect.of(defect)), sent, lost);
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
