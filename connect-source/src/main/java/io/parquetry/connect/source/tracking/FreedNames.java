package io.parquetry.connect.source.tracking;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The names of files that this task has deleted or moved, because it had sent them whole. The position that Connect has
 * under such a name is that of a file that is gone: what comes under the name is a new file, also one with the same
 * content.
 */
final class FreedNames {
    /** The oldest names are forgotten. */
    private static final int NAMES_MAX = 10_000;

    private final Set<String> paths = new LinkedHashSet<>();

    void add(String path) {
        paths.remove(path);
        paths.add(path);
        if (paths.size() > NAMES_MAX) {
            paths.remove(paths.iterator().next());
        }
    }

    /** Notes that the position under the name is that of a file that is there. */
    void remove(String path) {
        paths.remove(path);
    }

    boolean has(String path) {
        return paths.contains(path);
    }
}
