package io.parquetry.connect.source.tracking;

import io.parquetry.connect.source.offset.DroppedPosition;
import io.parquetry.connect.source.offset.SourcePartition;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

/**
 * The names of files that this task has deleted or moved, because it had sent them whole. The position that Connect has
 * under such a name is that of a file that is gone: what comes under the name is a new file, also one with the same
 * content. Connect drops such positions with records that come later.
 */
final class FreedNames {
    /** The oldest names are forgotten. */
    private static final int NAMES_MAX = 10_000;

    private final Set<String> paths = new LinkedHashSet<>();

    /**
     * Names with a position that is to be dropped. The worker's threads add those whose record was not sent. That may
     * be after the name was forgotten or freed again: then it is passed over, or its position dropped twice, which does
     * no harm.
     */
    private final Queue<String> positions = new ConcurrentLinkedQueue<>();

    /** @param hasPosition whether Connect has a position of the file, not only of its stream */
    void add(String path, boolean hasPosition) {
        boolean isFreedAgain = paths.remove(path);
        paths.add(path);
        if (paths.size() > NAMES_MAX) {
            remove(paths.iterator().next());
        }
        if (hasPosition) {
            if (isFreedAgain) {
                positions.remove(path);
            }
            positions.add(path);
        }
    }

    /** Notes that the position under the name is that of a file that is there, or forgets the name. */
    void remove(String path) {
        if (paths.remove(path)) {
            // Where each file has one row, no record carries a position, and nobody asks for one.
            positions.remove(path);
        }
    }

    /** The number of positions that are to be dropped, for tests. */
    int positionCount() {
        return positions.size();
    }

    boolean has(String path) {
        return paths.contains(path);
    }

    /** Whether positions may have to be dropped; asked for each record. */
    boolean hasPositions() {
        return !positions.isEmpty();
    }

    /**
     * A position that is to be dropped, if there is one.
     *
     * @param isReplaced whether rows of a new file were sent under the name, whose position has replaced it
     */
    Optional<DroppedPosition> nextPosition(Predicate<String> isReplaced) {
        for (String path = positions.poll(); path != null; path = positions.poll()) {
            if (paths.contains(path) && !isReplaced.test(path)) {
                String again = path;
                return Optional.of(new DroppedPosition(new SourcePartition.OfFile(path), () -> positions.add(again)));
            }
        }
        return Optional.empty();
    }
}
