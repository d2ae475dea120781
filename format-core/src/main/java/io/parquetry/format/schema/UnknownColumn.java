package io.parquetry.format.schema;

import io.parquetry.format.UsageException;
import java.util.List;
import java.util.Optional;

/** Makes the message for a path that leads to no column: how far it leads, and which names there are. */
final class UnknownColumn {
    private static final int NAMES_SHOWN_MAX = 50;

    private UnknownColumn() {}

    /**
     * The exception for an unknown path.
     *
     * @param depth number of leading names of the path that were found
     * @param there the fields among which the next name is missing
     */
    static UsageException of(MessageType schema, ColumnPath path, int depth, List<Type> there) {
        String dotted = String.join(".", path.names());
        Optional<LeafColumn> meant = schema.leaves().stream()
                .filter(leaf -> leaf.dottedPath().equals(dotted))
                .findFirst();
        if (meant.isPresent()) {
            return new UsageException("there is no column " + path + "; a name with a dot in it is put between quotes: "
                    + new ColumnPath(meant.get().path()));
        }
        String group = depth == 0
                ? "the columns are"
                : new ColumnPath(path.names().subList(0, depth)) + (there.isEmpty() ? " has no fields" : " has");
        String names = there.stream()
                .limit(NAMES_SHOWN_MAX)
                .map(field -> ColumnPath.of(field.name()).toString())
                .reduce((left, right) -> left + ", " + right)
                .map(list -> " " + list)
                .orElse("");
        int more = there.size() - NAMES_SHOWN_MAX;
        return new UsageException(
                "there is no column " + path + "; " + group + names + (more > 0 ? " and " + more + " more" : ""));
    }
}
