package io.parquetry.cli.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import io.parquetry.cli.failure.CommandException;
import io.parquetry.format.InvalidRecordException;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * JSON records, one per line, in UTF-8. Blank lines are skipped. Each fault of a line is reported with its number.
 */
public final class JsonInput implements Closeable {
    /** A longer line is taken for a file that does not have one record per line. */
    private static final int LINE_BYTES_MAX = 1 << 28;

    /** What the parser says of NaN and infinities, which some writers of JSON do not put between quotes. */
    private static final String NO_NUMBER = "Non-standard token";

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final String name;
    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private int at;
    private int end;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(1 << 12);
    private long lines;
    private long bytes;

    /** @param name used in messages */
    public JsonInput(String name, InputStream in) {
        this.name = name;
        this.in = in;
    }

    /** Reads a record; the parser is at its first token. */
    @FunctionalInterface
    public interface RecordReader<T> {
        T read(LineParser record) throws IOException;
    }

    /** Reads the next record; absent at the end. */
    public <T> Optional<T> next(RecordReader<T> reader) throws IOException {
        while (readLine()) {
            String text = decoded();
            if (!text.isBlank()) {
                return Optional.of(read(text, reader));
            }
        }
        return Optional.empty();
    }

    private boolean readLine() throws IOException {
        line.reset();
        lines++;
        while (true) {
            if (at == end) {
                at = 0;
                end = Math.max(0, in.read(buffer));
                if (end == 0) {
                    return line.size() > 0;
                }
            }
            int lineEnd = at;
            while (lineEnd < end && buffer[lineEnd] != '\n') {
                lineEnd++;
            }
            if (line.size() + lineEnd - at > LINE_BYTES_MAX) {
                throw fault("has more than " + LINE_BYTES_MAX + " bytes; there must be one record per line", null);
            }
            line.write(buffer, at, lineEnd - at);
            boolean whole = lineEnd < end;
            int taken = lineEnd - at + (whole ? 1 : 0);
            bytes += taken;
            at += taken;
            if (whole) {
                return true;
            }
        }
    }

    private String decoded() {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(line.toByteArray()))
                    .toString();
            return lines == 1 && !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw CommandException.ofEncoding(place(), e);
        }
    }

    private <T> T read(String text, RecordReader<T> reader) throws IOException {
        try (LineParser parser = LineParser.of(text)) {
            if (parser.nextToken() == JsonToken.START_ARRAY) {
                throw fault(
                        "there is an array, but it takes an object with the fields of a record on each line, as"
                                + " jq -c '.[]' writes them",
                        null);
            }
            T record = reader.read(parser);
            if (parser.nextToken() != null) {
                throw fault("has more text after its record; there must be one record per line", null);
            }
            return record;
        } catch (InvalidRecordException e) {
            throw fault(e.getMessage(), e);
        } catch (JsonProcessingException e) {
            // Texts beyond the parser's limits have no location.
            String column = e.getLocation() == null
                    ? ""
                    : "column " + Math.max(1, e.getLocation().getColumnNr()) + ": ";
            throw fault(column + LineParser.fault(e) + remedy(e), e);
        }
    }

    private static String remedy(JsonProcessingException e) {
        if (e instanceof JsonEOFException) {
            return "; there must be one record per line, as jq -c . writes them";
        }
        return e.getOriginalMessage().startsWith(NO_NUMBER)
                ? "; JSON has no such number: write \"NaN\", \"Infinity\" or \"-Infinity\", and give --schema with a"
                        + " column of floating-point numbers"
                : "";
    }

    private CommandException fault(String what, Exception cause) {
        return new CommandException(place() + ": " + what, cause);
    }

    private String place() {
        return name + ", line " + lines;
    }

    /** The number of bytes read so far. */
    public long bytes() {
        return bytes;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
