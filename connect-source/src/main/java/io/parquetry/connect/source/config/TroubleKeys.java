package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import io.parquetry.connect.common.retry.RetryKeys;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** What is done with files that are not as they should be, and with a storage that fails. */
public final class TroubleKeys implements KeyGroup<TroubleSettings> {
    public static final String INCOMPLETE_FILE_TIMEOUT_MS = "incomplete.file.timeout.ms";
    public static final String ON_CHANGED_FILE = "on.changed.file";

    private static final long YEAR_MS = 365 * 86_400_000L;

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Trouble");
        group.key(INCOMPLETE_FILE_TIMEOUT_MS, LONG, "Incomplete file timeout (ms)")
                .defaultsTo(600_000L)
                .must(between(0, YEAR_MS))
                .importance(LOW)
                .width(Width.SHORT)
                .says("How long a file may stay as it is without the end of a Parquet file before the task fails"
                        + " because of it.");
        group.key(ON_CHANGED_FILE, STRING, "On changed file")
                .defaultsTo(Words.word(OnChangedFile.FAIL))
                .must(Checks.oneOf(Words.words(OnChangedFile.values())))
                .width(Width.SHORT)
                .says("What to do when a file is no longer the one whose rows were sent: fail the task, restart the"
                        + " file from its first row, or ignore what it holds now.");
        RetryKeys.define(group, "getting any further");
    }

    @Override
    public void check(Values values, Faults faults) {
        RetryKeys.check(values, faults);
    }

    @Override
    public TroubleSettings read(Values values) {
        return new TroubleSettings(
                values.number(INCOMPLETE_FILE_TIMEOUT_MS),
                Words.constant(OnChangedFile.class, values.text(ON_CHANGED_FILE)),
                RetryKeys.read(values));
    }
}
