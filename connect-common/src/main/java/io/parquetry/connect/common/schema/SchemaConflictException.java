package io.parquetry.connect.common.schema;

import java.util.List;
import org.apache.kafka.connect.errors.DataException;

/** Two schemas have no union; the message names the field and its type in both. */
public final class SchemaConflictException extends DataException {
    private static final long serialVersionUID = 1L;

    SchemaConflictException(List<String> path, String reason) {
        super((path.isEmpty() ? "the schema " : "field " + String.join(".", path) + " ") + reason);
    }
}
