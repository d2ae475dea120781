package io.parquetry.cli;

import static io.parquetry.cli.CommandLineRun.FILES;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parquetry.cli.inspect.SampleFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The contract of {@code --json}: an object a line, each with the fields of docs/reference/cli.md in their order. */
class JsonTablesTest {
    private static final Path PAGE = Path.of("..", "docs", "reference", "cli.md");
    private static final Pattern ROW = Pattern.compile("\\| `([a-z -]+)` \\| [^|]+ \\| (`[^|]*) \\|");
    private static final Pattern IN_PARENTHESES = Pattern.compile(" \\([^)]*\\)");

    @TempDir
    private Path directory;

    /** The fields of each command that the page lists. */
    private static Map<String, List<String>> documented() throws IOException {
        Map<String, List<String>> fields = new TreeMap<>();
        for (String line : Files.readAllLines(PAGE)) {
            Matcher row = ROW.matcher(line);
            if (row.matches() && line.contains("`, `") && !line.contains("--")) {
                List<String> names = new ArrayList<>();
                for (String name :
                        IN_PARENTHESES.matcher(row.group(2)).replaceAll("").split(", ")) {
                    if (name.startsWith("`")) {
                        names.add(name.replace("`", ""));
                    }
                }
                fields.put(row.group(1), names);
            }
        }
        return fields;
    }

    private static List<JsonNode> objects(String text) throws IOException {
        return new ObjectMapper()
                .readerFor(JsonNode.class)
                .<JsonNode>readValues(text)
                .readAll();
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void everyObjectHasTheDocumentedFieldsInTheirOrder() throws IOException {
        Path pages = SampleFiles.manyPages(directory.resolve("many.parquet"));
        Path types = SampleFiles.allTypes(directory.resolve("types.parquet"));
        Path bad = Files.writeString(directory.resolve("bad.parquet"), "this is no Parquet file");
        for (String command :
                List.of("schema", "count", "columns", "levels", "dump", "pages", "dictionary", "bloom", "verify")) {
            CommandLineRun run = CommandLineRun.of(command, "--json", pages, types, FILES.resolve("simple.parquet"));
            assertThat(run.exitCode()).as(run.err()).isZero();
            List<JsonNode> objects = objects(run.out());
            assertThat(objects).hasSize((int) run.out().lines().count()).isNotEmpty();
            for (JsonNode object : objects) {
                assertThat(names(object)).as(command).isEqualTo(documented().get(command));
            }
        }
        CommandLineRun fault = CommandLineRun.of("verify", "--json", bad);
        assertThat(fault.exitCode()).isEqualTo(1);
        assertThat(names(objects(fault.out()).get(0))).isEqualTo(documented().get("verify"));
        assertThat(objects(fault.out()).get(0).get("fault").asText()).contains("not a Parquet file");
    }

    @Test
    void thePageListsEachCommandWithTheOption() throws IOException {
        Set<String> with = new HashSet<>(withJson("", new CommandLine(new Main())));
        with.remove("meta");

        assertThat(documented().keySet()).containsExactlyInAnyOrderElementsOf(with);
    }

    private static List<String> withJson(String prefix, CommandLine command) {
        List<String> names = new ArrayList<>();
        command.getSubcommands().forEach((name, sub) -> {
            if (sub.getCommandSpec().findOption("--json") != null) {
                names.add(prefix + name);
            }
            names.addAll(withJson(prefix + name + " ", sub));
        });
        return names;
    }

    @Test
    void theObjectsSayWhatTheTableSays() throws IOException {
        Path file = SampleFiles.manyPages(directory.resolve("many.parquet"));

        List<JsonNode> pages =
                objects(CommandLineRun.of("pages", "--json", "-c", "word", file).out());
        assertThat(pages.stream().map(page -> page.get("page").asText())).startsWith("null", "0", "1", "2");
        assertThat(pages.get(1).get("min").asText()).isEqualTo("w0");
        assertThat(pages.get(3).get("min").isNull()).as("a page of nulls").isTrue();

        JsonNode id = objects(CommandLineRun.of("dump", "--json", file).out()).get(0);
        assertThat(id.get("column").asText()).isEqualTo("id");
        assertThat(id.get("min").asInt()).isZero();
        assertThat(id.get("max").asInt()).isEqualTo(9);
        assertThat(id.get("nulls").asInt()).isZero();

        List<JsonNode> at =
                objects(CommandLineRun.of("levels", "--json", "-c", "at", file).out());
        assertThat(at.get(at.size() - 2).get("value").asText()).isEqualTo("NaN");
        assertThat(at.get(0).get("value").isNull()).isTrue();
    }

    @Test
    void severalFilesAreToldApart() throws IOException {
        Path simple = FILES.resolve("simple.parquet");
        Path nested = FILES.resolve("nested.parquet");

        assertThat(CommandLineRun.of("schema", simple, nested, simple).out())
                .startsWith("2 files: " + simple + ", " + simple + "\n" + "message ")
                .contains("\n\n1 file: " + nested + "\nmessage ");
        for (String command : List.of("levels", "pages", "dump", "meta")) {
            assertThat(CommandLineRun.of(command, simple, nested).out())
                    .as(command)
                    .contains(simple.toString(), "\n\n", nested.toString());
        }
    }
}
