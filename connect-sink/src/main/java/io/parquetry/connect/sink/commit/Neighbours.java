package io.parquetry.connect.sink.commit;

import io.parquetry.connect.common.ledger.OffsetSet;
import java.util.Objects;

/**
 * Which offsets around those of a file are in other files.
 *
 * @param previous the largest before the first one of the file; -1 where there is none
 * @param others those between the first and the last one, as far as they were handled
 * @param absent those between them that no file holds
 * @param areCertain whether all between them were handled, so that none of the others may turn out to be bad
 */
public record Neighbours(long previous, OffsetSet others, OffsetSet absent, boolean areCertain) {
    public Neighbours {
        Objects.requireNonNull(others, "others");
        Objects.requireNonNull(absent, "absent");
    }
}
