package io.parquetry.connect.sink.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import io.parquetry.connect.sink.config.RotationSettings.OnClose;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** When a file ends. */
final class RotationKeys implements KeyGroup<RotationSettings> {
    static final String FLUSH_SIZE = "flush.size";
    static final String FILE_SIZE_BYTES = "file.size.bytes";
    static final String ROTATE_MAX_AGE_MS = "rotate.max.age.ms";
    static final String ROTATE_IDLE_MS = "rotate.idle.ms";
    static final String ROTATE_INTERVAL_MS = "rotate.interval.ms";
    static final String ROTATE_SCHEDULE_INTERVAL_MS = "rotate.schedule.interval.ms";
    static final String MAX_OPEN_PATHS = "max.open.paths";
    static final String ON_CLOSE = "on.close";

    private static final EnumValues<OnClose> CLOSES =
            new EnumValues<OnClose>().with("commit", OnClose.COMMIT).with("discard", OnClose.DISCARD);

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
        group.key(ROTATE_IDLE_MS, LONG, "Idle time of a file")
                .defaultsTo(0L)
                .must(atLeast(0))
                .importance(MEDIUM)
                .says("A file ends this many milliseconds after its last record was written, by the clock on the wall."
                        + " 0: there is no such limit.");
        group.key(ROTATE_INTERVAL_MS, LONG, "Time span of a file")
                .defaultsTo(0L)
                .must(atLeast(-1))
                .importance(MEDIUM)
                .says(
                        "A file ends before a record of its path whose time, as timestamp.extractor gives it, lies this many"
                                + " milliseconds or more after that of the file's first record. A record that is late ends"
                                + " nothing, and no other path's file ends. 0 or -1: there is no such limit.");
        group.key(ROTATE_SCHEDULE_INTERVAL_MS, LONG, "Schedule of files")
                .defaultsTo(0L)
                .must(between(-1, 86_400_000))
                .importance(MEDIUM)
                .says(
                        "Files end whenever the clock of timezone shows a multiple of this many milliseconds since midnight,"
                                + " and at midnight, also when no more records come: 3600000 is every full hour. 0 or -1: there"
                                + " is no schedule.");
        group.key(MAX_OPEN_PATHS, INT, "Open paths")
                .defaultsTo(1_000)
                .must(between(1, 1_000_000))
                .importance(LOW)
                .width(Width.SHORT)
                .says(
                        "Files that a task has open at the same time, at least one for each of its partitions; a path has as"
                                + " many as there are kinds of records that cannot share a file. When a record needs one more, the"
                                + " one that was written least recently ends, and a warning says which part of the path makes so"
                                + " many.");
        group.key(ON_CLOSE, STRING, "On close")
                .defaultsTo("commit")
                .must(CLOSES)
                .importance(LOW)
                .width(Width.SHORT)
                .says(
                        "What becomes of open files when a partition is given back, in a rebalance or when the task stops."
                                + " commit: they end and are committed. discard: they are deleted, and their records are read"
                                + " again by the partition's next owner, which makes fewer small files.");
    }

    @Override
    public void check(Values values, Faults faults) {
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
                    "no file would ever end: set " + FLUSH_SIZE + ", " + FILE_SIZE_BYTES + ", " + ROTATE_MAX_AGE_MS
                            + " or another limit of files to more than 0");
        }
    }

    @Override
    public RotationSettings read(Values values) {
        return new RotationSettings(
                values.number(FLUSH_SIZE),
                values.number(FILE_SIZE_BYTES),
                values.number(ROTATE_MAX_AGE_MS),
                values.number(ROTATE_IDLE_MS),
                Math.max(0, values.number(ROTATE_INTERVAL_MS)),
                Math.max(0, values.number(ROTATE_SCHEDULE_INTERVAL_MS)),
                values.integer(MAX_OPEN_PATHS),
                CLOSES.parse(values.text(ON_CLOSE)));
    }
}
