package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** What becomes of a row: the mode, and the keys of either mode. */
public final class SendKeys implements KeyGroup<SendSettings> {
    public static final String MODE = "mode";

    private static final RowKeys ROWS = new RowKeys();
    private static final RestoreKeys RESTORE = new RestoreKeys();

    private static final EnumValues<SendMode> MODES = EnumValues.of(SendMode.class);

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Sending");
        group.key(MODE, STRING, "Mode")
                .defaultsTo(MODES.name(SendMode.AUTO))
                .must(MODES)
                .importance(HIGH)
                .width(Width.SHORT)
                .says("What a row is sent as. restore: the record that it was, with its topic, partition, key,"
                        + " timestamp and headers, which files know that the Parquetry sink wrote with"
                        + " record.metadata=kafka; any other file fails the task. rows: a record of its own, whose value"
                        + " is the row, or in files with record.metadata=kafka the value in the row. auto: restore for"
                        + " files that can be restored, rows for all others.");
        ROWS.define(keys);
        RESTORE.define(keys);
    }

    @Override
    public void check(Values values, Faults faults) {
        SendMode mode = mode(values);
        if (mode == SendMode.RESTORE) {
            refuse(RowKeys.ALL, values, faults, mode, SendMode.ROWS);
        } else if (mode == SendMode.ROWS) {
            refuse(RestoreKeys.ALL, values, faults, mode, SendMode.RESTORE);
            if (values.text(RowKeys.TOPIC).isEmpty()) {
                faults.add(RowKeys.TOPIC, MODE + "=rows needs the topic that the rows go to");
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
                        "has no meaning with " + MODE + "=" + MODES.name(mode) + "; set " + MODE + " to "
                                + MODES.name(other) + " or " + MODES.name(SendMode.AUTO)
                                + ", or leave this key out");
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
