package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.EnumValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.StoragePath;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** What becomes of files that were sent. */
public final class FinishKeys implements KeyGroup<FinishSettings> {
    public static final String ON_FINISH = "on.finish";
    public static final String FINISHED_DIR = "finished.dir";

    private static final EnumValues<OnFinish> ON_FINISH_VALUES = EnumValues.of(OnFinish.class);

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Finished files");
        group.key(ON_FINISH, STRING, "On finish")
                .defaultsTo(ON_FINISH_VALUES.name(OnFinish.KEEP))
                .must(ON_FINISH_VALUES)
                .width(Width.SHORT)
                .says("What becomes of a file when all its rows were sent and the position that says so is committed:"
                        + " keep, delete, or move it to finished.dir. Files of 0 bytes always stay: they may be about"
                        + " to be written.");
        group.key(FINISHED_DIR, STRING, "Directory of finished files")
                .defaultsTo("")
                .must(Checks.text("a path inside the storage", FinishKeys::requireDirectory))
                .width(Width.LONG)
                .says(
                        "With on.finish=move: the directory, as a path below storage.url, under which a finished file gets"
                                + " the path that it had. It is not scanned. A file that has the path there already is not"
                                + " overwritten; the new one gets a number behind its name.");
    }

    @Override
    public void check(Values values, Faults faults) {
        String url = values.text(StorageKeys.STORAGE_URL);
        OnFinish onFinish = onFinish(values);
        if (onFinish != OnFinish.KEEP && Storages.isReadOnly(url)) {
            faults.add(ON_FINISH, cannotBeChanged(url) + "choose " + ON_FINISH_VALUES.name(OnFinish.KEEP));
        }
        boolean moves = onFinish == OnFinish.MOVE;
        if (moves == values.text(FINISHED_DIR).isEmpty()) {
            faults.add(
                    FINISHED_DIR,
                    moves
                            ? ON_FINISH + "=move needs the directory to move files to, such as finished"
                            : "has a meaning with " + ON_FINISH + "=move only; set that, or leave this key out");
        }
    }

    @Override
    public FinishSettings read(Values values) {
        return new FinishSettings(
                onFinish(values), Optional.of(values.text(FINISHED_DIR)).filter(path -> !path.isEmpty()));
    }

    static OnFinish onFinish(Values values) {
        return ON_FINISH_VALUES.parse(values.text(ON_FINISH));
    }

    /** Why files of a storage stay where they are. */
    static String cannotBeChanged(String url) {
        return url + " is a storage that is only read from: files there cannot get a name in one step; ";
    }

    static void requireDirectory(String path) {
        StoragePath.requireDirectory(path);
        if (path.equals(LedgerDirectory.ROOT) || path.startsWith(LedgerDirectory.ROOT + "/")) {
            throw new IllegalArgumentException(LedgerDirectory.ROOT + " belongs to the sink; choose another directory");
        }
    }
}
