package io.parquetry.connect.common.ledger;

import java.util.Collections;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The position up to which the sink has committed a topic-partition: every offset below {@code nextOffset} of this
 * generation, and every offset of earlier generations, is in a published file or will never be in one.
 *
 * @param generation how often the position was altered by a user
 * @param last the largest offset below {@code nextOffset} that was in a published file of this generation; -1 when
 *     there is none, empty when that is not known
 * @param published offsets at or above {@code nextOffset} that are in published files
 * @param ends for earlier generations the largest offset that a file of them holds, where that is known
 */
public record CommittedOffset(
        int generation, long nextOffset, OptionalLong last, OffsetSet published, SortedMap<Integer, Long> ends) {
    public CommittedOffset {
        ends = Collections.unmodifiableSortedMap(new TreeMap<>(ends));
        Objects.requireNonNull(published, "published");
        Objects.requireNonNull(last, "last");
    }

    /** A position of which the last offset in a file is not known. */
    public CommittedOffset(int generation, long nextOffset) {
        this(generation, nextOffset, OptionalLong.empty(), OffsetSet.from(nextOffset), new TreeMap<>());
    }
}
