package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * What a row is sent as.
 *
 * @param rows for rows that are sent as new records
 * @param restore for rows that are restored to their original records
 */
public record SendSettings(SendMode mode, RowSettings rows, RestoreSettings restore) {
    public static final String MODE = "mode";

    public SendSettings {
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(rows, "rows");
        Objects.requireNonNull(restore, "restore");
    }

    /** What a row is sent as. */
    public enum SendMode {
        /** The original record where the file has Kafka metadata, otherwise a new record. */
        AUTO,
        /** The original record. */
        RESTORE,
        /** A new record, even where the file has Kafka metadata. */
        ROWS
    }

    static final class Keys implements KeyGroup<SendSettings> {
        private static final EnumValues<SendMode> MODES = EnumValues.of(SendMode.class);
        private static final RowSettings.Keys ROWS = new RowSettings.Keys();
        private static final RestoreSettings.Keys RESTORE = new RestoreSettings.Keys();

        @Override
        public void define(ConfigDef keys) {
            KeyBuilder.Group group = new KeyBuilder.Group(keys, "Sending");
            group.key(MODE, STRING, "Mode")
                    .defaultsTo(MODES.name(SendMode.AUTO))
                    .must(MODES)
                    .importance(HIGH)
                    .width(Width.SHORT)
                    .says("What a row is sent as. restore: the original record with its topic, partition,"
                            + " key, timestamp and headers, which the Parquetry sink stores with"
                            + " record.metadata=kafka; any other file fails the task. rows: a new record whose"
                            + " value is the row, or in files with record.metadata=kafka the value in the row."
                            + " auto: restore for files that can be restored, rows for all others.");
            ROWS.define(keys);
            RESTORE.define(keys);
        }

        @Override
        public void check(Values values, Faults faults) {
            SendMode mode = mode(values);
            if (mode == SendMode.RESTORE) {
                refuse(RowSettings.Keys.ALL, values, faults, mode, SendMode.ROWS);
            } else if (mode == SendMode.ROWS) {
                refuse(RestoreSettings.Keys.ALL, values, faults, mode, SendMode.RESTORE);
                if (values.text(RowSettings.TOPIC).isEmpty()) {
                    faults.add(RowSettings.TOPIC, MODE + "=rows needs a topic for the rows");
                }
            }
            ROWS.check(values, faults);
            RESTORE.check(values, faults);
        }

        private static void refuse(List<String> keys, Values values, Faults faults, SendMode mode, SendMode other) {
            for (String key : keys) {
                if (values.isGiven(key)) {
                    faults.add(
                            key,
                            "has no effect with " + MODE + "=" + MODES.name(mode) + "; set " + MODE + " to "
                                    + MODES.name(other) + " or " + MODES.name(SendMode.AUTO)
                                    + ", or remove this key");
                }
            }
        }

        @Override
        public SendSettings read(Values values) {
            return new SendSettings(mode(values), ROWS.read(values), RESTORE.read(values));
        }

        static SendMode mode(Values values) {
            return MODES.parse(values.text(MODE));
        }
    }
}
