package io.parquetry.format.internal.thrift;

import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.util.ArrayList;
import java.util.List;

/** Gives the column chunks of a file with several fields of one name the paths under which their columns are read. */
final class PathsInFile {
    private PathsInFile() {}

    static List<RowGroupMetadata> replaced(List<RowGroupMetadata> rowGroups, MessageType schema) {
        if (schema.namesInFile().isEmpty()) {
            return rowGroups;
        }
        List<List<String>> inFile =
                schema.leaves().stream().map(leaf -> pathInFile(schema, leaf)).toList();
        return rowGroups.stream()
                .map(rowGroup -> replaced(rowGroup, schema, inFile))
                .toList();
    }

    /** A chunk with another path than that of its column is left as it is, and refused later. */
    private static RowGroupMetadata replaced(RowGroupMetadata rowGroup, MessageType schema, List<List<String>> inFile) {
        List<ColumnChunkMetadata> chunks = new ArrayList<>(rowGroup.columns());
        for (LeafColumn leaf : schema.leaves()) {
            if (leaf.ordinal() < chunks.size()) {
                ColumnChunkMetadata chunk = chunks.get(leaf.ordinal());
                if (chunk.path().equals(inFile.get(leaf.ordinal()))) {
                    chunks.set(
                            leaf.ordinal(), chunk.toBuilder().path(leaf.path()).build());
                }
            }
        }
        return rowGroup.toBuilder().columns(chunks).build();
    }

    private static List<String> pathInFile(MessageType schema, LeafColumn leaf) {
        List<String> path = new ArrayList<>(leaf.path());
        for (int depth = 1; depth <= path.size(); depth++) {
            String name = schema.namesInFile().get(leaf.path().subList(0, depth));
            if (name != null) {
                path.set(depth - 1, name);
            }
        }
        return path;
    }
}
