package io.parquetry.connect.common.objects;

import io.parquetry.connect.common.storage.StoragePath;
import java.nio.charset.StandardCharsets;

/**
 * Where the files of a storage are in an object store: a path is the end of a key.
 *
 * @param url as it is shown, with a slash at its end
 * @param prefix of all keys, with a slash at its end; empty for the whole bucket or container
 * @param store as messages name it
 * @param keyBytesMax what a key may have in UTF-8
 */
public record ObjectRoot(String url, String prefix, String store, int keyBytesMax) {
    /** The key of a file. */
    public String key(String path) {
        String key = prefix + StoragePath.requireFile(path);
        int bytes = key.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > keyBytesMax) {
            throw new IllegalArgumentException("the key " + key + " has " + bytes + " bytes, where " + store
                    + " allows " + keyBytesMax + "; shorten the path");
        }
        return key;
    }

    /** What the keys of all files below a directory begin with. */
    public String keysBelow(String directory) {
        return prefix + (StoragePath.requireDirectory(directory).isEmpty() ? "" : directory + "/");
    }

    /** The path of a key below the prefix. */
    public String path(String key) {
        return key.substring(prefix.length());
    }

    @Override
    public String toString() {
        return url;
    }
}
