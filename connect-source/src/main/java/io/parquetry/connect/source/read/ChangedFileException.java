package io.parquetry.connect.source.read;

import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.errors.RowRange;
import java.util.Objects;

/** Size, modification time, number or footer of a file without a version have changed while it was read. */
public final class ChangedFileException extends IncompleteFileException {
    private static final long serialVersionUID = 1L;

    private final transient RowRange mixed;

    ChangedFileException(DataFile file, long bytes, long modifiedMs, RowRange mixed) {
        super(file.path() + ": has changed while it was read: it had " + file.bytes() + " bytes and was modified at "
                + file.modifiedMs() + " ms, and the file at its path now has " + bytes + " bytes and was modified at "
                + modifiedMs + " ms. "
                + (mixed.count() == 0
                        ? "No rows were sent since"
                        : mixed.count() + " rows (" + mixed + ") may be mixed of old and new content"));
        this.mixed = Objects.requireNonNull(mixed, "mixed");
    }

    /** The rows that were sent since the file was known to be unchanged. */
    public RowRange mixed() {
        return mixed;
    }
}
