package io.parquetry.cli.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.variant.VariantEncoder;
import io.parquetry.format.variant.VariantMetadata;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * A variant that prints as the same JSON. Whole numbers are integers of the fewest bytes, numbers with a point are
 * decimals that keep every digit, and numbers with an exponent or more than 38 digits are doubles. Dates, times and
 * binary values are text in JSON and stay text.
 */
final class JsonVariant {
    private static final int DIGITS_MAX = 38;

    private final byte[] metadata;
    private final byte[] value;

    private JsonVariant(byte[] metadata, byte[] value) {
        this.metadata = metadata;
        this.value = value;
    }

    /** The fields of an unshredded variant group. */
    Map<String, Object> parts() {
        return Map.of("metadata", metadata, "value", value);
    }

    static JsonVariant read(LineParser at) throws IOException {
        String text = at.rawValue();
        TreeSet<String> names = new TreeSet<>();
        try (JsonParser parser = LineParser.of(text)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.FIELD_NAME) {
                    names.add(parser.currentName());
                }
            }
        }
        byte[] metadata = VariantEncoder.ofMetadata(names);
        try (JsonParser parser = LineParser.of(text)) {
            parser.nextToken();
            return new JsonVariant(metadata, value(parser, VariantMetadata.parse(metadata)));
        }
    }

    private static byte[] value(JsonParser at, VariantMetadata names) throws IOException {
        return switch (at.currentToken()) {
            case START_OBJECT -> object(at, names);
            case START_ARRAY -> array(at, names);
            case VALUE_STRING -> {
                byte[] utf8 = at.getText().getBytes(StandardCharsets.UTF_8);
                yield VariantEncoder.ofString(utf8, 0, utf8.length);
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(at);
            case VALUE_TRUE, VALUE_FALSE -> VariantEncoder.ofBoolean(at.currentToken() == JsonToken.VALUE_TRUE);
            case VALUE_NULL -> VariantEncoder.ofNull();
            default -> throw new IllegalStateException("no value begins with " + at.currentToken());
        };
    }

    private static byte[] object(JsonParser at, VariantMetadata names) throws IOException {
        Map<String, byte[]> fields = new LinkedHashMap<>();
        while (at.nextToken() == JsonToken.FIELD_NAME) {
            String name = at.currentName();
            at.nextToken();
            if (fields.put(name, value(at, names)) != null) {
                throw new InvalidRecordException("the field is there twice").inField(name);
            }
        }
        return VariantEncoder.ofObject(fields, names);
    }

    private static byte[] array(JsonParser at, VariantMetadata names) throws IOException {
        List<byte[]> elements = new ArrayList<>();
        while (at.nextToken() != JsonToken.END_ARRAY) {
            elements.add(value(at, names));
        }
        return VariantEncoder.ofArray(elements);
    }

    private static byte[] number(JsonParser at) throws IOException {
        String text = at.getText();
        boolean exponent = text.indexOf('e') >= 0 || text.indexOf('E') >= 0;
        if (!exponent && text.length() <= DIGITS_MAX + 2) {
            BigDecimal exact = new BigDecimal(text);
            BigInteger unscaled = exact.unscaledValue();
            if (exact.scale() == 0 && unscaled.bitLength() < Long.SIZE) {
                return VariantEncoder.ofInt(unscaled.longValue(), bitWidth(unscaled));
            }
            if (exact.precision() <= DIGITS_MAX && exact.scale() <= DIGITS_MAX) {
                return decimal(exact);
            }
        }
        return VariantEncoder.ofDouble(Double.parseDouble(text));
    }

    private static int bitWidth(BigInteger value) {
        int bits = value.bitLength() + 1;
        return bits <= 8 ? 8 : bits <= 16 ? 16 : bits <= 32 ? 32 : 64;
    }

    private static byte[] decimal(BigDecimal value) {
        return value.precision() <= 9
                ? VariantEncoder.ofDecimal4(value.unscaledValue().intValueExact(), value.scale())
                : value.precision() <= 18
                        ? VariantEncoder.ofDecimal8(value.unscaledValue().longValueExact(), value.scale())
                        : VariantEncoder.ofDecimal16(value.unscaledValue(), value.scale());
    }
}
