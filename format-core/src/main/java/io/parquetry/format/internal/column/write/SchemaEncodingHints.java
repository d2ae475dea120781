package io.parquetry.format.internal.column.write;

import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The encoding hints of the columns of several schemas. One thread at a time. */
public final class SchemaEncodingHints {
    /** Beyond this number of columns all hints are dropped: a few chunks decide again. */
    private static final int COLUMNS_MAX = 20_000;

    private final Map<MessageType, List<ColumnHints>> bySchema = new HashMap<>();
    private int columns;

    /** One hint for each leaf column of the schema, in schema order; the same ones for equal schemas. */
    List<ColumnHints> of(MessageType schema) {
        List<ColumnHints> known = bySchema.get(schema);
        return known != null ? known : add(schema);
    }

    private List<ColumnHints> add(MessageType schema) {
        List<LeafColumn> leaves = schema.leaves();
        if (columns + leaves.size() > COLUMNS_MAX) {
            bySchema.clear();
            columns = 0;
        }
        List<ColumnHints> hints = leaves.stream().map(leaf -> new ColumnHints()).toList();
        bySchema.put(schema, hints);
        columns += leaves.size();
        return hints;
    }
}
