package io.parquetry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;

/**
 * The archive as somebody unpacks it who has a Java and nothing else: it keeps
 * an archive of its classes, and does without where it cannot.
 */
@DisabledOnOs(OS.WINDOWS)
class DistributionIT {
    @TempDir
    private static Path temporary;

    private static Path installed;
    private static Path cache;
    private static Path rows;

    private record Run(int exitCode, String out, String err) {}

    @BeforeAll
    static void unpack() throws IOException, InterruptedException {
        installed = unpacked("there");
        cache = temporary.resolve("a cache");
        Path json = Files.writeString(temporary.resolve("rows.json"), "{\"a\": 1}\n{\"a\": 2}\n");
        rows = temporary.resolve("rows.parquet");
        Run first = parquetry("from-json", json.toString(), rows.toString());
        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(first.err()).isEmpty();
    }

    private static Path unpacked(String name) throws IOException, InterruptedException {
        Path directory = Files.createDirectory(temporary.resolve(name));
        run(List.of("tar", "xzf", System.getProperty("parquetry.archive"), "-C", directory.toString()), Map.of());
        try (Stream<Path> found = Files.list(directory)) {
            return found.toList().get(0);
        }
    }

    @Test
    void itRunsThroughALinkFromADirectoryWithABlank() throws IOException, InterruptedException {
        Path launcher = unpacked("a place").resolve("bin/parquetry");
        Path link = Files.createSymbolicLink(temporary.resolve("linked"), launcher);
        Run run = run(List.of(link.toString(), "count", rows.toString()), Map.of("PARQUETRY_CACHE", cache.toString()));
        assertThat(run).isEqualTo(new Run(0, "2\n", ""));
    }

    @Test
    void theClassesAreArchivedOnceAndLoadedFromThere() throws IOException, InterruptedException {
        List<Path> archives = archives();
        assertThat(parquetry("cat", "--limit", "1", rows.toString())).isEqualTo(new Run(0, "{\"a\":1}\n", ""));
        assertThat(archives()).isEqualTo(archives);

        Run logged = run(
                List.of(installed.resolve("bin/parquetry").toString(), "schema", rows.toString()),
                Map.of("PARQUETRY_CACHE", cache.toString(), "PARQUETRY_JAVA_OPTS", "-Xlog:class+load:stdout"));
        assertThat(logged.out()).contains("io.parquetry.format.file.ParquetReader source: shared objects file (top)");
    }

    @Test
    void anArchiveOfClassesThatIsBrokenOrCannotBeMadeIsDoneWithout() throws IOException, InterruptedException {
        List<String> count = List.of(installed.resolve("bin/parquetry").toString(), "count", rows.toString());
        Path broken = temporary.resolve("broken").resolve("parquetry");
        Files.createDirectories(broken);
        Files.writeString(broken.resolve(archives().get(0).getFileName()), "no archive");
        assertThat(run(count, Map.of("PARQUETRY_CACHE", broken.getParent().toString())))
                .isEqualTo(new Run(0, "2\n", ""));
        assertThat(run(count, Map.of("PARQUETRY_CACHE", rows.toString()))).isEqualTo(new Run(0, "2\n", ""));
        assertThat(run(count, Map.of("PARQUETRY_CACHE", "off"))).isEqualTo(new Run(0, "2\n", ""));
    }

    @Test
    void failuresAreSentences() throws IOException, InterruptedException {
        Run missing = parquetry("schema", temporary.resolve("missing.parquet").toString());
        assertThat(missing.exitCode()).isEqualTo(1);
        assertThat(missing.err()).hasLineCount(1).contains("missing.parquet");

        Run noHadoop = parquetry("schema", "hdfs://localhost:1/x.parquet");
        assertThat(noHadoop.exitCode()).isEqualTo(1);
        assertThat(noHadoop.err()).hasLineCount(1).contains("hadoop-client-api");

        Run noSuchCommand = parquetry("demo");
        assertThat(noSuchCommand.exitCode()).isEqualTo(2);
        assertThat(noSuchCommand.err()).hasLineCount(1).contains("there is no command 'demo'");
    }

    @Test
    void eachCommandHasAPageAndCompletions() throws IOException {
        String bash = Files.readString(installed.resolve("completions/parquetry.bash"));
        String fish = Files.readString(installed.resolve("completions/parquetry.fish"));
        for (Class<?> command : Main.class.getAnnotation(Command.class).subcommands()) {
            String name = command.getAnnotation(Command.class).name();
            assertThat(installed.resolve("man/man1/parquetry-" + name + ".1"))
                    .content()
                    .contains(".SH SYNOPSIS", ".SH OPTIONS");
            assertThat(bash).contains(name);
            assertThat(fish).contains("-a " + name + " ");
        }
        assertThat(installed.resolve("man/man1/parquetry-ledger-show.1")).exists();
    }

    @Test
    void theLicenceOfEachJarIsInTheJarOrBesideIt() throws IOException {
        assertThat(installed.resolve("LICENSE")).exists();
        assertThat(installed.resolve("NOTICE")).exists();
        assertThat(installed.resolve("licenses/zstd-jni.txt")).content().contains("Luben Karavelov", "Meta Platforms");
        List<String> rows = Files.readAllLines(installed.resolve("licenses/README.md")).stream()
                .filter(line -> line.startsWith("| `"))
                .toList();
        try (Stream<Path> jars = Files.list(installed.resolve("lib"))) {
            for (Path jar : jars.toList()) {
                String artifact = jar.getFileName().toString().replaceAll("(-[0-9].*)?\\.jar", "");
                try (ZipFile zip = new ZipFile(jar.toFile())) {
                    if (artifact.startsWith("parquetry")) {
                        assertThat(zip.getEntry("META-INF/LICENSE"))
                                .as(artifact)
                                .isNotNull();
                        assertThat(zip.getEntry("META-INF/NOTICE")).as(artifact).isNotNull();
                    } else if (zip.stream().noneMatch(each -> each.getName().matches("(META-INF/)?LICENSE[^/]*"))) {
                        assertThat(rows)
                                .as("rows of licenses/README.md for %s, which has no licence inside", artifact)
                                .filteredOn(row -> row.split("\\|")[1].contains("`" + artifact + "`"))
                                .hasSize(1);
                    }
                }
            }
        }
    }

    private static List<Path> archives() throws IOException {
        try (Stream<Path> found = Files.list(cache.resolve("parquetry"))) {
            return found.toList();
        }
    }

    private static Run parquetry(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(installed.resolve("bin/parquetry").toString()));
        command.addAll(List.of(arguments));
        return run(command, Map.of("PARQUETRY_CACHE", cache.toString()));
    }

    private static Run run(List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        Path out = temporary.resolve("out.txt");
        Path err = temporary.resolve("err.txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        int exitCode = builder.start().waitFor();
        return new Run(
                exitCode, Files.readString(out, StandardCharsets.UTF_8), Files.readString(err, StandardCharsets.UTF_8));
    }
}
