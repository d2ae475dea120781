package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;

import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** How much is read at once. */
public final class ReadKeys implements KeyGroup<ReadSettings> {
    public static final String BATCH_MAX_RECORDS = "batch.max.records";
    public static final String BATCH_MAX_BYTES = "batch.max.bytes";

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Reading");
        group.key(BATCH_MAX_RECORDS, INT, "Records in a batch")
                .defaultsTo(1_000)
                .must(between(1, 1_000_000))
                .importance(LOW)
                .width(Width.SHORT)
                .says("Most records that are given to the worker at once.");
        group.key(BATCH_MAX_BYTES, LONG, "Bytes in a batch")
                .defaultsTo(8L << 20)
                .must(between(1, 1L << 30))
                .importance(LOW)
                .width(Width.SHORT)
                .says("Most bytes of keys and values, about, that are given to the worker at once; one record always"
                        + " goes.");
    }

    @Override
    public ReadSettings read(Values values) {
        return new ReadSettings(values.integer(BATCH_MAX_RECORDS), values.number(BATCH_MAX_BYTES));
    }
}
