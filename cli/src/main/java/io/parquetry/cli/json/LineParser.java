package io.parquetry.cli.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;

/** Goes through the JSON text of one line, and knows how each value is written there. */
public final class LineParser extends JsonParserDelegate {
    /** Deeper values than this are of no table, and each level takes stack. */
    static final int DEPTH_MAX = 200;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH_MAX)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final String line;

    private LineParser(String line) throws IOException {
        super(JSON.createParser(line));
        this.line = line;
    }

    /** A parser in front of the line's first value. */
    public static LineParser of(String line) throws IOException {
        return new LineParser(line);
    }

    /** The text of the value that the parser stands at, digit by digit and blank by blank; it stands at its end then. */
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
