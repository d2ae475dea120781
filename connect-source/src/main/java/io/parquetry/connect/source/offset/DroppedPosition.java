package io.parquetry.connect.source.offset;

import java.util.Objects;

/**
 * The position of a file that was deleted or moved. Connect drops a position only beside a record, so a record carries
 * it in place of its own position: one that is followed by another record of its file, whose position says more.
 *
 * @param partition of the file
 * @param retry called when the record was not sent
 */
public record DroppedPosition(SourcePartition partition, Runnable retry) {
    public DroppedPosition {
        Objects.requireNonNull(partition, "partition");
        Objects.requireNonNull(retry, "retry");
    }
}
