package io.parquetry.connect.source.read;

import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.storage.ReplacedFileException;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.source.config.DeliverySettings.TransactionUnit;
import io.parquetry.connect.source.config.FailureSettings.OnBadFile;
import io.parquetry.connect.source.config.FinishSettings.OnFinish;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.memory.MemoryNeed;
import io.parquetry.connect.source.memory.MemoryWaitException;
import io.parquetry.connect.source.memory.OpenFileMemory;
import io.parquetry.connect.source.memory.OpenFileMemory.Reservation;
import io.parquetry.connect.source.offset.FileIdentity;
import io.parquetry.connect.source.offset.FilePosition;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.connect.source.select.Selection;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.ReaderOptions.ReadAhead;
import io.parquetry.format.host.FileWithTail;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.schema.Projection;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Opens files at their first unsent row. To get there, it reads the footer, the offset index, and the pages that hold
 * the row; nothing before them.
 *
 * <p>A file is read whole before any of it is sent where bad files do not fail the task, and either good row groups are
 * to be salvaged, or consumers must not see a part of a file or row group.
 */
public final class FileOpener {
    private static final Log LOG = Log.of(FileOpener.class);

    private final Storage storage;
    private final SourceSettings settings;
    private final Selection selection;
    private final OpenFileMemory.Account memory;
    private final SentFiles sentFiles;
    private final BooleanSupplier stopping;

    /** The file that waits for memory, so that its footer is not read for each attempt; null when none waits. */
    private DataFile waiting;

    private MemoryNeed waitingNeed;

