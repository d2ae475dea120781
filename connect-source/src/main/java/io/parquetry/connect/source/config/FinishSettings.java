package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.config.ChoiceWithTarget;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.StoragePath;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * What happens to a file after all its rows were sent.
 *
 * @param finishedDirectory with {@link OnFinish#MOVE}, the directory that the file is moved to
 * @param toleratesErrors whether Connect drops records that it cannot convert or send, so that a record that was sent
 *     may never arrive
 */
public record FinishSettings(OnFinish onFinish, Optional<String> finishedDirectory, boolean toleratesErrors) {
    public static final String ON_FINISH = "on.finish";

    /** Connect's key for what happens to records that it cannot convert or send. */
    private static final String ERRORS_TOLERANCE = "errors.tolerance";

    public FinishSettings {
        Objects.requireNonNull(onFinish, "onFinish");
        Objects.requireNonNull(finishedDirectory, "finishedDirectory");
    }

    /** What happens to a file after all its rows were sent. */
    public enum OnFinish {
        /** It stays. */
        KEEP,
        /** It is deleted. */
        DELETE,
        /** It is moved to another directory of the same storage. */
        MOVE
    }

    static final class Keys implements KeyGroup<FinishSettings> {
        private static final ChoiceWithTarget<OnFinish> ON_FINISH_VALUES =
                new ChoiceWithTarget<>(OnFinish.class, OnFinish.MOVE, "DIRECTORY", Keys::requireDirectory);

        @Override
        public void define(ConfigDef keys) {
            KeyBuilder.Group group = new KeyBuilder.Group(keys, "Finished files");
            group.key(ON_FINISH, STRING, "On finish")
                    .defaultsTo(ON_FINISH_VALUES.name(OnFinish.KEEP))
                    .must(ON_FINISH_VALUES)
                    .width(Width.SHORT)
                    .says("What happens to a file when this connector has sent all its rows and their offsets are"
                            + " committed: keep, delete, or move it to a directory below storage.url, as in"
                            + " move:finished, with its old path. That directory is not scanned while this key names"
                            + " it; later, exclude it. An existing file is not overwritten; the moved file gets a"
                            + " number after its name. Any other file stays; the log names it. Not together with"
                            + " filter, columns, a range of times or offsets, or errors.tolerance=all.");
        }

        @Override
        public Map<String, String> removed() {
            return Map.of("finished.dir", "write " + ON_FINISH + "=move:DIRECTORY");
        }

        @Override
        public void check(ConfigValues values, Faults faults) {
            String url = values.text(StorageKeys.STORAGE_URL);
            OnFinish onFinish = onFinish(values);
            if (onFinish != OnFinish.KEEP && Storages.isReadOnly(url)) {
                faults.add(ON_FINISH, readOnlyReason(url) + "; choose " + ON_FINISH_VALUES.name(OnFinish.KEEP));
            }
            if (onFinish != OnFinish.KEEP && toleratesErrors(values)) {
                faults.add(
                        ERRORS_TOLERANCE,
                        "with " + ON_FINISH + "=" + ON_FINISH_VALUES.name(onFinish)
                                + ", Connect would drop records that it cannot convert or send, and their files would"
                                + " be gone; choose none, or " + ON_FINISH + "="
                                + ON_FINISH_VALUES.name(OnFinish.KEEP));
            }
            directory(values).ifPresent(directory -> checkNotRead(values, directory, ON_FINISH, faults));
        }

        /** Connect answers a record that it tolerates to lose as one that a transformation dropped. */
        private static boolean toleratesErrors(ConfigValues values) {
            return "all".equalsIgnoreCase(values.ofConnect(ERRORS_TOLERANCE));
        }

        @Override
        public FinishSettings read(ConfigValues values) {
            return new FinishSettings(onFinish(values), directory(values), toleratesErrors(values));
        }

        /** A directory that files are moved to is not scanned, so nothing may be read only from there. */
        static void checkNotRead(ConfigValues values, String directory, String key, Faults faults) {
            boolean hidesAll = values.list(DiscoverySettings.PATH_INCLUDE).stream()
                    .map(Glob::of)
                    .allMatch(glob -> glob.matchesOnlyBelow(directory));
            if (hidesAll) {
                faults.add(
                        key,
                        "holds all that " + DiscoverySettings.PATH_INCLUDE
                                + " matches, and moved files are not read; choose a directory outside of it");
            }
        }

        static OnFinish onFinish(ConfigValues values) {
            return ON_FINISH_VALUES.choice(values.text(ON_FINISH));
        }

        /** Where finished files go. */
        static Optional<String> directory(ConfigValues values) {
            return ON_FINISH_VALUES.target(values.text(ON_FINISH));
        }

        /** Why files of a storage can be neither moved nor deleted. */
        static String readOnlyReason(String url) {
            return url + " is only read from: its storage cannot rename a file in one step";
        }

        static void requireDirectory(String path) {
            StoragePath.requireDirectory(path);
            if (path.equals(LedgerDirectory.ROOT) || path.startsWith(LedgerDirectory.ROOT + "/")) {
                throw new IllegalArgumentException(
                        LedgerDirectory.ROOT + " belongs to the sink; choose another directory");
            }
        }
    }
}
