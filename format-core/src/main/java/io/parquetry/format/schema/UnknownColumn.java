package io.parquetry.format.schema;

import io.parquetry.format.UsageException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

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
        String names = names(there, field -> ColumnPath.of(field.name()).toString());
        return new UsageException("there is no column " + path + "; " + group + (names.isEmpty() ? "" : " ") + names);
    }

    /** The names of all, or of the first and how many more there are. */
    static <T> String names(List<T> all, Function<T, String> name) {
        String shown = all.stream().limit(NAMES_SHOWN_MAX).map(name).collect(Collectors.joining(", "));
        int more = all.size() - NAMES_SHOWN_MAX;
        return shown + (more > 0 ? " and " + more + " more" : "");
    }
}
