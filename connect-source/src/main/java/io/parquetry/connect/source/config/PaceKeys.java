package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.DOUBLE;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;

import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** How fast records are sent. */
public final class PaceKeys implements KeyGroup<PaceSettings> {
    public static final String RECORDS_PER_SECOND = "records.per.second";
    public static final String BYTES_PER_SECOND = "bytes.per.second";
    public static final String REPLAY_SPEED = "replay.speed";

    private static final long RATE_MAX = 1_000_000_000_000L;

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Pace");
        group.key(RECORDS_PER_SECOND, LONG, "Records per second")
                .defaultsTo(0L)
                .must(between(0, RATE_MAX))
                .width(Width.SHORT)
                .says(
                        "Most records that the connector sends in a second, on average; 0 for no limit. Each task has an equal"
                                + " share, whether the others use theirs or not. After a pause, what a second allows at most goes at"
                                + " once.");
        group.key(BYTES_PER_SECOND, LONG, "Bytes per second")
                .defaultsTo(0L)
                .must(between(0, RATE_MAX))
                .width(Width.SHORT)
                .says(
                        "Most bytes of keys, values and headers, counted as for batch.max.bytes, that the connector sends in a"
                                + " second, on average; 0 for no limit. It is shared among the tasks as records.per.second is. A"
                                + " record that is larger than that goes, and the next one waits for as long as it takes.");
        group.key(REPLAY_SPEED, DOUBLE, "Speed of the replay")
                .defaultsTo(0.0)
                .must(between(0, 1_000_000))
                .width(Width.SHORT)
                .says(
                        "How many times as fast as they came once records are sent: 1 for the original pace, 60 for an hour in"
                                + " a minute, 0 for as fast as they go. By the stored timestamps of records that come back, and by"
                                + " timestamp.column of rows; a record without timestamp goes at once. Each task begins with its"
                                + " first record.");
    }

    @Override
    public void check(Values values, Faults faults) {
        boolean rows = SendKeys.mode(values) == SendMode.ROWS;
        if (rows
                && values.decimal(REPLAY_SPEED) > 0
                && values.text(RowKeys.TIMESTAMP_COLUMN).isEmpty()) {
            faults.add(
                    REPLAY_SPEED,
                    "with " + SendKeys.MODE + "=rows needs " + RowKeys.TIMESTAMP_COLUMN
                            + ", to know when the rows came");
        }
    }

    @Override
    public PaceSettings read(Values values) {
        return new PaceSettings(
                values.number(RECORDS_PER_SECOND), values.number(BYTES_PER_SECOND), values.decimal(REPLAY_SPEED));
    }
}
