package io.parquetry.connect.common.access;

import io.parquetry.connect.common.hadoop.HadoopSettings;
import java.util.Objects;

/**
 * Where the storage is, and how to reach it.
 *
 * @param hadoop what is only of interest where the URL's file system is one of Hadoop's
 * @param blockBytesLeast what a reader takes as a whole and should lie in one block of such a file system; 0 for whatever
 *     the file system finds good
 */
public record StorageSettings(String url, HadoopSettings hadoop, long blockBytesLeast) {
    public StorageSettings {
        Objects.requireNonNull(url, "url");
        Objects.requireNonNull(hadoop, "hadoop");
    }

    /** Nothing but the URL. */
    public static StorageSettings of(String url) {
        return new StorageSettings(url, HadoopSettings.DEFAULT, 0);
    }

    /** The same for files that are read in parts of about this many bytes; an eighth more is left for what goes with them. */
    public StorageSettings withBlocksFor(long bytes) {
        return new StorageSettings(url, hadoop, bytes + bytes / 8);
    }
}
