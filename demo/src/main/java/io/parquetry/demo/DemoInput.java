package io.parquetry.demo;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parquetry.cli.failure.CommandException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * The records that the demo sends: one JSON object per line, and their common Connect schema.
 *
 * @param name the input's name in messages and in the {@code source} header
 * @param schema the Connect schema in the form of Kafka's JsonConverter
 * @param records number of lines that are not blank
 * @param time the field of a record with its time in milliseconds since 1970
 */
record DemoInput(String name, Optional<Path> file, String schema, long records, Optional<JsonPointer> time) {
    static final String KEY_FIELD = "id";

    private static final String EARTHQUAKES = "earthquakes.ndjson";
    private static final String EARTHQUAKES_SCHEMA = "earthquakes.schema.json";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** One record of the input with its text. */
    record Line(long number, String text, JsonNode json) {
        /** The text of the field {@value #KEY_FIELD}, if there is one. */
        Optional<String> key() {
            JsonNode id = json.path(KEY_FIELD);
            return id.isValueNode() && !id.isNull() ? Optional.of(id.asText()) : Optional.empty();
        }

        OptionalLong time(JsonPointer where) {
            JsonNode time = json.at(where);
            return time.canConvertToLong() && time.isIntegralNumber()
                    ? OptionalLong.of(time.longValue())
                    : OptionalLong.empty();
        }
    }

    /** One week of earthquakes, a resource of the program. */
    static DemoInput earthquakes() throws IOException {
        try (InputStream schema = DemoInput.class.getResourceAsStream(EARTHQUAKES_SCHEMA)) {
            return new DemoInput(
                            EARTHQUAKES,
                            Optional.empty(),
                            new String(schema.readAllBytes(), StandardCharsets.UTF_8),
                            0,
                            Optional.of(JsonPointer.compile("/properties/time")))
                    .counted();
        }
    }

    /**
     * A file of the user; it is read to its end, so that a line that is no JSON object fails before the broker starts.
     */
    static DemoInput of(Path input, Path schema) throws IOException {
        requireFile(input);
        requireFile(schema);
        String schemaText = readSchema(schema);
        return new DemoInput(input.getFileName().toString(), Optional.of(input), schemaText, 0, Optional.empty())
                .counted();
    }

    private static void requireFile(Path file) {
        if (Files.isDirectory(file)) {
            throw new CommandException(file + ": is a directory; name a file");
        }
    }

    private DemoInput counted() throws IOException {
        long lines;
        try (Stream<Line> all = lines()) {
            lines = all.count();
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof CharacterCodingException) {
                throw new CommandException(name + ": is not text in UTF-8", e);
            }
            throw e.getCause();
        }
        if (lines == 0) {
            throw new CommandException(name + ": has no records; it must hold one JSON object a line");
        }
        return new DemoInput(name, file, schema, lines, time);
    }

    /** The lines that are not blank; the caller closes the stream. */
    Stream<Line> lines() throws IOException {
        BufferedReader reader = file.isPresent()
                ? Files.newBufferedReader(file.get())
                : new BufferedReader(new InputStreamReader(
                        DemoInput.class.getResourceAsStream(EARTHQUAKES), StandardCharsets.UTF_8));
        AtomicLong number = new AtomicLong();
        return reader.lines()
                .map(text -> new NumberedText(number.incrementAndGet(), text))
                .filter(line -> !line.text().isBlank())
                .map(line -> new Line(line.number(), line.text(), object(line)))
                .onClose(() -> close(reader));
    }

    private record NumberedText(long number, String text) {}

    private static void close(BufferedReader reader) {
        try {
            reader.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the input cannot be closed: " + e.getMessage(), e);
        }
    }

    private JsonNode object(NumberedText line) {
        String where = name + ", line " + line.number();
        JsonNode json = parse(line.text(), where);
        if (!json.isObject()) {
            throw new CommandException(where + ": is not a JSON object; the demo takes one object a line");
        }
        return json;
    }

    private static String readSchema(Path file) throws IOException {
        String text;
        try {
            text = Files.readString(file);
        } catch (CharacterCodingException e) {
            throw CommandException.ofEncoding(file.toString(), e);
        }
        JsonNode schema = parse(text, file.toString());
        if (!"struct".equals(schema.path("type").asText())
                || !schema.path("fields").isArray()) {
            throw new CommandException(file + ": is not the Connect schema of a record; it must be an object with"
                    + " \"type\": \"struct\" and a list of \"fields\", in the form that Kafka's JsonConverter takes");
        }
        return text;
    }

    private static JsonNode parse(String text, String where) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new CommandException(where + ": is not JSON: " + e.getOriginalMessage(), e);
        }
    }
}
