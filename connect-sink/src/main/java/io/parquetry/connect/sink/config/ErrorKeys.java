package io.parquetry.connect.sink.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import io.parquetry.connect.common.retry.RetryKeys;
import io.parquetry.connect.sink.config.ErrorSettings.NullValues;
import io.parquetry.connect.sink.config.ErrorSettings.OnBadRecord;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** What happens when the storage or a record fails. */
final class ErrorKeys implements KeyGroup<ErrorSettings> {
    static final String ON_BAD_RECORD = "on.bad.record";
    static final String BEHAVIOR_ON_NULL_VALUES = "behavior.on.null.values";

    private static final EnumValues<OnBadRecord> BAD_RECORDS = new EnumValues<OnBadRecord>()
            .with("report", OnBadRecord.REPORT)
            .with("skip", OnBadRecord.SKIP)
            .with("fail", OnBadRecord.FAIL);
    private static final EnumValues<NullValues> NULL_VALUES = new EnumValues<NullValues>()
            .with("ignore", NullValues.IGNORE)
            .with("write", NullValues.WRITE)
            .with("fail", NullValues.FAIL);

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Errors");
        group.key(ON_BAD_RECORD, STRING, "Bad records")
                .defaultsTo("report")
                .must(BAD_RECORDS)
                .importance(MEDIUM)
                .width(Width.SHORT)
                .says("What becomes of a record that cannot be stored. report: it goes to the dead letter queue where"
                        + " errors.tolerance is all, and ends the task where it is not. skip: it is counted and logged,"
                        + " and lost. fail: it ends the task.");
        group.key(BEHAVIOR_ON_NULL_VALUES, STRING, "Null values")
                .defaultsTo("write")
                .must(NULL_VALUES)
                .importance(MEDIUM)
                .width(Width.SHORT)
                .says(
                        "What becomes of a record whose value is null, as a tombstone's is. write: it is stored if the file"
                                + " has a place for it, as with record.metadata=kafka, and is a bad record if not. ignore: it is"
                                + " counted and not stored. fail: it is a bad record.");
        RetryKeys.define(group, "a commit");
    }

    @Override
    public void check(Values values, Faults faults) {
        RetryKeys.check(values, faults);
    }

    @Override
    public ErrorSettings read(Values values) {
        return new ErrorSettings(
                RetryKeys.read(values),
                BAD_RECORDS.parse(values.text(ON_BAD_RECORD)),
                NULL_VALUES.parse(values.text(BEHAVIOR_ON_NULL_VALUES)));
    }
}
