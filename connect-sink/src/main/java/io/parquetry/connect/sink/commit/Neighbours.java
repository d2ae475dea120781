package io.parquetry.connect.sink.commit;

import io.parquetry.connect.common.ledger.OffsetSet;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * What is known of the offsets around those of a file when it is closed. Files that are open then do not count: if
 * their owner is killed, their records are read again, and may have been compacted away.
 *
 * @param previous the largest before the first one of the file that a file holds; -1 where there is none, empty where
 *     an open file may hold a larger one
 * @param open the largest before the first one that an open file may hold; empty where {@code previous} is there, or
 *     nothing is known
 * @param others those between the first and the last one in files that are published, or closed to be published with
 *     this one at the latest
 * @param absent those between them that no file will hold
 * @param areComplete whether each one between them is in the file, or in one of the sets
 */
public record Neighbours(
        OptionalLong previous, OptionalLong open, OffsetSet others, OffsetSet absent, boolean areComplete) {
    public Neighbours {
        Objects.requireNonNull(previous, "previous");
        Objects.requireNonNull(open, "open");
        Objects.requireNonNull(others, "others");
        Objects.requireNonNull(absent, "absent");
    }
}
