package io.parquetry.connect.sink.commit;

import io.parquetry.connect.common.ledger.OffsetSet;
import java.util.Objects;

/**
 * Which offsets around those of a file are in other files.
 *
 * @param previous the largest before the first one of the file; -1 where there is none
 * @param others those between the first and the last one
 * @param absent those between them that no file holds
 */
public record Neighbours(long previous, OffsetSet others, OffsetSet absent) {
    public Neighbours {
        Objects.requireNonNull(others, "others");
        Objects.requireNonNull(absent, "absent");
    }
}
