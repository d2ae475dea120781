package io.parquetry.cli.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;
import java.util.regex.Pattern;

/** Parses the JSON text of one line and gives the raw text of each value. */
public final class LineParser extends JsonParserDelegate {
    /** Each level takes stack. */
    static final int DEPTH_MAX = 200;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH_MAX)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private static final Pattern PARSERS_OWN = Pattern.compile(
            ": enable `[^`]*` to allow| \\(start marker at .*|, from `[^`]*`| \\(not recognized as one since .*",
            Pattern.DOTALL);

    private final String line;

    private LineParser(String line) throws IOException {
        super(JSON.createParser(line));
        this.line = line;
    }

    /** What is wrong with a JSON text, without what the parser says of its own code and settings. */
    public static String fault(JsonProcessingException e) {
        return PARSERS_OWN.matcher(e.getOriginalMessage()).replaceAll("");
    }

    /** A parser before the line's first value. */
    public static LineParser of(String line) throws IOException {
        return new LineParser(line);
    }

    /** The unchanged text of the value at the parser's position; moves the parser to the value's end. */
    String rawValue() throws IOException {
        JsonToken token = currentToken();
        if (token != JsonToken.START_OBJECT && token != JsonToken.START_ARRAY && token != JsonToken.VALUE_STRING) {
            return getText();
        }
        int start = (int) currentTokenLocation().getCharOffset();
        skipChildren();
        finishToken();
        return line.substring(start, (int) currentLocation().getCharOffset());
    }
}
