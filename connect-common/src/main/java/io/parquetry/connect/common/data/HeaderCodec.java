package io.parquetry.connect.common.data;

import io.parquetry.connect.common.schema.DecimalForm;
import io.parquetry.connect.common.schema.SchemaJson;
import io.parquetry.connect.common.schema.ValueJson;
import io.parquetry.format.InvalidRecordException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Header;

/**
 * Headers as two columns: the schema as JSON text, and the value as bytes. Reading gives an equal header. Text is
 * its UTF-8 and bytes are themselves; any other value is its JSON ({@link ValueJson}). A null value is null, a header
 * without schema has none.
 *
 * <p>Schemas are few and values many, so both directions cache the last schemas. For one thread at a time.
 */
final class HeaderCodec {
    private static final int SCHEMAS_MAX = 256;

    private final Map<Schema, String> texts = new IdentityHashMap<>();
    private final Map<String, Schema> schemas = new HashMap<>();

    /** The header's schema as text, or null for a header without schema. */
    String schemaText(Header header) {
        Schema schema = header.schema();
        if (schema == null) {
            return null;
        }
        String text = texts.get(schema);
        if (text == null) {
            text = ValueJson.text(inHeader(header, () -> SchemaJson.write(schema)));
            if (texts.size() == SCHEMAS_MAX) {
                texts.clear();
            }
            texts.put(schema, text);
        }
        return text;
    }

    /** The header's value as bytes, or null when it is null. */
    byte[] valueBytes(Header header) {
        Object value = header.value();
        Schema schema = header.schema();
        if (value == null) {
            return null;
        }
        if (isRaw(schema)) {
            if (value instanceof byte[] || value instanceof ByteBuffer) {
                return LeafAccesses.bytes(value);
            } else if (value instanceof String text) {
                return utf8(header, text);
            }
        }
        return utf8(header, ValueJson.text(inHeader(header, () -> ValueJson.write(schema, value))));
    }

    private static boolean isRaw(Schema schema) {
        return schema != null
                && (schema.type() == Schema.Type.STRING
                        || schema.type() == Schema.Type.BYTES && !DecimalForm.isDecimal(schema));
    }

    private static byte[] utf8(Header header, String text) {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            return LeafAccesses.bytes(bytes);
        } catch (CharacterCodingException e) {
            throw new InvalidRecordException(
                    "the header '" + header.key() + "' holds text with an unpaired surrogate, which has no UTF-8 form");
        }
    }

    private static <T> T inHeader(Header header, Supplier<T> work) {
        try {
            return work.get();
        } catch (DataException e) {
            throw new InvalidRecordException("the header '" + header.key() + "': " + e.getMessage());
        }
    }

    /**
     * Reads a header's schema and value.
     *
     * @param schemaText null for a header without schema
     * @param bytes null for a null value
     * @throws DataException when the two do not fit
     */
    SchemaAndValue read(String schemaText, byte[] bytes) {
        Schema schema = schemaText == null ? null : schema(schemaText);
        if (bytes == null) {
            return new SchemaAndValue(schema, null);
        }
        if (isRaw(schema)) {
            return new SchemaAndValue(
                    schema, schema.type() == Schema.Type.STRING ? new String(bytes, StandardCharsets.UTF_8) : bytes);
        }
        String json = new String(bytes, StandardCharsets.UTF_8);
        return new SchemaAndValue(schema, ValueJson.read(schema, ValueJson.parse(json)));
    }

    private Schema schema(String text) {
        Schema schema = schemas.get(text);
        if (schema == null) {
            schema = SchemaJson.read(ValueJson.parse(text));
            if (schemas.size() == SCHEMAS_MAX) {
                schemas.clear();
            }
            schemas.put(text, schema);
        }
        return schema;
    }
}
