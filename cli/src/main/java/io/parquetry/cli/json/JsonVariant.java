package io.parquetry.cli.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.variant.Variant;
import io.parquetry.format.variant.VariantBuilder;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.Set;

/**
 * Makes variants that print as the same JSON. Whole numbers are integers of the fewest bytes, numbers with a point are
 * decimals that keep every digit, and numbers with an exponent or more than 38 digits are doubles. Dates, times and
 * binary values are text in JSON and stay text. The connectors make variants of Java values instead ({@code
 * SchemalessVariant}), whose types they keep.
 */
final class JsonVariant {
    private static final int DIGITS_MAX = 38;

    private final VariantBuilder out = new VariantBuilder();

    /** @param at at the first token of the value; moved to its last token */
    Variant read(JsonParser at) throws IOException {
        out.reset();
        add(at);
        return out.finish();
    }

    private void add(JsonParser at) throws IOException {
        switch (at.currentToken()) {
            case START_OBJECT -> addObject(at);
            case START_ARRAY -> addArray(at);
            case VALUE_STRING -> out.addString(at.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> addNumber(at);
            case VALUE_TRUE, VALUE_FALSE -> out.addBoolean(at.currentToken() == JsonToken.VALUE_TRUE);
            case VALUE_NULL -> out.addNull();
            default -> throw new IllegalStateException("no value begins with " + at.currentToken());
        }
    }

    private void addObject(JsonParser at) throws IOException {
        Set<String> names = new HashSet<>();
        out.beginObject();
        while (at.nextToken() == JsonToken.FIELD_NAME) {
            String name = at.currentName();
            if (!names.add(name)) {
                throw new InvalidRecordException("the field is there twice").inField(name);
            }
            out.name(name);
            at.nextToken();
            add(at);
        }
        out.endObject();
    }

    private void addArray(JsonParser at) throws IOException {
        out.beginArray();
        while (at.nextToken() != JsonToken.END_ARRAY) {
            add(at);
        }
        out.endArray();
    }

    private void addNumber(JsonParser at) throws IOException {
        String text = at.getText();
        boolean exponent = text.indexOf('e') >= 0 || text.indexOf('E') >= 0;
        if (!exponent && text.length() <= DIGITS_MAX + 2) {
            BigDecimal exact = new BigDecimal(text);
            BigInteger unscaled = exact.unscaledValue();
            if (exact.scale() == 0 && unscaled.bitLength() < Long.SIZE) {
                addInteger(unscaled.longValue());
                return;
            }
            if (VariantBuilder.holds(exact)) {
                out.addDecimal(exact);
                return;
            }
        }
        double nearest = Double.parseDouble(text);
        LeafParser.requireFinite(at, nearest, Double.SIZE);
        out.addDouble(nearest);
    }

    private void addInteger(long value) {
        if (value == (byte) value) {
            out.addByte((byte) value);
        } else if (value == (short) value) {
            out.addShort((short) value);
        } else if (value == (int) value) {
            out.addInt((int) value);
        } else {
            out.addLong(value);
        }
    }
}
