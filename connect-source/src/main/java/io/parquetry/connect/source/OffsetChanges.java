package io.parquetry.connect.source;

import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.source.offset.FilePosition;
import io.parquetry.connect.source.offset.SourcePartition;
import io.parquetry.connect.source.offset.StreamPoint;
import io.parquetry.format.ParquetException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.connect.errors.ConnectException;

/** Checks positions that a user sets. It changes nothing, so the same can be asked again; Connect keeps what it lets pass. */
final class OffsetChanges {
    private final Storage storage;

    OffsetChanges(Storage storage) {
        this.storage = Objects.requireNonNull(storage, "storage");
    }

    /**
     * Checks one position.
     *
     * @param offset null to forget what was sent; that is always possible
     * @throws ConnectException with what is wrong and what may be written instead
     */
    void require(Map<String, ?> partition, Map<String, ?> offset) {
        if (offset == null) {
            return;
        }
        SourcePartition of = SourcePartition.fromMap(partition);
        if (of instanceof SourcePartition.OfFile file) {
            requireFile(file.path(), FilePosition.fromMap(offset));
        } else {
            StreamPoint.fromMap(offset);
        }
    }

    private void requireFile(String path, FilePosition position) {
        try {
            StoragePath.requireFile(path);
        } catch (IllegalArgumentException e) {
            throw new ConnectException(
                    "the file \"" + path + "\" is no path below storage.url: " + e.getMessage()
                            + "; write it as GET .../offsets shows it, such as topics/orders/a.parquet",
                    e);
        }
        if (position.row() > 0 && position.row() != FilePosition.ALL_ROWS) {
            requireRow(path, position);
        }
    }

    private void requireRow(String path, FilePosition position) {
        try (ParquetReader reader = ParquetReader.open(storage.open(path), ReaderOptions.DEFAULT)) {
            long rows = reader.metadata().rows();
            if (position.row() > rows) {
                throw new ConnectException("the file " + path + " has " + rows + " rows, so row " + position.row()
                        + " cannot be sent next; rows are counted from 0, and " + rows + " means that all were sent");
            }
        } catch (NoSuchFileException e) {
            throw new ConnectException(
                    "there is no file " + path + " in " + storage.url()
                            + ", so no row of it can be sent next; give its path below storage.url, or {\"done\": true} if"
                            + " it may come but is not to be sent",
                    e);
        } catch (IOException | ParquetException e) {
            throw new ConnectException(
                    "cannot look into " + path + " to see whether it has row " + position.row() + ": " + e.getMessage(),
                    e);
        }
    }
}
