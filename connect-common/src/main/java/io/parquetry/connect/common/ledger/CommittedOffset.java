package io.parquetry.connect.common.ledger;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * The position up to which the sink has committed a topic-partition: every offset below {@code nextOffset} of this
 * generation, and every offset of earlier generations, is in a published file or will never be in one.
 *
 * @param generation how often the position was altered by a user
 * @param last the largest offset below {@code nextOffset} that was in a published file of this generation; -1 when
 *     there is none, empty when that is not known
 * @param published offsets at or above {@code nextOffset} that are in published files
 */
public record CommittedOffset(int generation, long nextOffset, OptionalLong last, OffsetSet published) {
    public CommittedOffset {
        Objects.requireNonNull(published, "published");
        Objects.requireNonNull(last, "last");
    }

    /** A position of which the last offset in a file is not known. */
    public CommittedOffset(int generation, long nextOffset) {
        this(generation, nextOffset, OptionalLong.empty(), OffsetSet.from(nextOffset));
    }
}
