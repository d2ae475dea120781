package io.parquetry.cli;

import static io.parquetry.cli.CommandLineRun.FILES;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of the whole program: each failure is one line on stderr, with nothing on stdout and no stack trace;
 * exit code 1 is for files, 2 for arguments.
 */
class MainTest {
    @TempDir
    private Path directory;

    @Test
    void withoutArgumentsTheHelpIsPrinted() {
        CommandLineRun run = CommandLineRun.of();

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .startsWith("Usage: parquetry")
                .contains("schema", "cat", "levels", "dump", "meta", "pages", "verify", "merge");
    }

    @Test
    void everyCommandHasHelpWithAnExample() {
        for (String command : List.of(
                "schema",
                "cat",
                "head",
                "tail",
                "sample",
                "count",
                "columns",
                "levels",
                "dump",
                "meta",
                "pages",
                "verify",
                "merge",
                "from-json",
                "from-csv")) {
            assertThat(CommandLineRun.of(command, "--help").out()).contains("Usage: parquetry " + command, "Example");
            assertThat(CommandLineRun.of("help", command).out())
                    .isEqualTo(CommandLineRun.of(command, "--help").out());
        }
    }

    @Test
    void theVersionIsPrinted() {
        assertThat(CommandLineRun.of("--version").out()).matches("parquetry \\d+\\.\\d+\\.\\d+\\R");
        assertThat(CommandLineRun.of("cat", "--version")).isEqualTo(CommandLineRun.of("--version"));
    }

    @Test
    void wrongArgumentsAreNamed() {
        assertMisuse("parquetry: there is no command 'cta'; the commands are schema, cat, ", "cta");
        assertMisuse("parquetry cat: Missing required parameter: 'FILE'", "cat");
        assertMisuse("parquetry cat: Unknown option: '--limt'; did you mean --limit?", "cat", "--limt", "x");
        assertMisuse("parquetry cat: Unknown option: '-x", "cat", "-x\0no path", "x");
        assertMisuse(
                "parquetry cat: Invalid value for option '--limit': 'many' must be a whole number without a unit, such as 1000",
                "cat",
                "--limit",
                "many",
                "x");
        assertMisuse(
                "parquetry rewrite: Invalid value for option '--page-bytes': '1M' must be a whole number"
                        + " without a unit, such as 1000, of at most 2147483647",
                "rewrite",
                "--page-bytes",
                "1M",
                "x",
                "y");
        assertMisuse("parquetry cat: Value for option '--config' (KEY=VALUE) should be", "cat", "--config", "x", "y");
        assertFailure("parquetry from-json: the name of a file is empty", "from-json", "", "y");
        assertMisuse("parquetry cat: --limit is -1; it is the number of rows", "cat", "--limit", "-1", "x");
        assertMisuse("parquetry from-json: Unmatched argument at index 3: 'z'", "from-json", "x", "y", "z");
        assertMisuse("parquetry cat: the name of a file is empty", "cat", "x", "");
        assertMisuse("parquetry cat: file://host/y: a file: URL names no host", "cat", "x", "file://host/y");
    }

    @Test
    void anArgumentIsTakenAsItIs() throws IOException {
        Path arguments = Files.writeString(directory.resolve("arguments"), "--limit 1");

        assertFailure("parquetry cat: @" + arguments + ": there is no such file", "cat", "@" + arguments);
        assertMisuse("parquetry cat: Invalid value for positional parameter at index 0", "cat", "");
    }

    @Test
    void aDirectoryInThePlaceOfAFileIsNamed() {
        String complaint = directory + ": is a directory; name a file";
        assertFailure("parquetry count: " + complaint, "count", "--config-file", directory, "s3://bucket/x");
        assertFailure("parquetry from-csv: " + complaint, "from-csv", directory, directory.resolve("out"));
        Path simple = FILES.resolve("simple.parquet");
        Path out = directory.resolve("out");
        assertFailure("parquetry rewrite: " + complaint, "rewrite", "--mask-key-file", directory, simple, out);
        assertFailure("parquetry from-json: " + complaint, "from-json", "--schema", directory, simple, out);
    }

