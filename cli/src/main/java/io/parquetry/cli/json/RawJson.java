package io.parquetry.cli.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/**
 * The text of a JSON document that is embedded in another one. Line breaks, which are only between the tokens of a
 * document, are replaced by blanks.
 */
public record RawJson(String text) {
    private static final JsonFactory JSON = new JsonFactory();

    /** The document; the text itself where it is no JSON. */
    public static Object orText(String text) {
        return isJson(text) ? new RawJson(text.strip().replace('\n', ' ').replace('\r', ' ')) : text;
    }

    private static boolean isJson(String text) {
        try (JsonParser parser = JSON.createParser(text)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                return false;
            }
            parser.skipChildren();
            parser.finishToken();
            return parser.nextToken() == null;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
