package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.BOOLEAN;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import io.parquetry.connect.common.retry.RetryKeys;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** What is done with files that are not as they should be, and with a storage that fails. */
public final class FailureKeys implements KeyGroup<FailureSettings> {
    public static final String ON_BAD_FILE = "on.bad.file";
    public static final String QUARANTINE_DIR = "quarantine.dir";
    public static final String SALVAGE = "salvage";
    public static final String INCOMPLETE_FILE_TIMEOUT_MS = "incomplete.file.timeout.ms";
    public static final String ON_CHANGED_FILE = "on.changed.file";

    private static final long YEAR_MS = 365 * 86_400_000L;

    private static final EnumValues<OnBadFile> ON_BAD_FILE_VALUES = EnumValues.of(OnBadFile.class);
    private static final EnumValues<OnChangedFile> ON_CHANGED_FILE_VALUES = EnumValues.of(OnChangedFile.class);

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Trouble");
        group.key(ON_BAD_FILE, STRING, "On bad file")
                .defaultsTo(ON_BAD_FILE_VALUES.name(OnBadFile.FAIL))
                .must(ON_BAD_FILE_VALUES)
                .width(Width.SHORT)
                .says("What to do with a file that is corrupt, encrypted, or uses what this version cannot read. fail:"
                        + " the task fails, behind the rows before the damage. skip: the rest of the file is not sent,"
                        + " which the log says with the rows that are lost, and the file stays. quarantine: as with"
                        + " skip, and the file is moved to quarantine.dir with a report beside it. Trouble of the"
                        + " storage is never taken for a bad file; checksums of pages are always verified.");
        group.key(QUARANTINE_DIR, STRING, "Quarantine directory")
                .defaultsTo("")
                .must(Checks.text("a path inside the storage", FinishKeys::requireDirectory))
                .width(Width.LONG)
                .says("With on.bad.file=quarantine: the directory, as a path below storage.url, under which a bad file"
                        + " gets the path that it had, and beside it a report of the same name with .json behind it:"
                        + " what is wrong where, which rows were sent and which are lost. It is not scanned, and nothing"
                        + " in it is overwritten.");
        group.key(SALVAGE, BOOLEAN, "Salvage")
                .defaultsTo(false)
                .must(Checks.flag())
                .says("With on.bad.file=skip or quarantine: whether all row groups of a bad file that are whole are"
                        + " sent, those behind the damage too. Every file is then read twice, first to see which row"
                        + " groups are whole.");
        group.key(INCOMPLETE_FILE_TIMEOUT_MS, LONG, "Incomplete file timeout (ms)")
                .defaultsTo(600_000L)
                .must(between(0, YEAR_MS))
                .importance(LOW)
                .width(Width.SHORT)
                .says("How long a file may stay as it is without the end of a Parquet file before it counts"
                        + " as a bad file.");
        group.key(ON_CHANGED_FILE, STRING, "On changed file")
                .defaultsTo(ON_CHANGED_FILE_VALUES.name(OnChangedFile.FAIL))
                .must(ON_CHANGED_FILE_VALUES)
                .width(Width.SHORT)
                .says("What to do when a file is no longer the one whose rows were sent: fail the task, restart the"
                        + " file from its first row, or ignore what it holds now.");
        RetryKeys.define(group, "getting any further");
    }

    @Override
    public void check(Values values, Faults faults) {
        OnBadFile onBadFile = ON_BAD_FILE_VALUES.parse(values.text(ON_BAD_FILE));
        String url = values.text(StorageKeys.STORAGE_URL);
        if (onBadFile == OnBadFile.QUARANTINE && Storages.isReadOnly(url)) {
            faults.add(
                    ON_BAD_FILE, FinishKeys.cannotBeChanged(url) + "choose " + ON_BAD_FILE_VALUES.name(OnBadFile.SKIP));
        }
        checkQuarantine(values, onBadFile, faults);
        if (onBadFile == OnBadFile.FAIL && values.flag(SALVAGE)) {
            faults.add(
                    SALVAGE,
                    "has a meaning with " + ON_BAD_FILE + "=skip or quarantine only; set that, or leave this key out");
        }
        if (onBadFile == OnBadFile.SKIP && FinishKeys.onFinish(values) != OnFinish.KEEP) {
            faults.add(
                    ON_BAD_FILE,
                    "with " + FinishKeys.ON_FINISH + "=" + values.text(FinishKeys.ON_FINISH)
                            + ", a file that was skipped could not be told from"
                            + " one that was sent; choose quarantine, or " + FinishKeys.ON_FINISH + "=keep");
        }
        RetryKeys.check(values, faults);
    }

    private static void checkQuarantine(Values values, OnBadFile onBadFile, Faults faults) {
        String directory = values.text(QUARANTINE_DIR);
        boolean moves = onBadFile == OnBadFile.QUARANTINE;
        if (moves == directory.isEmpty()) {
            faults.add(
                    QUARANTINE_DIR,
                    moves
                            ? ON_BAD_FILE + "=quarantine needs the directory to move bad files to, such as quarantine"
                            : "has a meaning with " + ON_BAD_FILE
                                    + "=quarantine only; set that, or leave this key out");
        } else if (moves && directory.equals(values.text(FinishKeys.FINISHED_DIR))) {
            faults.add(
                    QUARANTINE_DIR, "is " + FinishKeys.FINISHED_DIR + ", too; bad files need a directory of their own");
        }
    }

    @Override
    public FailureSettings read(Values values) {
        return new FailureSettings(
                ON_BAD_FILE_VALUES.parse(values.text(ON_BAD_FILE)),
                Optional.of(values.text(QUARANTINE_DIR)).filter(path -> !path.isEmpty()),
                values.flag(SALVAGE),
                values.number(INCOMPLETE_FILE_TIMEOUT_MS),
                ON_CHANGED_FILE_VALUES.parse(values.text(ON_CHANGED_FILE)),
                RetryKeys.read(values));
    }
}
