package io.parquetry.connect.sink.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * When a file is closed; 0 switches a limit off.
 *
 * @param records number of records
 * @param bytes length of the file
 * @param ageMs time since its first record was written
 * @param idleMs time since its last record was written
 * @param spanMs span of the times of its records
 * @param scheduleMs files are closed at multiples of this on the clock of the time zone
 * @param openPathsMax files that a task has open at the same time
 */
public record RotationSettings(
        long records,
        long bytes,
        long ageMs,
        long idleMs,
        long spanMs,
        long scheduleMs,
        int openPathsMax,
        OnClose onClose) {
    static final String FLUSH_SIZE = "flush.size";
    static final String FILE_SIZE_BYTES = "file.size.bytes";
    static final String ROTATE_MAX_AGE_MS = "rotate.max.age.ms";
    static final String ROTATE_IDLE_MS = "rotate.idle.ms";
    static final String ROTATE_INTERVAL_MS = "rotate.interval.ms";
    static final String ROTATE_SCHEDULE_INTERVAL_MS = "rotate.schedule.interval.ms";
    static final String MAX_OPEN_PATHS = "max.open.paths";
    static final String ON_CLOSE = "on.close";

    /** What happens to records that are not committed when a partition is given back. */
    public enum OnClose {
        /** They are committed. */
        COMMIT,
        /** They are left for the next owner to read again. */
        DISCARD
    }

    public RotationSettings {
        Objects.requireNonNull(onClose, "onClose");
    }

    static final class Keys implements KeyGroup<RotationSettings> {
        private static final EnumValues<OnClose> ON_CLOSE_VALUES = EnumValues.of(OnClose.class);

        @Override
        public void define(ConfigDef keys) {
            KeyBuilder.Group group = new KeyBuilder.Group(keys, "Rotation");
            group.key(FLUSH_SIZE, LONG, "Records per file")
                    .defaultsTo(0L)
                    .must(atLeast(0))
                    .importance(HIGH)
                    .says("A file is closed when it has this many records. 0: no such limit.");
            group.key(FILE_SIZE_BYTES, LONG, "Bytes per file")
                    .defaultsTo(128L << 20)
                    .must(atLeast(0))
                    .importance(HIGH)
                    .says("A file is closed when it has this many bytes, compressed and with its footer. 0: no such"
                            + " limit.");
            group.key(ROTATE_MAX_AGE_MS, LONG, "Age of a file")
                    .defaultsTo(600_000L)
                    .must(atLeast(0))
                    .importance(HIGH)
                    .says("A file is closed this many milliseconds after its first record was written, also when no"
                            + " more records come. 0: no such limit.");
            group.key(ROTATE_IDLE_MS, LONG, "Idle time of a file")
                    .defaultsTo(0L)
                    .must(atLeast(0))
                    .importance(MEDIUM)
                    .says("A file is closed this many milliseconds after its last record was written. 0: no such"
                            + " limit.");
            group.key(ROTATE_INTERVAL_MS, LONG, "Time span of a file")
                    .defaultsTo(0L)
                    .must(atLeast(-1))
                    .importance(MEDIUM)
                    .says("A file is closed before a record of its path whose time, by timestamp.extractor, is this"
                            + " many milliseconds or more after the time of the file's first record. A late record"
                            + " closes no file. 0 or -1: no such limit.");
            group.key(ROTATE_SCHEDULE_INTERVAL_MS, LONG, "Schedule of files")
                    .defaultsTo(0L)
                    .must(between(-1, 86_400_000))
                    .importance(MEDIUM)
                    .says("All files are closed at midnight by timezone, which must be set, and at each multiple of"
                            + " this many milliseconds since midnight, also when no more records come: 3600000 is"
                            + " every full hour. 0 or -1: no schedule.");
            group.key(MAX_OPEN_PATHS, INT, "Open paths")
                    .defaultsTo(1_000)
                    .must(between(1, 1_000_000))
                    .importance(LOW)
                    .width(Width.SHORT)
                    .says("Files that a task has open at the same time, at least one for each of its partitions; a"
                            + " path has one for each kind of records that cannot share a file. When a record needs"
                            + " one more, the file that was written least recently is closed, and a warning names the"
                            + " placeholder with the most values.");
            group.key(ON_CLOSE, STRING, "On close")
                    .defaultsTo(ON_CLOSE_VALUES.name(OnClose.COMMIT))
                    .must(ON_CLOSE_VALUES)
                    .importance(LOW)
                    .width(Width.SHORT)
                    .says("What happens to open files when a partition is given back, in a rebalance or when the task"
                            + " stops. commit: they are closed and committed. discard: they are deleted, and the next"
                            + " owner reads their records again, which makes fewer small files.");
        }

        @Override
        public void check(ConfigValues values, Faults faults) {
            if (Stream.of(
                            FLUSH_SIZE,
                            FILE_SIZE_BYTES,
                            ROTATE_MAX_AGE_MS,
                            ROTATE_IDLE_MS,
                            ROTATE_INTERVAL_MS,
                            ROTATE_SCHEDULE_INTERVAL_MS)
                    .allMatch(key -> values.number(key) <= 0)) {
                faults.add(
                        ROTATE_MAX_AGE_MS,
                        "no file would ever be closed: set " + FLUSH_SIZE + ", " + FILE_SIZE_BYTES + ", "
                                + ROTATE_MAX_AGE_MS + " or another limit of files to more than 0");
            }
        }

        @Override
        public RotationSettings read(ConfigValues values) {
            return new RotationSettings(
                    values.number(FLUSH_SIZE),
                    values.number(FILE_SIZE_BYTES),
                    values.number(ROTATE_MAX_AGE_MS),
                    values.number(ROTATE_IDLE_MS),
                    Math.max(0, values.number(ROTATE_INTERVAL_MS)),
                    Math.max(0, values.number(ROTATE_SCHEDULE_INTERVAL_MS)),
                    values.integer(MAX_OPEN_PATHS),
                    ON_CLOSE_VALUES.parse(values.text(ON_CLOSE)));
        }
    }
}
