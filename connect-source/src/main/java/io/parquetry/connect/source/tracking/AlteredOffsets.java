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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.connect.errors.ConnectException;

/** Validates the source offsets that a user sets by the REST API. It changes nothing; Connect stores the valid ones. */
public final class AlteredOffsets {
    private final Storage storage;
    private final SourceSettings settings;
    private final StorageScanner scanner;
    private final CommittedOffsets ledgers;

    public AlteredOffsets(Storage storage, SourceSettings settings) {
        this.storage = Objects.requireNonNull(storage, "storage");
        this.settings = Objects.requireNonNull(settings, "settings");
        this.scanner = new StorageScanner(storage, settings, new TaskAssignment(0, 1));
        this.ledgers = new CommittedOffsets(storage);
    }

    /**
     * Validates the offsets of one request. For all its streams together the storage is listed once.
     *
     * @param offsets by their partitions; null to forget what was sent, which is always valid
     * @throws ConnectException with what is wrong and which offsets are allowed
     */
    public void validate(Map<Map<String, ?>, Map<String, ?>> offsets) {
        Map<SinkStream, StreamPoint> points = new LinkedHashMap<>();
        offsets.forEach((partition, offset) -> {
            if (offset == null) {
                return;
            }
            SourcePartition source = SourcePartition.fromMap(partition);
            if (source instanceof SourcePartition.OfFile file) {
                validateFile(file.path(), FilePosition.fromMap(offset));
            } else if (source instanceof SourcePartition.OfStream of) {
                points.put(of.stream(), StreamPosition.fromMap(offset).next());
            }
        });
        points.values().removeAll(Set.of(StreamPoint.START, StreamPoint.END));
        if (!points.isEmpty()) {
            validateStreams(points);
        }
    }

    private void validateStreams(Map<SinkStream, StreamPoint> points) {
        try {
            ledgers.refresh(
                    points.keySet().stream().map(AlteredOffsets::partition).collect(Collectors.toSet())::contains);
            Map<SinkStream, StreamPoint> unknown = withoutCommitted(points);
            if (!unknown.isEmpty()) {
                Map<SinkStream, StreamPoint> ends = listEnds();
                unknown.forEach((stream, next) -> validateStream(stream, next, ends));
            }
        } catch (IOException e) {
            throw new ConnectException(
                    "cannot read " + storage.url() + " to check how far the streams go: " + e.getMessage(), e);
        }
    }

    /**
     * The points that are not in the ledgers of topics with a directory. To list a large archive takes longer than a
     * request may.
     */
    private Map<SinkStream, StreamPoint> withoutCommitted(Map<SinkStream, StreamPoint> points) throws IOException {
        Map<String, Boolean> directories = new HashMap<>();
        Map<SinkStream, StreamPoint> unknown = new LinkedHashMap<>();
        for (Map.Entry<SinkStream, StreamPoint> point : points.entrySet()) {
            SinkStream stream = point.getKey();
            boolean isCommitted = committed(stream)
                    .filter(end -> !end.isBefore(point.getValue()))
                    .isPresent();
            String topic = stream.directory() + "/" + stream.topic();
            if (isCommitted && !directories.containsKey(topic)) {
                directories.put(topic, stream.directory().isEmpty() || isDirectory(topic));
            }
            if (!isCommitted || !directories.get(topic)) {
                unknown.put(stream, point.getValue());
            }
        }
        return unknown;
    }

    private boolean isDirectory(String path) throws IOException {
        return Stream.of(path.split("/")).allMatch(StoragePath::isName) && storage.isDirectory(path);
    }

    private Optional<StreamPoint> committed(SinkStream stream) {
        return ledgers.of(stream.topic(), stream.partition())
                .map(position -> new StreamPoint(position.generation(), position.nextOffset()));
    }

    /** A directory that cannot be listed, or a ledger that cannot be read, may say that the stream goes on. */
    private void validateStream(SinkStream stream, StreamPoint next, Map<SinkStream, StreamPoint> ends) {
        if (scanner.mayMiss(stream)) {
            return;
        }
        Optional<StreamPoint> end = Stream.concat(endOfFiles(stream, ends).stream(), committed(stream).stream())
                .max(Comparator.naturalOrder());
        if (ledgers.broken().values().stream()
                .noneMatch(broken -> broken.partition().equals(partition(stream)))) {
            requireWithin(stream, next, end);
        }
    }

    private static String partition(SinkStream stream) {
        return CommittedOffsets.partition(stream.topic(), stream.partition());
    }

    private void requireWithin(SinkStream stream, StreamPoint next, Optional<StreamPoint> end) {
        if (end.isEmpty() && settings.finish().onFinish() != OnFinish.KEEP) {
            return;
        }
        if (end.isEmpty()) {
            throw new ConnectException("there are no files of the stream " + stream + " in " + storage.url()
                    + ", and no ledger, so no offset can be sent next; give the stream as GET .../offsets shows it,"
                    + " leave it out if its files are gone, or give {\"done\": true} if files of it may be added later"
                    + " but are not to be sent");
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
    private Optional<StreamPoint> endOfFiles(SinkStream stream, Map<SinkStream, StreamPoint> ends) {
        List<SinkStream> anywhere = ends.keySet().stream()
                .filter(each -> each.anywhere().equals(stream.anywhere()))
                .sorted(Comparator.comparing(SinkStream::toString))
                .toList();
        // Earlier versions wrote no directory.
        boolean isKnown = stream.directory().isEmpty() || anywhere.contains(stream);
        if (!isKnown && !anywhere.isEmpty() && settings.finish().onFinish() == OnFinish.KEEP) {
            throw new ConnectException("there are no files of the stream " + stream + " in " + storage.url()
                    + ", but of " + anywhere + "; give the stream as GET .../offsets shows it, or leave it out if its"
                    + " files are gone");
        }
        return anywhere.stream()
                .filter(each -> stream.directory().isEmpty() || each.equals(stream))
                .map(ends::get)
                .max(Comparator.naturalOrder());
    }

    /** Where the files of each stream end. */
    private Map<SinkStream, StreamPoint> listEnds() throws IOException {
        Map<SinkStream, StreamPoint> found = new HashMap<>();
        scanner.scan(
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