    @Test
    void aHostThatIsNotThereIsASentence() {
        assertFailure(
                "parquetry count: no-such-host.invalid: there is no such host",
                "count",
                "http://no-such-host.invalid/x.parquet");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aFileThatGrowsBeyondItsLimitIsNamed() throws IOException, InterruptedException {
        Path numbers = Files.write(
                directory.resolve("numbers"),
                IntStream.range(0, 20_000).mapToObj(String::valueOf).toList());
        Path out = directory.resolve("out.parquet");
        String text = runInShell(
                "ulimit -f 16; exec \"$0\" \"$@\"", "from-csv", "--no-header", "--codec", "uncompressed", numbers, out);

        assertThat(text)
                .contains("parquetry from-csv: " + directory.resolve(".out.parquet."))
                .doesNotContain("unexpected");
        assertThat(directory).isDirectoryNotContaining(file -> file.toString().contains("out.parquet"));
    }

    @Test
    @DisabledOnOs({OS.WINDOWS, OS.MAC})
    void aFilterThatTheLocaleCannotHoldIsRefused() throws IOException, InterruptedException {
        assertThat(runInShell(
                        "LC_ALL=C exec \"$0\" \"$@\"",
                        "count",
                        "--where",
                        "text = 'zoë'",
                        FILES.resolve("simple.parquet")))
                .hasLineCount(1)
                .startsWith("parquetry: an argument has letters that ")
                .contains("set LC_ALL to a locale of UTF-8");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aFileThatLooksLikeAnOptionIsNamedByItsDirectory() throws IOException, InterruptedException {
        Files.copy(FILES.resolve("simple.parquet"), directory.resolve("-dash.parquet"));
        String inDirectory = "cd '" + directory + "' && exec \"$0\" \"$@\"";
        String hint = "; for the file of that name write ./-dash.parquet (see parquetry count --help)";

        assertThat(runInShell(inDirectory, "count", "-dash.parquet"))
                .startsWith("parquetry count: Missing required parameter: 'FILE'" + hint);
        assertThat(runInShell(inDirectory, "count", "x", "-dash.parquet"))
                .startsWith("parquetry count: Unknown option: '-dash.parquet'" + hint);
        assertThat(runInShell(inDirectory, "count", "-other.parquet")).doesNotContain("of that name");
        assertThat(runInShell(inDirectory, "count", "./-dash.parquet")).doesNotContain("parquetry count");
    }

    /** Runs the program in a process that the script starts; its output and errors. */
    private static String runInShell(String script, Object... arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of("sh", "-c", script));
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(List.of("-XX:-UsePerfData", "-cp", System.getProperty("java.class.path"), Main.class.getName()));
        for (Object argument : arguments) {
            line.add(argument.toString());
        }
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return text;
    }

    @Test
    void aMissingFileIsNamed() {
        for (String command : List.of("schema", "cat", "levels", "dump", "meta", "pages")) {
            assertFailure(
                    "parquetry " + command + ": no/such.parquet: there is no such file", command, "no/such.parquet");
        }
    }

    @Test
    void aDirectoryWithoutFilesIsNamed() {
        assertFailure(
                "parquetry cat: " + directory + ": there is no file *.parquet in this directory", "cat", directory);
    }

    @Test
    void aFileThatIsNotParquetIsNamed() throws IOException {
        Path text = Files.writeString(directory.resolve("a.parquet"), "name,age\nzoë,7\nadam,93\n");
        Path empty = Files.createFile(directory.resolve("b.parquet"));

        assertFailure("parquetry cat: " + text + ": not a Parquet file", "cat", text);
        assertFailure("parquetry dump: " + empty + ": not a Parquet file", "dump", empty);
    }

    @Test
    void aTruncatedFileIsNamed() throws IOException {
        byte[] whole = Files.readAllBytes(FILES.resolve("nested.parquet"));
        for (int length : new int[] {1, 4, 100, whole.length - 1}) {
            Path cut = Files.write(directory.resolve("cut.parquet"), Arrays.copyOf(whole, length));
            for (String command : List.of("schema", "cat", "levels", "dump", "meta", "pages")) {
                assertFailure("parquetry " + command + ": " + cut + ": ", command, cut);
            }
        }
    }

    @Test
    void aFileWithADamagedPageIsNamedWithThePlace() throws IOException {
        byte[] bytes = Files.readAllBytes(FILES.resolve("simple.parquet"));
        bytes[60] ^= 0x55;
        Path damaged = Files.write(directory.resolve("damaged.parquet"), bytes);

        assertFailure("parquetry cat: " + damaged + ", row group 0, column text, page 0: ", "cat", damaged);
    }

    @Test
    void anUnknownColumnIsNamedWithTheKnownOnes() {
        assertFailure(
                "parquetry levels: " + FILES.resolve("simple.parquet") + ": has no column txt; its columns are text",
                "levels",
                "--column",
                "txt",
                FILES.resolve("simple.parquet"));
        assertFailure(
                "parquetry pages: " + FILES.resolve("nested.parquet")
                        + ": has no column nest; its columns are nest.nest, nest.repeated.nest.repeated",
                "pages",
                "-c",
                "nest",
                FILES.resolve("nested.parquet"));
    }

    @Test
    void aHeapThatIsTooSmallIsASentence() throws IOException, InterruptedException {
        Path out = directory.resolve("out.parquet");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx40m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "from-json",
                        "-",
                        out.toString())
                .redirectInput(longLine().toFile())
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(text).hasLineCount(1).startsWith("parquetry: out of memory, with a heap of ");
        assertThat(out).doesNotExist();
    }

    private Path longLine() throws IOException {
        Path line = directory.resolve("line.ndjson");
        byte[] part = "x".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 64; i++) {
            Files.write(line, part, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        return line;
    }

    private static void assertMisuse(String begin, Object... arguments) {
        CommandLineRun run = CommandLineRun.of(arguments);
        assertThat(run.err()).startsWith(begin).contains("--help)").hasLineCount(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(2);
    }

    private static void assertFailure(String begin, Object... arguments) {
        CommandLineRun run = CommandLineRun.of(arguments);
        assertThat(run.err()).startsWith(begin).hasLineCount(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(1);
    }
}
