package io.parquetry.format.internal.column.write;

import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.MessageType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The encoding hints of the columns of several schemas. One thread at a time. */
public final class SchemaEncodingHints {
    /** Beyond this number of columns all hints are dropped: it costs a few trials to learn them again. */
    private static final int COLUMNS_MAX = 20_000;

    private final Map<MessageType, List<EncodingHint>> bySchema = new HashMap<>();
    private int columns;

    /** One hint for each leaf column of the schema, in schema order; the same ones for equal schemas. */
    List<EncodingHint> of(MessageType schema) {
        List<EncodingHint> known = bySchema.get(schema);
        return known != null ? known : add(schema);
    }

    private List<EncodingHint> add(MessageType schema) {
        List<LeafColumn> leaves = schema.leaves();
        if (columns + leaves.size() > COLUMNS_MAX) {
            bySchema.clear();
            columns = 0;
        }
        List<EncodingHint> hints =
                leaves.stream().map(leaf -> new EncodingHint()).toList();
        bySchema.put(schema, hints);
        columns += leaves.size();
        return hints;
    }
}
