package io.parquetry.connect.common.data;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.parquetry.connect.common.schema.ValueJson;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.model.RecordWalker.LeafAccess;
import java.io.IOException;

/** Text of a JSON column. DuckDB refuses the whole file for one that is no JSON document. */
final class JsonAccess implements LeafAccess.OfText<String> {
    static final JsonAccess INSTANCE = new JsonAccess();

    private static final int SHOWN_MAX = 50;

    /** What is parsed is not kept, so its depth and length are no concern. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private JsonAccess() {}

    @Override
    public String textOf(String text) {
        boolean hasEscapes = text.contains("\\u");
        try (JsonParser parser = FACTORY.createParser(text)) {
            int depth = 0;
            int documents = 0;
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (depth == 0) {
                    documents++;
                }
                if (token.isStructStart()) {
                    depth++;
                } else if (token.isStructEnd()) {
                    depth--;
                } else if (hasEscapes && (token == JsonToken.VALUE_STRING || token == JsonToken.FIELD_NAME)) {
                    requirePairs(parser.getText(), text);
                }
            }
            if (documents != 1) {
                throw invalid(text, documents == 0 ? "it has no value" : "it has more than one value");
            }
            return text;
        } catch (IOException e) {
            throw invalid(text, e instanceof JsonProcessingException json ? ValueJson.fault(json) : e.toString());
        }
    }

    private static void requirePairs(String string, String text) {
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            if (Character.isHighSurrogate(c)
                    && i + 1 < string.length()
                    && Character.isLowSurrogate(string.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                throw invalid(text, "it has an escape \\u%04x, which is half of a character".formatted((int) c));
            }
        }
    }

    private static InvalidRecordException invalid(String text, String reason) {
        String shown = text.length() > SHOWN_MAX ? text.substring(0, SHOWN_MAX) + "..." : text;
        return new InvalidRecordException("the text \"" + shown + "\" of a column of JSON is no JSON: " + reason
                + "; engines refuse a file with such a value. Send a JSON document, or give the field a schema of"
                + " plain text");
    }
}
