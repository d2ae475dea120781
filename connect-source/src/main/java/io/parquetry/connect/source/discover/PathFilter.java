package io.parquetry.connect.source.discover;

import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.source.config.FindSettings;
import java.util.Objects;
import java.util.Set;

/** Which paths are read. Files in progress never are, nor those that were moved away, whatever the user includes. */
final class PathFilter {
    private final FindSettings settings;
    private final Set<String> aside;

    /** @param aside the directories into which files are moved */
    PathFilter(FindSettings settings, Set<String> aside) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.aside = Set.copyOf(aside);
    }

    boolean reads(String path) {
        String name = StoragePath.name(path);
        return !isHidden(name)
                && !name.endsWith(".tmp")
                && !name.endsWith("._COPYING_")
                && settings.include().stream().anyMatch(glob -> glob.matches(path))
                && settings.exclude().stream().noneMatch(glob -> glob.matches(path));
    }

    /** Whether to look into a directory. */
    boolean enters(String directory) {
        return !isHidden(StoragePath.name(directory))
                && !aside.contains(directory)
                && settings.include().stream().anyMatch(glob -> glob.mayMatchBelow(directory))
                && settings.exclude().stream().noneMatch(glob -> glob.matchesAllBelow(directory));
    }

    private static boolean isHidden(String name) {
        return name.startsWith("_") || name.startsWith(".");
    }
}
