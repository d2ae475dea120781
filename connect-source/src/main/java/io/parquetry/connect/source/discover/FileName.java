package io.parquetry.connect.source.discover;

import io.parquetry.connect.common.storage.StoragePath;
import java.util.regex.Pattern;

/** Which names are read. Those of files in progress never are, whatever the user's pattern says. */
final class FileName {
    private final Pattern pattern;

    FileName(Pattern pattern) {
        this.pattern = pattern;
    }

    boolean isRead(String path) {
        String name = StoragePath.name(path);
        return !isHidden(name)
                && !name.endsWith(".tmp")
                && pattern.matcher(name).matches();
    }

    /** Whether a directory is passed by with all that is in it. */
    static boolean isHiddenDirectory(String path) {
        return isHidden(StoragePath.name(path));
    }

    private static boolean isHidden(String name) {
        return name.startsWith("_") || name.startsWith(".");
    }
}
