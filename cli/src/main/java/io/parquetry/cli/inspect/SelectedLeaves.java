package io.parquetry.cli.inspect;

import io.parquetry.cli.failure.CommandException;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.util.List;

/** The leaf columns that {@code --column} names. */
final class SelectedLeaves {
    private SelectedLeaves() {}

    /** The columns with these dotted paths, in their order; all columns when none is named. */
    static List<LeafColumn> of(FileLocation file, MessageType schema, List<String> paths) {
        return paths.isEmpty()
                ? schema.leaves()
                : paths.stream().map(path -> leaf(file, schema, path)).toList();
    }

    private static LeafColumn leaf(FileLocation file, MessageType schema, String path) {
        if (schema.leaves().stream().noneMatch(leaf -> leaf.dottedPath().equals(path))) {
            throw new CommandException(file + ": has no column " + path + "; its columns are "
                    + String.join(
                            ", ",
                            schema.leaves().stream().map(LeafColumn::dottedPath).toList()));
        }
        return schema.leaf(path);
    }
}
