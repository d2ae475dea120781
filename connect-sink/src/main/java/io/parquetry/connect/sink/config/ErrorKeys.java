package io.parquetry.connect.sink.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;

import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** What happens when the storage or a record fails. */
final class ErrorKeys implements KeyGroup<ErrorSettings> {
    static final String RETRY_BACKOFF_MS = "retry.backoff.ms";

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Errors");
        group.key(RETRY_BACKOFF_MS, LONG, "Pause between retries")
                .defaultsTo(3_000L)
                .must(between(1, 3_600_000))
                .importance(LOW)
                .width(Width.SHORT)
                .says("Milliseconds to wait before the storage is tried again after it has failed.");
    }

    @Override
    public ErrorSettings read(Values values) {
        return new ErrorSettings(values.number(RETRY_BACKOFF_MS));
    }
}
