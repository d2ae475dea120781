package io.parquetry.connect.source.config;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * Which records are wanted by the timestamps and offsets that they had in Kafka: from a bound on, which is included, to
 * another, which is not.
 *
 * @param fromMs milliseconds since 1970, as {@code toMs}
 */
public record RecordRange(OptionalLong fromMs, OptionalLong toMs, OffsetBounds fromOffset, OffsetBounds toOffset) {
    /** All records. */
    public static final RecordRange ALL =
            new RecordRange(OptionalLong.empty(), OptionalLong.empty(), OffsetBounds.NONE, OffsetBounds.NONE);

    public RecordRange {
        Objects.requireNonNull(fromMs, "fromMs");
        Objects.requireNonNull(toMs, "toMs");
        Objects.requireNonNull(fromOffset, "fromOffset");
        Objects.requireNonNull(toOffset, "toOffset");
    }
}
