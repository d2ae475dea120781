package io.parquetry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The README works as printed: its Java runs, and its coordinates are those of the engine. So does the example of
 * columns in docs/explanation/engine.md, which reads the README's file.
 */
class ReadmeTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern JAVA = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern XML = Pattern.compile("```xml\\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path directory;

    @Test
    void theExampleOfTheEngineRunsTwiceAsItStandsAndItsFileIsReadInColumns() throws Exception {
        Files.writeString(directory.resolve("Quakes.java"), first(JAVA, "README.md"));
        List<String> rows = List.of("{id=ci37868143, mag=2.0, at=[-118.66, 34.49, 26.49]}", "{id=ci37868135, at=[]}");
        assertThat(run("Quakes.java")).isEqualTo(rows);
        assertThat(run("Quakes.java")).isEqualTo(rows);

        Files.writeString(directory.resolve("Columns.java"), """
                import io.parquetry.format.file.*;
                import io.parquetry.format.filter.*;
                import io.parquetry.format.io.*;
                import io.parquetry.format.schema.*;
                import java.nio.file.*;
                import java.util.*;

                class Columns {
                    public static void main(String[] arguments) throws Exception {
                        Path file = Path.of("quakes.parquet");
                        %s
                    }
                }
                """.formatted(first(JAVA, "docs/explanation/engine.md")));
        assertThat(run("Columns.java")).containsExactly("sum of magnitudes: 2.0");
    }

    @Test
    void theTwoCommandsAreUnderTryIt() throws IOException {
        String readme = Files.readString(ROOT.resolve("README.md"));
        String tryIt = readme.substring(readme.indexOf("\n## Try it\n"));
        tryIt = tryIt.substring(0, tryIt.indexOf("\n## ", 1));

        assertThat(tryIt.lines()).anyMatch(line -> line.startsWith("bin/parquetry demo "));
        assertThat(tryIt.lines()).anyMatch(line -> line.startsWith("mvn -B verify "));
        assertThat(Files.readAllLines(ROOT.resolve(".ci/run"))).anyMatch(line -> line.startsWith("mvn -B verify "));
    }

    @Test
    void theCoordinatesAreThoseOfTheEngine() throws IOException {
        String pom = Files.readString(ROOT.resolve("format-core/pom.xml"));
        assertThat(first(XML, "README.md").lines().map(String::strip).filter(line -> !line.contains("dependency")))
                .hasSize(3)
                .allSatisfy(line -> assertThat(pom).contains(line));
    }

    /** The output of a source file of the directory, which Java compiles and starts. */
    private List<String> run(String source) throws IOException, InterruptedException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        // Newer JDKs warn there of native libraries.
        Path errors = directory.resolve("errors");
        Process example = new ProcessBuilder(
                        java.toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        source)
                .directory(directory.toFile())
                .redirectError(errors.toFile())
                .start();
        List<String> lines = new String(example.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(example.waitFor()).as(Files.readString(errors)).isZero();
        return lines;
    }

    private static String first(Pattern block, String page) throws IOException {
        Matcher matcher = block.matcher(Files.readString(ROOT.resolve(page)));
        assertThat(matcher.find()).as("a block like " + block + " in " + page).isTrue();
        return matcher.group(1);
    }
}
