package io.parquetry.connect.sink.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.schema.Timestamps;
import io.parquetry.connect.sink.partition.TimeBounds;

/** The keys of {@link TimeBounds}. */
final class TimeBoundKeys {
    static final String TIMESTAMP_EARLIEST = "timestamp.earliest";
    static final String TIMESTAMP_AHEAD_MAX_MS = "timestamp.ahead.max.ms";

    private static final long TEN_YEARS_MS = 3_650L * 86_400_000;

    private TimeBoundKeys() {}

    static void define(KeyBuilder.Group group) {
        group.key(TIMESTAMP_EARLIEST, STRING, "Earliest time")
                .defaultsTo("1970-01-01")
                .must(Checks.text("a date, or a time such as 2001-09-09T01:46:40Z", Timestamps::bound))
                .importance(LOW)
                .says("A record whose time, by timestamp.extractor, is before this date is a bad record, where its"
                        + " time is needed for its directory or for rotate.interval.ms. With record.metadata=kafka"
                        + " the record's own timestamp must be within these bounds, too.");
        group.key(TIMESTAMP_AHEAD_MAX_MS, LONG, "Latest time")
                .defaultsTo(TEN_YEARS_MS)
                .must(atLeast(0))
                .importance(LOW)
                .says("A record whose time is more than this many milliseconds ahead of the clock is a bad record in"
                        + " the same way.");
    }

    static TimeBounds read(ConfigValues values) {
        return new TimeBounds(Timestamps.bound(values.text(TIMESTAMP_EARLIEST)), values.number(TIMESTAMP_AHEAD_MAX_MS));
    }
}
