package io.parquetry.format.schema;

import java.util.List;

/**
 * A leaf of the schema tree, which is a column of the file.
 *
 * @param ordinal position among the leaves, depth first, which is also its position in every row group
 * @param path names from the root's child down to the leaf
 * @param type the leaf field
 * @param maxRepetitionLevel number of repeated fields on the path
 * @param maxDefinitionLevel number of optional and repeated fields on the path
 */
public record LeafColumn(
        int ordinal, List<String> path, PrimitiveType type, int maxRepetitionLevel, int maxDefinitionLevel) {
    public LeafColumn {
        path = List.copyOf(path);
    }

    /** The path joined with dots, for messages and maps. */
    public String dottedPath() {
        return String.join(".", path);
    }
}
