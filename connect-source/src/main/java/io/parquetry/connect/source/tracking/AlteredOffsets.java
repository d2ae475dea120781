package io.parquetry.connect.source.tracking;

import io.parquetry.connect.common.ledger.CommittedOffsets;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.source.config.FinishSettings.OnFinish;
import io.parquetry.connect.source.config.SourceSettings;
import io.parquetry.connect.source.discover.StorageScanner;
import io.parquetry.connect.source.discover.TaskAssignment;
import io.parquetry.connect.source.offset.FileIdentity;
import io.parquetry.connect.source.offset.FilePosition;
import io.parquetry.connect.source.offset.SinkStream;
import io.parquetry.connect.source.offset.SourcePartition;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.connect.source.offset.StreamPosition;
import io.parquetry.connect.source.read.FileTail;
import io.parquetry.format.ParquetException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.InputFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.apache.kafka.connect.errors.ConnectException;

/** Validates the source offsets that a user sets by the REST API. It changes nothing; Connect stores the valid ones. */
public final class AlteredOffsets {
    private final Storage storage;
    private final SourceSettings settings;

    /** Where the files of each stream end; null before the storage was listed. */
    private Map<SinkStream, StreamPoint> ends;

    public AlteredOffsets(Storage storage, SourceSettings settings) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.settings = Objects.requireNonNull(settings, "settings");
    }

    /**
     * Validates one offset.
     *
     * @param offset null to forget what was sent, which is always valid
     * @throws ConnectException with what is wrong and which offsets are allowed
     */
    public void validate(Map<String, ?> partition, Map<String, ?> offset) {
        if (offset == null) {
            return;
        }
        SourcePartition source = SourcePartition.fromMap(partition);
        if (source instanceof SourcePartition.OfFile file) {
            validateFile(file.path(), FilePosition.fromMap(offset));
        } else if (source instanceof SourcePartition.OfStream of) {
            validateStream(of.stream(), StreamPosition.fromMap(offset).next());
        }
    }

    private void validateStream(SinkStream stream, StreamPoint next) {
        if (next.equals(StreamPoint.START) || next.equals(StreamPoint.END)) {
            return;
        }
        try {
            CommittedOffsets ledgers = new CommittedOffsets(storage);
            ledgers.refresh(CommittedOffsets.partition(stream.topic(), stream.partition())::equals);
            Optional<StreamPoint> committed = ledgers.of(stream.topic(), stream.partition())
                    .map(position -> new StreamPoint(position.generation(), position.nextOffset()));
            if (committed.filter(end -> !end.isBefore(next)).isPresent() && hasDirectory(stream)) {
                return;
            }
            Optional<StreamPoint> end = Stream.concat(endOfFiles(stream).stream(), committed.stream())
                    .max(Comparator.naturalOrder());
            // A ledger that cannot be read may say that the stream goes on.
            if (ledgers.broken().isEmpty()) {
                requireWithin(stream, next, end);
            }
        } catch (IOException e) {
            throw new ConnectException(
                    "cannot read " + storage.url() + " to check whether the stream " + stream + " has offset "
                            + next.offset() + ": " + e.getMessage(),
                    e);
        }
    }

    /** Whether the files of a stream need not be searched: to list a large archive takes longer than a request may. */
    private boolean hasDirectory(SinkStream stream) throws IOException {
        String directory = stream.directory() + "/" + stream.topic();
        return stream.directory().isEmpty()
                || Stream.of(directory.split("/")).allMatch(StoragePath::isName) && storage.isDirectory(directory);
    }

    private void requireWithin(SinkStream stream, StreamPoint next, Optional<StreamPoint> end) {
        if (end.isEmpty()) {
            throw new ConnectException("there are no files of the stream " + stream + " in " + storage.url()
                    + ", and no ledger, so no offset can be sent next; give the stream as GET .../offsets shows it, or"
                    + " {\"done\": true} if its files may be added later but are not to be sent");
        }
        if (end.get().isBefore(next)) {
            throw new ConnectException("the stream " + stream + " ends before " + text(end.get()) + ", so "
                    + text(next) + " cannot be sent next: records that come until then would never be sent; "
                    + text(end.get()) + " means that all were sent");
        }
    }

    private static String text(StreamPoint point) {
        return "offset " + point.offset() + " of generation " + point.generation();
    }

    /**
     * @throws ConnectException when only other directories have files of the topic-partition, unless the connector may
     *     have deleted or moved those of this one
     */
    private Optional<StreamPoint> endOfFiles(SinkStream stream) throws IOException {
        if (ends == null) {
            ends = listEnds();
        }
        List<SinkStream> anywhere = ends.keySet().stream()
                .filter(each -> each.anywhere().equals(stream.anywhere()))
                .sorted(Comparator.comparing(SinkStream::toString))
                .toList();
        // Earlier versions wrote no directory.
        boolean isKnown = stream.directory().isEmpty() || anywhere.contains(stream);
        if (!isKnown && !anywhere.isEmpty() && settings.finish().onFinish() == OnFinish.KEEP) {
            throw new ConnectException("there are no files of the stream " + stream + " in " + storage.url()
                    + ", but of " + anywhere + "; give the stream as GET .../offsets shows it");
        }
        return anywhere.stream()
                .filter(each -> stream.directory().isEmpty() || each.equals(stream))
                .map(ends::get)
                .max(Comparator.naturalOrder());
    }

    private Map<SinkStream, StreamPoint> listEnds() throws IOException {
        Map<SinkStream, StreamPoint> found = new HashMap<>();
        new StorageScanner(storage, settings, new TaskAssignment(0, 1))
                .scan(
                        file -> false,
                        file -> file.stream()
                                .ifPresent(stream -> found.merge(
                                        stream, file.last().next(), BinaryOperator.maxBy(Comparator.naturalOrder()))));
        return found;
    }

    private void validateFile(String path, FilePosition position) {
        try {
            StoragePath.requireFile(path);
        } catch (IllegalArgumentException e) {
            throw new ConnectException(
                    "the file \"" + path + "\" is not a path below storage.url: " + e.getMessage()
                            + "; write it as GET .../offsets shows it, such as topics/orders/a.parquet",
                    e);
        }
        position.file().ifPresent(file -> validateIdentity(path, file));
        if (position.row() > 0 && position.row() != FilePosition.ALL_ROWS) {
            validateRow(path, position);
        }
    }

    /**
     * A position of another file would be taken for one of a file that was changed. A file that is not there any more
     * keeps its position.
     */
    private void validateIdentity(String path, FileIdentity file) {
        try (InputFile in = storage.open(path)) {
            String footer = FileTail.of(in).footerHash();
            if (!footer.equals(file.footer()) || in.length() != file.bytes()) {
                throw new ConnectException("the position is not one of the file " + path + ", which has "
                        + in.length() + " bytes and the footer \"" + footer + "\", not " + file.bytes() + " and \""
                        + file.footer() + "\"; give the row alone, {\"row\": n}, to go on there in the file as it is");
            }
        } catch (NoSuchFileException e) {
            // The task reports a file that comes back with other content.
        } catch (IOException | ParquetException e) {
            throw new ConnectException(
                    "cannot read " + path + " to check whether the position is one of it: " + e.getMessage(), e);
        }
    }

    private void validateRow(String path, FilePosition position) {
        try (ParquetReader reader = ParquetReader.open(storage.open(path), ReaderOptions.DEFAULT)) {
            long rows = reader.metadata().rows();
            if (position.row() > rows) {
                throw new ConnectException("the file " + path + " has " + rows + " rows, so row " + position.row()
                        + " cannot be sent next; rows are counted from 0, and " + rows + " means that all were sent");
            }
        } catch (NoSuchFileException e) {
            throw new ConnectException(
                    "there is no file " + path + " in " + storage.url()
                            + ", so no row of it can be sent next; give its path below storage.url, or {\"done\": true}"
                            + " if it may be added later but is not to be sent",
                    e);
        } catch (IOException | ParquetException e) {
            throw new ConnectException(
                    "cannot read " + path + " to check whether it has row " + position.row() + ": " + e.getMessage(),
                    e);
        }
    }
}
