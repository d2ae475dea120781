package io.parquetry.cli.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigInteger;
import java.util.List;

/**
 * Writes the records of {@link JsonRecordBuilder}, one per line. Null fields are written, so every line has every
 * field.
 */
public final class JsonLines implements AutoCloseable {
    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
            .build();

    private final JsonGenerator json;
    private final PrintWriter out;

    public JsonLines(PrintWriter out) throws IOException {
        this.out = out;
        this.json = JSON.createGenerator(out).setRootValueSeparator(null);
    }

    public void write(Object record) throws IOException {
        value(record);
        json.flush();
        out.println();
    }

    public void write(JsonRow row) throws IOException {
        write(row.toStruct());
    }

    /** The JSON text of a value of {@link LeafText}. */
    public static String leaf(Object value) {
        return value instanceof String text
                ? '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"'
                : String.valueOf(value);
    }

    private void value(Object value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof String text) {
            json.writeString(text);
        } else if (value instanceof JsonRecordBuilder.Struct struct) {
            struct(struct);
        } else if (value instanceof List<?> list) {
            list(list);
        } else if (value instanceof JsonRecordBuilder.Entries entries) {
            entries(entries);
        } else if (value instanceof RawJson raw) {
            json.writeRawValue(raw.text());
        } else if (value instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else {
            number((Number) value);
        }
    }

    private void struct(JsonRecordBuilder.Struct struct) throws IOException {
        json.writeStartObject();
        for (int i = 0; i < struct.values().length; i++) {
            json.writeFieldName(struct.names().get(i));
            value(struct.values()[i]);
        }
        json.writeEndObject();
    }

    private void list(List<?> list) throws IOException {
        json.writeStartArray();
        for (Object element : list) {
            value(element);
        }
        json.writeEndArray();
    }

    private void entries(JsonRecordBuilder.Entries map) throws IOException {
        if (map.keyed()) {
            json.writeStartObject();
            for (int i = 0; i < map.keys().size(); i++) {
                json.writeFieldName((String) map.keys().get(i));
                value(map.values().get(i));
            }
            json.writeEndObject();
        } else {
            json.writeStartArray();
            for (int i = 0; i < map.keys().size(); i++) {
                json.writeStartObject();
                json.writeFieldName("key");
                value(map.keys().get(i));
                json.writeFieldName("value");
                value(map.values().get(i));
                json.writeEndObject();
            }
            json.writeEndArray();
        }
    }

    private void number(Number number) throws IOException {
        if (number instanceof Integer value) {
            json.writeNumber(value);
        } else if (number instanceof Long value) {
            json.writeNumber(value);
        } else if (number instanceof Float value) {
            json.writeNumber(value);
        } else if (number instanceof Double value) {
            json.writeNumber(value);
        } else {
            json.writeNumber((BigInteger) number);
        }
    }

    @Override
    public void close() throws IOException {
        json.close();
    }
}