    /** @param stopping whether the task is to stop, so that an integrity scan need not be finished */
    public FileOpener(
            Storage storage,
            SourceSettings settings,
            Selection selection,
            OpenFileMemory.Account memory,
            BooleanSupplier stopping) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.settings = Objects.requireNonNull(settings, "settings");
        this.selection = Objects.requireNonNull(selection, "selection");
        this.memory = Objects.requireNonNull(memory, "memory");
        this.sentFiles = new SentFiles(storage, selection, stopping);
        this.stopping = Objects.requireNonNull(stopping, "stopping");
    }

    /** The memory of the task's open files. */
    public OpenFileMemory.Account memory() {
        return memory;
    }

    /**
     * Opens a file at its first unsent row.
     *
     * @param file as the last scan listed it
     * @param keepsStream whether the offset of the file's stream is kept, instead of the position in the file
     * @param badRows is told of rows that turn out to be bad while they are read
     * @return empty when the file has changed after rows of it were sent, and {@code on.changed.file} is ignore
     * @throws IncompleteFileException when the file has no complete footer, or has changed since it was listed
     * @throws ConnectException when the file has changed after rows of it were sent, and {@code on.changed.file} is
     *     fail
     * @throws java.nio.file.NoSuchFileException when the file does not exist any more
     * @throws MemoryWaitException when there is no memory for the file now
     */
    public Optional<FileRows> open(DataFile file, boolean keepsStream, SentSoFar sent, FileRows.BadRows badRows)
            throws IOException {
        Reservation early = reserveAgain(file);
        try {
            return open(file, keepsStream, sent, badRows, early);
        } catch (IOException | RuntimeException e) {
            if (early != null) {
                early.close();
            }
            if (e instanceof ReplacedFileException replaced) {
                throw new IncompleteFileException(replaced);
            }
            throw e;
        }
    }

    /** The memory of the file that waits; null for another file, whose need is not known before its footer is read. */
    private Reservation reserveAgain(DataFile file) {
        if (!file.equals(waiting)) {
            return null;
        }
        Reservation held = memory.reserve(waitingNeed).orElseThrow(MemoryWaitException::new);
        waiting = null;
        return held;
    }

    private Reservation reserve(DataFile file, ParquetReader reader) {
        Projection columns = selection.columns(file, reader);
        MemoryNeed need = new MemoryNeed(
                file.path(),
                reader.with(options(ReadAhead.USUAL)).memoryEstimate(columns).bytes(),
                reader.with(options(ReadAhead.LEAST)).memoryEstimate(columns).bytes());
        Optional<Reservation> held = memory.reserve(need);
        if (held.isEmpty()) {
            waiting = file;
            waitingNeed = need;
            throw new MemoryWaitException();
        }
        return held.get();
    }

    /** Checksums are verified where the file has them: a wrong record in a topic cannot be deleted again. */
    private ReaderOptions options(ReadAhead readAhead) {
        return ReaderOptions.builder()
                .checksums(ReaderOptions.Checksums.VERIFY)
                .readAhead(readAhead)
                .memoryBytesMax(settings.openFiles().bytesMax())
                .build();
    }

    private Optional<FileRows> open(
            DataFile file, boolean keepsStream, SentSoFar sent, FileRows.BadRows badRows, Reservation early)
            throws IOException {
        InputFile in = storage.open(file.stored());
        try {
            if (in.length() != file.bytes()) {
                throw new IncompleteFileException(
                        in.name() + ": had " + file.bytes() + " bytes when it was listed, now " + in.length());
            }
            FileTail tail = FileTail.of(in);
            FilePosition start = sent.position()
                    .orElse(new FilePosition(0, Optional.empty()))
                    .losing(0);
            if (!isSent(in, tail, file, sent, start)) {
                Optional<FilePosition> anew = startOfAnother(file, start, sent);
                if (anew.isEmpty()) {
                    in.close();
                    if (early != null) {
                        early.close();
                    }
                    return Optional.empty();
                }
                start = anew.get();
            }
            try {
                return Optional.of(open(in, file, keepsStream, start, tail, sent, badRows, early));
            } catch (CorruptFileException | UnsupportedFeatureException e) {
                FileTail.requireUnchanged(storage, file, tail.footerHash());
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            try (in) {
                throw e;
            }
        }
    }

    /** Whether the file is the one that a position belongs to; one that a user wrote belongs to any file. */
    private boolean isSent(InputFile in, FileTail tail, DataFile file, SentSoFar sent, FilePosition start)
            throws IOException {
        if (start.file().isEmpty()) {
            return true;
        }
        FileIdentity before = start.file().get();
        return !sent.hasChanged() && sentFiles.isSent(in, tail, file.stored(), file, before)
                || sent.read().isPresent()
                        && sentFiles.isSentSoFar(in, tail, before, sent.read().get());
    }

    /**
     * Where to begin in a file that is not the one of the position. Where sent files are deleted or moved, a file that
     * was sent whole is finished, and its name is free for a new file.
     *
     * @return empty when nothing of the file is to be sent
     */
    private Optional<FilePosition> startOfAnother(DataFile file, FilePosition sentPosition, SentSoFar sent) {
        FilePosition first = new FilePosition(0, Optional.empty());
        if (sentPosition.isSentWhole() && settings.finish().onFinish() != OnFinish.KEEP) {
            LOG.info("{} is a new file; all rows of the one that had its name before were sent", file.path());
            return Optional.of(first);
        }
        return switch (settings.failure().onChangedFile()) {
            case FAIL -> throw changed(file, sentPosition, sent);
            case RESTART -> {
                LOG.warn(
                        "{} has changed after {} rows were sent{}; it is sent again from its first row",
                        file.path(),
                        sent.rows(),
                        sent.remarks());
                yield Optional.of(first);
            }
            case IGNORE -> {
                LOG.warn("{} has changed after {} rows were sent and is ignored", file.path(), sent.rows());
                yield Optional.empty();
            }
        };
    }

    private FileRows open(
            InputFile in,
            DataFile file,
            boolean keepsStream,
            FilePosition sentPosition,
            FileTail tail,
            SentSoFar sent,
            FileRows.BadRows badRows,
            Reservation early)
            throws IOException {
        HashedFile hashed = new HashedFile(in);
        ParquetReader opened = ParquetReader.open(new FileWithTail(hashed, tail.bytes()), options(ReadAhead.LEAST));
        hashed.hashWith(SentFiles.of(opened, file, selection));
        Reservation held = early != null ? early : reserve(file, opened);
        try {
            return read(
                    withReadAhead(opened, held), hashed, held, file, keepsStream, sentPosition, tail, sent, badRows);
        } catch (IOException | RuntimeException e) {
            held.close();
            throw e;
        }
    }

    private ParquetReader withReadAhead(ParquetReader reader, Reservation held) {
        return switch (held.reading()) {
            case WITH_READ_AHEAD -> reader.with(options(ReadAhead.USUAL));
            case WITHOUT_READ_AHEAD -> reader;
        };
    }

    private FileRows read(
            ParquetReader reader,
            HashedFile hashed,
            Reservation held,
            DataFile file,
            boolean keepsStream,
            FilePosition sentPosition,
            FileTail tail,
            SentSoFar sent,
            FileRows.BadRows badRows)
            throws IOException {
        long firstRow = sentPosition.row();
        long total = reader.metadata().rows();
        if (firstRow > total) {
            throw new ConnectException(
                    "the file " + file.path() + " has " + total + " rows, but its position says that row "
                            + firstRow
                            + " is to be sent next. Set the position to a row that the file has, to {\"done\": true},"
                            + " or to null to send it from its first row");
        }
        FileRows.SelectedRows rows = row -> selection.rows(file, reader, row);
        FileDamage damage = new FileDamage(file, total, scan(file, reader, rows, keepsStream));
        // What decides is read again: the hash is that of the rows that are sent, now and since the file was begun.
        hashed.restart();
        if (isContinued(sentPosition)) {
            hashed.hashWith(sent.read());
        }
        StreamPoint unsent = sent.sentPoints().firstUnsent(file.first(), file.last());
        long row = Math.max(firstRow, file.first().isBefore(unsent) ? OffsetSeek.row(reader, unsent.offset()) : 0);
        FileIdentity identity = FileIdentity.of(file.stored(), total, tail.footerHash())
                .withContent(sentPosition.file().map(FileIdentity::content).orElse(""));
        boolean isClaimed = sent.claims(identity, file.stored());
        FilePosition start = new FilePosition(row, Optional.of(identity), 0, isClaimed ? row : sentPosition.sent());
        RowGroups rowGroups = new RowGroups(reader.metadata().rowGroups());
        return new FileRows(
                file,
                new FileRows.Source(reader, rows, held, reader.memoryEstimate(selection.columns(file, reader))),
                new FileWatch(storage, file, hashed, rowGroups, start, damage, sent),
                damage,
                new RowOffsetValidator(file, keepsStream),
                sent,
                isContinued(sentPosition),
                badRows);
    }

    /** Whether rows of the file were sent before, if this is the position to begin at. */
    private static boolean isContinued(FilePosition start) {
        return start.row() > 0 || start.file().isPresent();
    }

    private static ConnectException changed(DataFile file, FilePosition position, SentSoFar sent) {
        FileIdentity before = position.file().orElseThrow();
        return new ConnectException("the file " + file.path() + " has changed after " + sent.rows() + " of its "
                + before.rows() + " rows were sent" + sent.remarks() + ": it had " + before.bytes()
                + " bytes, modified at " + before.modifiedMs() + " ms, and has " + file.bytes() + ", modified at "
                + file.modifiedMs()
                + " ms. Restore the earlier file, or set on.changed.file to restart (all rows are sent again) or"
                + " ignore (the rest is not sent)");
    }

    /** Which rows can be sent; empty when the file is not scanned before it is sent. */
    private Optional<IntegrityScan> scan(
            DataFile file, ParquetReader reader, FileRows.SelectedRows rows, boolean keepsStream) throws IOException {
        boolean salvages = settings.failure().salvages();
        boolean sendsWholeUnits = settings.delivery().transaction().isConnectorDefined()
                && settings.delivery().transaction().unit() != TransactionUnit.BATCH;
        if (settings.failure().onBadFile() == OnBadFile.FAIL || !salvages && !sendsWholeUnits) {
            return Optional.empty();
        }
        IntegrityScan scan = IntegrityScan.of(
                file,
                new RowGroups(reader.metadata().rowGroups()),
                rows,
                new RowOffsetValidator(file, keepsStream),
                stopping);
        if (salvages) {
            return Optional.of(scan);
        }
        return Optional.of(
                settings.delivery().transaction().unit() == TransactionUnit.FILE
                        ? scan.allOrNothing()
                        : scan.upToFirstDefect());
    }
}
