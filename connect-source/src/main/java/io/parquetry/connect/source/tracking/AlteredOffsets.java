package io.parquetry.connect.source.tracking;

import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.source.offset.FileIdentity;
import io.parquetry.connect.source.offset.FilePosition;
import io.parquetry.connect.source.offset.SourcePartition;
import io.parquetry.connect.source.offset.StreamPosition;
import io.parquetry.connect.source.read.FileTail;
import io.parquetry.format.ParquetException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.io.InputFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.connect.errors.ConnectException;

/** Validates the source offsets that a user sets by the REST API. It changes nothing; Connect stores the valid ones. */
public final class AlteredOffsets {
    private final Storage storage;

    public AlteredOffsets(Storage storage) {
        this.storage = Objects.requireNonNull(storage, "storage");
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
        } else {
            StreamPosition.fromMap(offset);
        }
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
