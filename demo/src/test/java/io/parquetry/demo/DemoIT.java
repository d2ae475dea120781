package io.parquetry.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.TestData;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The demo as a user runs it: a process of its own, from the distribution of the build. Its exit code is 0 only when
 * every record came back, it reports the differences otherwise, and it leaves no process.
 */
class DemoIT {
    private static final Path DISTRIBUTION = Path.of(System.getProperty("parquetry.distribution"));
    private static final Path DEMOS = Path.of(System.getProperty("demo.directory"));
    private static final int ENDS_WITHIN_SECONDS = 180;
    private static final Pattern PICTURE_LINE = Pattern.compile("<text(?: class=\"\\w+\")? x=[^>]*>([^<]*)</text>");

    @Test
    void everyEarthquakeComesBackIdentical() throws Exception {
        Path directory = fresh("earthquakes");

        Run run = run("demo", "--dir", directory.toString());

        assertThat(run.lines()).last().isEqualTo("1,707 of 1,707 records came back identical");
        assertThat(run.exitCode()).isZero();
        assertThat(run.lines()).anyMatch(line -> line.matches(" +topic to Parquet +1,707 .*"));
        assertThat(run.lines()).anyMatch(line -> line.matches(" +Parquet to topic +1,707 .*"));
        assertThat(parquetFiles(directory)).hasSizeGreaterThan(2);
        assertThat(withoutNumbers(run.lines()))
                .as("docs/start/demo.svg shows what the demo prints")
                .containsSubsequence(withoutNumbers(picture()));
    }

    /** Without the file, bin/parquetry builds before each demo. */
    @Test
    void theDistributionSaysThatItIsWhole() {
        assertThat(DISTRIBUTION.resolve("built"))
                .content()
                .startsWith("parquetry ")
                .doesNotContain("${");
    }

    /** The lines of output on the picture in the README. */
    private static List<String> picture() throws IOException {
        String picture = Files.readString(Path.of("..", "docs", "start", "demo.svg"));
        List<String> lines = PICTURE_LINE
                .matcher(picture)
                .results()
                .map(line ->
                        line.group(1).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
                .toList();
        assertThat(lines).hasSizeGreaterThan(15);
        return lines;
    }

    /** Sizes and times differ from run to run, and the width of their columns with them. */
    private static List<String> withoutNumbers(List<String> lines) {
        return lines.stream()
                .map(line -> line.replaceAll("[0-9][0-9.,]*", "0").replaceAll(" +", " "))
                .toList();
    }

    @Test
    @Tag("thorough")
    void everyEarthquakeComesBackFromABucket() throws Exception {
        Path directory = fresh("earthquakes-s3");

        Run run = run("demo", "--storage", "s3", "--dir", directory.toString());

        assertThat(run.lines()).last().isEqualTo("1,707 of 1,707 records came back identical");
        assertThat(run.exitCode()).isZero();
        assertThat(run.lines()).anyMatch(line -> line.startsWith("  files go to s3://demo at http://127.0.0.1:"));
        assertThat(parquetFiles(directory.resolve("s3proxy/buckets/demo"))).hasSizeGreaterThan(2);
    }

    @Test
    @Tag("thorough")
    void everyEarthquakeComesBackFromAContainer() throws Exception {
        Path directory = fresh("earthquakes-azure");

        Run run = run("demo", "--storage", "azure", "--dir", directory.toString());

        if (run.exitCode() == 1 && run.lines().size() == 1) {
            throw TestData.skip(DISTRIBUTION.resolve("azurite"), run.lines().get(0));
        }
        assertThat(run.lines()).last().isEqualTo("1,707 of 1,707 records came back identical");
        assertThat(run.exitCode()).isZero();
        assertThat(run.lines()).anyMatch(line -> line.startsWith("  files go to azure://demo at http://127.0.0.1:"));
        assertThat(directory.resolve("azurite/storage.properties")).isNotEmptyFile();
    }

    @Test
    @Tag("thorough")
    void everyEarthquakeIsInTheTableOnceThoughItIsCompactedMeanwhile() throws Exception {
        Path directory = fresh("earthquakes-table");

        Run run = run("demo", "--table", "iceberg", "--dir", directory.toString());

        assertThat(run.lines()).last().isEqualTo("1,707 of 1,707 records are in the table once");
        assertThat(run.exitCode()).isZero();
        assertThat(run.lines()).anyMatch(line -> line.matches(" +replace +1 +\\d+ +853"));
        assertThat(directory.resolve("data/catalog.db")).isNotEmptyFile();
        assertThat(directory.resolve("data/_tables/compacted.parquet")).isNotEmptyFile();
    }

    @Test
    void whereThereIsNoNodeOneSentenceSaysWhatToInstall() throws Exception {
        Path directory = fresh("no-node");
        Path shell = Files.createDirectories(fresh("only-a-shell"));
        Files.createSymbolicLink(shell.resolve("sh"), Path.of("/bin/sh"));

        Run run = run(Map.of("PATH", shell.toString()), "demo", "--storage", "azure", "--dir", directory.toString());

        assertThat(run.lines())
                .containsExactly("parquetry demo: Azurite, the emulator of Azure Blob Storage, runs on Node; install"
                        + " Node 20 or later with npm");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    @Tag("thorough")
    void aFieldThatTheSchemaDoesNotHaveIsReportedAsLost() throws Exception {
        Path directory = fresh("orders");
        Path input = Files.writeString(DEMOS.resolve("orders.ndjson"), """
                {"id":7,"name":"zoë"}

                {"name":"no key, no problem"}
                {"id":8,"name":"lossy","price":1.5}
                """);
        Path schema = Files.writeString(DEMOS.resolve("orders.schema.json"), """
                {"type":"struct","optional":false,"fields":[
                  {"field":"id","type":"int32","optional":true},
                  {"field":"name","type":"string","optional":false}]}
                """);

        Run run = run(
                "demo",
                "--input",
                input.toString(),
                "--schema",
                schema.toString(),
                "--topic",
                "shop.orders",
                "--partitions",
                "1",
                "--dir",
                directory.toString());

        assertThat(run.lines()).last().isEqualTo("2 of 3 records came back identical");
        assertThat(run.lines()).contains("  partition 0, offset 2: value: price was 1.5 and is absent");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void wrongOptionsAreOneSentence() throws Exception {
        assertMisuse("parquetry demo: --input and --schema belong together", "--input", "x");
        assertMisuse("parquetry demo: --table goes with files in a directory", "--table", "iceberg", "--storage", "s3");
        assertMisuse("parquetry demo: --partitions is 0; it must be 1 to 100", "--partitions", "0");
        assertMisuse("parquetry demo: --topic is 'a b'; a topic name has", "--topic", "a b");
    }

    private static void assertMisuse(String message, String... options) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("demo"));
        arguments.addAll(List.of(options));

        Run run = run(arguments.toArray(String[]::new));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.lines()).singleElement().asString().startsWith(message);
    }

