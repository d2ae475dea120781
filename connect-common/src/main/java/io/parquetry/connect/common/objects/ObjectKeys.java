package io.parquetry.connect.common.objects;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.access.StorageAccess;
import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** The keys of all object stores. The keys of each store define them, so they are defined once for several stores. */
public final class ObjectKeys implements KeyGroup<ObjectKeys.Settings> {
    public static final String STAGING_DIR = "staging.dir";
    public static final String STAGING_BYTES = "staging.bytes";
    public static final String PREFLIGHT = "storage.preflight";

    private static final String FULL = "full";
    private static final String SKIP = "skip";

    private final StorageAccess access;

    /**
     * Where files are until they are uploaded, and whether a store is tested.
     *
     * @param stagingDirectory empty for the temporary directory of the worker
     * @param stagingBytesMax of all tasks; empty for half of what is free on the disk
     * @param isProbed whether a store that will be written is tested with objects of its own
     */
    public record Settings(Optional<Path> stagingDirectory, OptionalLong stagingBytesMax, boolean isProbed) {}

    /** @param access who only reads has no keys that only concern writing */
    public ObjectKeys(StorageAccess access) {
        this.access = Objects.requireNonNull(access, "access");
    }

    @Override
    public void define(ConfigDef keys) {
        if (keys.names().contains(PREFLIGHT)) {
            return;
        }
        new KeyBuilder.Group(keys, "Object stores")
                .key(PREFLIGHT, STRING, "Test before writing")
                .defaultsTo(FULL)
                .must(Checks.oneOf(List.of(FULL, SKIP)))
                .importance(LOW)
                .says("Whether an object store is tested before a connector writes to it: " + FULL
                        + " creates, completes and deletes small objects below _parquetry, which proves that"
                        + " exactly-once delivery is possible; " + SKIP
                        + " trusts the store, where the role may not delete objects.");
        if (access == StorageAccess.WRITE) {
            staging(new KeyBuilder.Group(keys, "Object stores, for files that are written"));
        }
    }

    private static void staging(KeyBuilder.Group group) {
        group.text(STAGING_DIR, "Directory of files before their upload")
                .must(Checks.absolutePath())
                .width(Width.LONG)
                .says("Directory of the local disk on every worker where files are until they are uploaded; empty for"
                        + " the temporary directory of the worker. What a killed worker leaves there is deleted by"
                        + " the next one.");
        group.key(STAGING_BYTES, LONG, "Bytes of files before their upload")
                .defaultsTo(0L)
                .must(ConfigDef.Range.atLeast(0))
                .says("From how many bytes in the files of all tasks of a worker a task closes and uploads its files"
                        + " early; 0 for half of what is free on the disk when a task writes its first file. The"
                        + " smallest value of all tasks counts.");
    }

    /**
     * The key of a store for tags of data files, {@link ObjectTags}.
     *
     * @param more what the store does with them, a sentence
     */
    public static void defineTags(KeyBuilder.Group group, String key, String more) {
        String names = String.join(", ", ObjectTags.NAMES);
        group.key(key, LIST, "Tags")
                .defaultsTo(List.of())
                .must(Checks.list(names, ObjectTags::new))
                .importance(LOW)
                .says("Tags of data files, of " + names + "; offsets gives first.offset and last.offset. " + more);
    }

    @Override
    public Settings read(ConfigValues values) {
        boolean isProbed = values.text(PREFLIGHT).equals(FULL);
        if (access == StorageAccess.READ) {
            return new Settings(Optional.empty(), OptionalLong.empty(), isProbed);
        }
        long bytesMax = values.number(STAGING_BYTES);
        return new Settings(
                values.nonEmptyText(STAGING_DIR).map(Path::of),
                bytesMax == 0 ? OptionalLong.empty() : OptionalLong.of(bytesMax),
                isProbed);
    }
}
