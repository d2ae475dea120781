package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.BOOLEAN;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.ChoiceWithTarget;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.retry.RetryKeys;
import io.parquetry.connect.source.config.FinishSettings.OnFinish;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * What happens to bad and changed files, and when the storage fails.
 *
 * @param quarantineDirectory with {@link OnBadFile#QUARANTINE}, the directory that bad files are moved to
 * @param salvages whether the intact row groups of a bad file are sent
 * @param missingOffsetsTimeoutMs with {@link OnMissingOffsets#WAIT}, how long a stream waits
 * @param retryTimeoutMs how long the storage may fail without progress
 */
public record FailureSettings(
        OnBadFile onBadFile,
        Optional<String> quarantineDirectory,
        boolean salvages,
        long incompleteFileTimeoutMs,
        OnChangedFile onChangedFile,
        OnMissingOffsets onMissingOffsets,
        long missingOffsetsTimeoutMs,
        BadRowSettings badRows,
        long retryTimeoutMs) {
    public static final String ON_BAD_FILE = "on.bad.file";
    public static final String SALVAGE = "salvage";
    public static final String INCOMPLETE_FILE_TIMEOUT_MS = "incomplete.file.timeout.ms";
    public static final String ON_CHANGED_FILE = "on.changed.file";
    public static final String ON_MISSING_OFFSETS = "on.missing.offsets";

    public FailureSettings {
        Objects.requireNonNull(onBadFile, "onBadFile");
        Objects.requireNonNull(quarantineDirectory, "quarantineDirectory");
        Objects.requireNonNull(onChangedFile, "onChangedFile");
        Objects.requireNonNull(onMissingOffsets, "onMissingOffsets");
        Objects.requireNonNull(badRows, "badRows");
    }

    /** What happens when a file cannot be read completely. */
    public enum OnBadFile {
        /** The task fails, so that a person decides. */
        FAIL,
        /** The rest of the file is not sent; the file stays. */
        SKIP,
        /** As skip, and the file is moved to the quarantine directory, with a report beside it. */
        QUARANTINE
    }

    /** What happens when a file is not the same whose rows were sent. */
    public enum OnChangedFile {
        /** The task fails, so that a person decides. */
        FAIL,
        /** The file is sent from its first row, like a new file. */
        RESTART,
        /** The rest of the file is not sent. */
        IGNORE
    }

    /** What happens when no file has offsets that the sink has written. */
    public enum OnMissingOffsets {
        /** Nothing behind them is sent for a time; then the task fails, so that a person decides. */
        WAIT,
        /** They are named and passed over. */
        WARN,
        /** The task fails when a second scan has not found them either. */
        FAIL
    }

    static final class Keys implements KeyGroup<FailureSettings> {
        private static final long YEAR_MS = 365 * 86_400_000L;

        private static final ChoiceWithTarget<OnBadFile> ON_BAD_FILE_VALUES = new ChoiceWithTarget<>(
                OnBadFile.class, OnBadFile.QUARANTINE, "DIRECTORY", FinishSettings.Keys::requireDirectory);
        private static final EnumValues<OnChangedFile> ON_CHANGED_FILE_VALUES = EnumValues.of(OnChangedFile.class);
        private static final ChoiceWithTarget<OnMissingOffsets> ON_MISSING_VALUES = ChoiceWithTarget.ofNumber(
                OnMissingOffsets.class, Set.of(OnMissingOffsets.WAIT), "MILLISECONDS", 0, YEAR_MS, 600_000);

        @Override
        public void define(ConfigDef keys) {
            KeyBuilder.Group group = new KeyBuilder.Group(keys, "Failures");
            group.key(ON_BAD_FILE, STRING, "On bad file")
                    .defaultsTo(ON_BAD_FILE_VALUES.name(OnBadFile.FAIL))
                    .must(ON_BAD_FILE_VALUES)
                    .width(Width.SHORT)
                    .says("What to do with a file that is corrupt, encrypted, or uses a feature that this version"
                            + " cannot read. fail: the task fails after it has sent the rows before the damage. skip:"
                            + " the rest of the file is not sent, and the log says which rows are lost. quarantine:"
                            + " as skip, and the file is moved to a directory below storage.url, as in"
                            + " quarantine:bad-files, with its old path and a report beside it. That directory is not"
                            + " scanned, and nothing in it is overwritten.");
            group.key(SALVAGE, BOOLEAN, "Salvage")
                    .defaultsTo(false)
                    .must(Checks.flag())
                    .says("With on.bad.file=skip or quarantine: whether all intact row groups of a bad file are sent,"
                            + " including those after the damage. Every file is then read twice.");
            group.key(INCOMPLETE_FILE_TIMEOUT_MS, LONG, "Incomplete file timeout (ms)")
                    .defaultsTo(600_000L)
                    .must(between(0, YEAR_MS))
                    .importance(LOW)
                    .width(Width.SHORT)
                    .says("How long a file without the end of a Parquet file may stay unchanged before it counts as a"
                            + " bad file.");
            group.key(ON_CHANGED_FILE, STRING, "On changed file")
                    .defaultsTo(ON_CHANGED_FILE_VALUES.name(OnChangedFile.FAIL))
                    .must(ON_CHANGED_FILE_VALUES)
                    .width(Width.SHORT)
                    .says("What to do when a file was changed or replaced after rows of it were sent: fail the task,"
                            + " restart the file from its first row, or ignore the rest of the file.");
            group.key(ON_MISSING_OFFSETS, STRING, "On missing offsets")
                    .defaultsTo(ON_MISSING_VALUES.name(OnMissingOffsets.WAIT))
                    .must(ON_MISSING_VALUES)
                    .width(Width.SHORT)
                    .says("What to do when the sink's files or ledger say that a file had offsets of a"
                            + " topic-partition, and no file has them: wait for ten minutes, or as many milliseconds as"
                            + " wait:3600000 says where an archive is still being copied, sending nothing behind"
                            + " them, and then fail the task, or go on if it is not certain that a file had them; warn"
                            + " and go on; or fail after the next scan. Offsets that were skipped are sent if a file"
                            + " brings them later.");
            BadRowSettings.define(group);
            RetryKeys.define(group, "any progress");
        }

        @Override
        public Map<String, String> removed() {
            Map<String, String> removed = new HashMap<>(RetryKeys.removed());
            removed.putAll(BadRowSettings.removed());
            removed.put("quarantine.dir", "write " + ON_BAD_FILE + "=quarantine:DIRECTORY");
            removed.put("missing.offsets.timeout.ms", "write it as in " + ON_MISSING_OFFSETS + "=wait:5000");
            removed.put("missing.partition.timeout.ms", "a producer may wait for a minute; remove the key");
            return removed;
        }

        @Override
        public void check(ConfigValues values, Faults faults) {
            OnBadFile onBadFile = ON_BAD_FILE_VALUES.choice(values.text(ON_BAD_FILE));
            String url = values.text(StorageKeys.STORAGE_URL);
            if (onBadFile == OnBadFile.QUARANTINE && Storages.isReadOnly(url)) {
                faults.add(
                        ON_BAD_FILE,
                        FinishSettings.Keys.readOnlyReason(url) + "; choose "
                                + ON_BAD_FILE_VALUES.name(OnBadFile.SKIP));
            }
            directory(values).ifPresent(directory -> checkQuarantine(values, directory, faults));
            if (onBadFile == OnBadFile.FAIL && values.flag(SALVAGE)) {
                faults.add(
                        SALVAGE,
                        "has an effect only with " + ON_BAD_FILE
                                + "=skip or quarantine; set one of them, or remove this key");
            }
            if (onBadFile == OnBadFile.SKIP && FinishSettings.Keys.onFinish(values) != OnFinish.KEEP) {
                faults.add(
                        ON_BAD_FILE,
                        "with " + FinishSettings.ON_FINISH + "=" + values.text(FinishSettings.ON_FINISH)
                                + ", a skipped file could not be told from a sent file; choose quarantine, or "
                                + FinishSettings.ON_FINISH + "=keep");
            }
            BadRowSettings.check(values, faults);
        }

        private static Optional<String> directory(ConfigValues values) {
            return ON_BAD_FILE_VALUES.target(values.text(ON_BAD_FILE));
        }

        private static void checkQuarantine(ConfigValues values, String directory, Faults faults) {
            if (FinishSettings.Keys.directory(values).equals(Optional.of(directory))) {
                faults.add(
                        ON_BAD_FILE,
                        "the directory is that of " + FinishSettings.ON_FINISH
                                + "; bad files need a directory of their own");
            } else {
                FinishSettings.Keys.checkNotRead(values, directory, ON_BAD_FILE, faults);
            }
        }

        @Override
        public FailureSettings read(ConfigValues values) {
            return new FailureSettings(
                    ON_BAD_FILE_VALUES.choice(values.text(ON_BAD_FILE)),
                    directory(values),
                    values.flag(SALVAGE),
                    values.number(INCOMPLETE_FILE_TIMEOUT_MS),
                    ON_CHANGED_FILE_VALUES.parse(values.text(ON_CHANGED_FILE)),
                    ON_MISSING_VALUES.choice(values.text(ON_MISSING_OFFSETS)),
                    ON_MISSING_VALUES.number(values.text(ON_MISSING_OFFSETS)),
                    BadRowSettings.read(values),
                    RetryKeys.read(values));
        }
    }
}
