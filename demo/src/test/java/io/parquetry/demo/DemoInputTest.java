package io.parquetry.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.cli.failure.CommandException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of {@link DemoInput}: an input that cannot be sent is refused with file and line before the broker
 * starts.
 */
class DemoInputTest {
    private static final String SCHEMA = "{\"type\":\"struct\",\"fields\":[]}";

    @TempDir
    private Path directory;

    private Path schema;

    @BeforeEach
    void writeSchema() throws IOException {
        schema = Files.writeString(directory.resolve("s.json"), SCHEMA);
    }

    @Test
    void theEarthquakesComeWithTheProgram() throws IOException {
        DemoInput input = DemoInput.earthquakes();

        assertThat(input.records()).isEqualTo(1_707);
        try (Stream<DemoInput.Line> lines = input.lines()) {
            DemoInput.Line first = lines.findFirst().orElseThrow();
            assertThat(first.key()).contains("ci37868143");
            assertThat(first.time(input.time().orElseThrow())).hasValue(1_517_966_773_840L);
        }
    }

    @Test
    void blankLinesAreSkippedButCounted() throws IOException {
        DemoInput input = DemoInput.of(input("{\"id\":1}\n\n  \n{}\n"), schema);

        assertThat(input.records()).isEqualTo(2);
        try (Stream<DemoInput.Line> lines = input.lines()) {
            assertThat(lines.map(DemoInput.Line::number)).containsExactly(1L, 4L);
        }
    }

    @Test
    void theKeyIsTheTextOfTheFieldIdIfThereIsOne() throws IOException {
        DemoInput input =
                DemoInput.of(input("{\"id\":\"a\"}\n{\"id\":7}\n{\"id\":null}\n{}\n{\"id\":{\"b\":1}}"), schema);

        try (Stream<DemoInput.Line> lines = input.lines()) {
            List<String> keys = lines.map(line -> line.key().orElse("none")).toList();
            assertThat(keys).containsExactly("a", "7", "none", "none", "none");
        }
    }

    @Test
    void aLineThatIsNoJsonIsNamed() {
        assertThatThrownBy(() -> DemoInput.of(input("{}\n{\"id\":\n"), schema))
                .isInstanceOf(CommandException.class)
                .hasMessageStartingWith("orders.ndjson, line 2: is not JSON: ");
    }

    @Test
    void aLineThatIsNoObjectIsNamed() {
        assertThatThrownBy(() -> DemoInput.of(input("[1]\n"), schema))
                .hasMessage("orders.ndjson, line 1: is not a JSON object; the demo takes one object a line");
    }

    @Test
    void anInputWithoutRecordsIsRefused() {
        assertThatThrownBy(() -> DemoInput.of(input("\n"), schema))
                .hasMessage("orders.ndjson: has no records; it must hold one JSON object a line");
    }

    @Test
    void anInputThatIsNoTextIsRefused() throws IOException {
        Path file = Files.write(directory.resolve("orders.ndjson"), new byte[] {'{', (byte) 0xFF, '}'});

        assertThatThrownBy(() -> DemoInput.of(file, schema)).hasMessage("orders.ndjson: is not text in UTF-8");
        assertThatThrownBy(() -> DemoInput.of(input("{}"), Files.write(schema, new byte[] {'{', (byte) 0xFF, '}'})))
                .hasMessageStartingWith(schema + ": is no UTF-8 text; convert it first");
    }

    @Test
    void aSchemaThatIsNoStructIsRefused() throws IOException {
        for (String text : List.of("{\"type\":\"string\"}", "[]", "{\"type\":\"struct\"}")) {
            Path wrong = Files.writeString(directory.resolve("wrong.json"), text, StandardCharsets.UTF_8);
            assertThatThrownBy(() -> DemoInput.of(input("{}"), wrong))
                    .hasMessageContaining("wrong.json: is not the Connect schema of a record");
        }
    }

    @Test
    void aDirectoryIsRefused() {
        assertThatThrownBy(() -> DemoInput.of(directory, schema))
                .hasMessage(directory + ": is a directory; name a file");
        assertThatThrownBy(() -> DemoInput.of(input("{}"), directory))
                .hasMessage(directory + ": is a directory; name a file");
    }

    private Path input(String text) throws IOException {
        return Files.writeString(directory.resolve("orders.ndjson"), text, StandardCharsets.UTF_8);
    }
}
