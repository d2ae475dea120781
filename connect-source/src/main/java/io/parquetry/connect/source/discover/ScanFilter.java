package io.parquetry.connect.source.discover;

import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.source.config.DiscoverySettings;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;

/**
 * Which files are read and which directories are listed. Temporary files and files that were moved aside never are,
 * whatever the user includes.
 */
final class ScanFilter {
    private final DiscoverySettings settings;
    private final Set<String> movedAside;

    /** @param movedAside the directories that finished and bad files are moved to */
    ScanFilter(DiscoverySettings settings, Set<String> movedAside) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.movedAside = Set.copyOf(movedAside);
    }

    /** Whether a listed file is read. */
    boolean reads(StoredFile file) {
        return mayRead(file.path());
    }

    /**
     * Whether a file of this path may be read: by its path alone, which {@link #reads} asks first. A file that this
     * connector has renamed was read, whatever size and time it has now.
     */
    boolean mayRead(String path) {
        String name = StoragePath.name(path);
        return !isHidden(name)
                && !name.endsWith(".tmp")
                && !name.endsWith("._COPYING_")
                && settings.include().stream().anyMatch(glob -> glob.matches(path))
                && settings.exclude().stream().noneMatch(glob -> glob.matches(path));
    }

    /** Whether a directory is listed. */
    boolean enters(String directory) {
        return !isHidden(StoragePath.name(directory))
                && !movedAside.contains(directory)
                && settings.include().stream().anyMatch(glob -> glob.mayMatchBelow(directory))
                && settings.exclude().stream().noneMatch(glob -> glob.matchesAllBelow(directory));
    }

    /** Whether a file, or a directory that ends in a slash, would be read or listed if a path could have its name. */
    boolean wouldRead(String path) {
        return Arrays.stream(path.split("/")).noneMatch(ScanFilter::isHidden)
                && movedAside.stream().noneMatch(directory -> path.startsWith(directory + "/"))
                && (path.endsWith("/") ? enters(path.substring(0, path.length() - 1)) : mayRead(path));
    }

    private static boolean isHidden(String name) {
        return name.startsWith("_") || name.startsWith(".");
    }
}