    @Test
    void filesAreNeverOverwritten() throws Exception {
        Path directory = Files.createDirectories(fresh("mine"));
        Path file = Files.writeString(directory.resolve("mine"), "mine");

        Run inDirectory = run("demo", "--dir", directory.toString());
        Run inFile = run("demo", "--dir", file.toString());

        assertThat(inDirectory.lines()).singleElement().asString().contains(directory + ": is not empty");
        assertThat(inFile.lines()).singleElement().asString().contains(file + ": is a file");
        assertThat(List.of(inDirectory.exitCode(), inFile.exitCode())).containsOnly(1);
        assertThat(file).hasContent("mine");
    }

    @Test
    void anInterruptLeavesNoProcessBehind() throws Exception {
        Process demo = start(Map.of(), "demo", "--dir", fresh("interrupted").toString());
        List<ProcessHandle> children;
        try (BufferedReader lines = demo.inputReader()) {
            awaitLine(lines, "broker is ready");
            children = demo.descendants().toList();
            new ProcessBuilder("kill", "-INT", Long.toString(demo.pid()))
                    .start()
                    .waitFor();
            assertThat(demo.waitFor(ENDS_WITHIN_SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            demo.destroyForcibly();
        }

        assertThat(children).hasSize(2);
        for (ProcessHandle child : children) {
            assertThat(child.onExit().get(ENDS_WITHIN_SECONDS, TimeUnit.SECONDS))
                    .isNotNull();
        }
    }

    private record Run(int exitCode, List<String> lines) {}

    private static Run run(String... arguments) throws IOException, InterruptedException {
        return run(Map.of(), arguments);
    }

    private static Run run(Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        Process demo = start(environment, arguments);
        List<String> lines = new ArrayList<>();
        try (BufferedReader reader = demo.inputReader()) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
            assertThat(demo.waitFor(ENDS_WITHIN_SECONDS, TimeUnit.SECONDS)).isTrue();
            return new Run(demo.exitValue(), lines);
        } finally {
            demo.destroyForcibly();
        }
    }

    private static Process start(Map<String, String> environment, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // Over before the second compiler would pay.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-jar",
                DISTRIBUTION.resolve("lib/parquetry-demo.jar").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static void awaitLine(BufferedReader lines, String part) throws IOException {
        List<String> seen = new ArrayList<>();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            seen.add(line);
            if (line.contains(part)) {
                return;
            }
        }
        assertThat(seen).as("a line with '" + part + "'").isEmpty();
    }

    private static List<Path> parquetFiles(Path directory) throws IOException {
        try (Stream<Path> tree = Files.walk(directory)) {
            return tree.filter(path -> path.toString().endsWith(".parquet")).toList();
        }
    }

    /** The directory of the last run, which is kept. */
    private static Path fresh(String name) throws IOException {
        Path directory = DEMOS.resolve(name);
        if (Files.exists(directory)) {
            try (Stream<Path> tree = Files.walk(directory)) {
                for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
        return Files.createDirectories(directory);
    }
}
