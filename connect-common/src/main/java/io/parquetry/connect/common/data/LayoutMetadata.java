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
 * The key-value metadata {@link #KEY} of a file: the arguments of its {@link RecordLayout}, from which the same layout
 * can be made again.
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
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("version", VERSION);
        json.put("recordMetadata", metadata.text());
        json.put("decimalPrecision", decimalPrecision);
        json.set("key", keySchema.map(SchemaJson::write).orElse(null));
        json.set("value", valueSchema.map(SchemaJson::write).orElse(null));
        return ValueJson.text(json);
    }

    /** @throws DataException when the text is no such note, or one of a later version */
    static LayoutMetadata read(String text) {
        JsonNode json = ValueJson.parse(text);
        int version = json.path("version").asInt();
        if (version != VERSION) {
            throw new DataException(
                    "its version is " + json.path("version") + " and this connector knows version " + VERSION);
        }
        String metadata = json.path("recordMetadata").asText();
        int precision = json.path("decimalPrecision").asInt();
        if (precision < 1 || precision > DecimalForm.PRECISION_MAX) {
            throw new DataException("its decimalPrecision is " + json.path("decimalPrecision") + "; it must be 1 to "
                    + DecimalForm.PRECISION_MAX);
        }
        return new LayoutMetadata(
                RecordMetadata.parse(metadata)
                        .orElseThrow(() -> new DataException("its recordMetadata is '" + metadata
                                + "'; it must be one of " + RecordMetadata.texts())),
                precision,
                schema(json.path("key")),
                schema(json.path("value")));
    }

    private static Optional<Schema> schema(JsonNode json) {
        return json.isNull() ? Optional.empty() : Optional.of(SchemaJson.read(json));
    }
}
