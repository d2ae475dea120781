package io.parquetry.cli.inspect;

import io.parquetry.cli.failure.CommandException;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.util.List;
import picocli.CommandLine.Option;

/** The option {@code --column}. */
final class ColumnsOption {
    @Option(
            names = {"-c", "--column"},
            paramLabel = "PATH",
            description = "Only this column, named by its dotted path; may be given more than once.")
    private List<String> paths = List.of();

    /** Whether the option is given once. */
    boolean isOne() {
        return paths.size() == 1;
    }

    /** The leaf columns that the option names, in its order; all columns when none is named. */
    List<LeafColumn> of(FileLocation file, MessageType schema) {
        return paths.isEmpty()
                ? schema.leaves()
                : paths.stream().map(path -> leaf(file, schema, path)).toList();
    }

    private static LeafColumn leaf(FileLocation file, MessageType schema, String path) {
        if (schema.leaves().stream().noneMatch(leaf -> leaf.dottedPath().equals(path))) {
            throw new CommandException(file + ": has no column " + path + "; its columns are " + schema.columnNames());
        }
        return schema.leaf(path);
    }
}
