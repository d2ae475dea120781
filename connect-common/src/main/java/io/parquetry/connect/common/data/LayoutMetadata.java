package io.parquetry.connect.common.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parquetry.connect.common.schema.DecimalForm;
import io.parquetry.connect.common.schema.SchemaJson;
import io.parquetry.connect.common.schema.ValueJson;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;

/**
 * What the footer keeps under {@link #KEY}: all that a {@link RecordLayout} was made from, so that the same layout can
 * be made again.
 *
 * <pre>
 * {"version": 1, "recordMetadata": "kafka", "decimalPrecision": 38, "key": schema or null, "value": schema or null}
 * </pre>
 */
record LayoutMetadata(
        RecordMetadata metadata, int decimalPrecision, Optional<Schema> keySchema, Optional<Schema> valueSchema) {
    static final String KEY = "parquetry.connect.schema";

    private static final int VERSION = 1;

    String write() {
        ObjectNode note = JsonNodeFactory.instance.objectNode();
        note.put("version", VERSION);
        note.put("recordMetadata", metadata.text());
        note.put("decimalPrecision", decimalPrecision);
        note.set("key", keySchema.map(SchemaJson::write).orElse(null));
        note.set("value", valueSchema.map(SchemaJson::write).orElse(null));
        return ValueJson.text(note);
    }

    /** @throws DataException when the text is no such note, or one of a later version */
    static LayoutMetadata read(String text) {
        JsonNode note = ValueJson.parse(text);
        int version = note.path("version").asInt();
        if (version != VERSION) {
            throw new DataException(
                    "its version is " + note.path("version") + " and this connector knows version " + VERSION);
        }
        String metadata = note.path("recordMetadata").asText();
        int precision = note.path("decimalPrecision").asInt();
        if (precision < 1 || precision > DecimalForm.PRECISION_MAX) {
            throw new DataException("its decimalPrecision is " + note.path("decimalPrecision") + "; it must be 1 to "
                    + DecimalForm.PRECISION_MAX);
        }
        return new LayoutMetadata(
                RecordMetadata.parse(metadata)
                        .orElseThrow(() -> new DataException("its recordMetadata is '" + metadata
                                + "'; it must be one of " + RecordMetadata.texts())),
                precision,
                schema(note.path("key")),
                schema(note.path("value")));
    }

    private static Optional<Schema> schema(JsonNode json) {
        return json.isNull() ? Optional.empty() : Optional.of(SchemaJson.read(json));
    }
}
