package io.parquetry.connect.sink.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;

import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import org.apache.kafka.common.config.ConfigDef;

/** When a file ends. */
final class RotationKeys implements KeyGroup<RotationSettings> {
    static final String FLUSH_SIZE = "flush.size";
    static final String FILE_SIZE_BYTES = "file.size.bytes";
    static final String ROTATE_MAX_AGE_MS = "rotate.max.age.ms";

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Rotation");
        group.key(FLUSH_SIZE, LONG, "Records per file")
                .defaultsTo(0L)
                .must(atLeast(0))
                .importance(HIGH)
                .says("A file ends when it has this many records. 0: there is no such limit.");
        group.key(FILE_SIZE_BYTES, LONG, "Bytes per file")
                .defaultsTo(128L << 20)
                .must(atLeast(0))
                .importance(HIGH)
                .says(
                        "A file ends when it has this many bytes, compressed and with its footer. 0: there is no such limit.");
        group.key(ROTATE_MAX_AGE_MS, LONG, "Age of a file")
                .defaultsTo(600_000L)
                .must(atLeast(0))
                .importance(HIGH)
                .says("A file ends this many milliseconds after its first record was written, by the clock on the wall,"
                        + " also when no more records come. 0: there is no such limit.");
    }

    @Override
    public void check(Values values, Faults faults) {
        if (values.number(FLUSH_SIZE) == 0
                && values.number(FILE_SIZE_BYTES) == 0
                && values.number(ROTATE_MAX_AGE_MS) == 0) {
            faults.add(
                    ROTATE_MAX_AGE_MS,
                    "no file would ever end: set " + FLUSH_SIZE + ", " + FILE_SIZE_BYTES + " or " + ROTATE_MAX_AGE_MS
                            + " to more than 0");
        }
    }

    @Override
    public RotationSettings read(Values values) {
        return new RotationSettings(
                values.number(FLUSH_SIZE), values.number(FILE_SIZE_BYTES), values.number(ROTATE_MAX_AGE_MS));
    }
}
