package io.parquetry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The README works as printed: its Java compiles and runs, and its links exist. So does the example of columns in
 * docs/engine.md, which reads the README's file.
 */
class ReadmeTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern JAVA = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("]\\((?!https?:)([^)#]+)\\)");

    @TempDir
    private Path directory;

    @Test
    void theEngineExamplesCompileAndPrintTheirRowsAndTheSum() throws Exception {
        Path source = Files.writeString(directory.resolve("Example.java"), """
                import io.parquetry.format.file.*;
                import io.parquetry.format.filter.*;
                import io.parquetry.format.io.*;
                import io.parquetry.format.model.*;
                import io.parquetry.format.schema.*;
                import java.nio.file.*;
                import java.util.*;

                class Example {
                    public static void main(String[] arguments) throws Exception {
                        %s
                        %s
                    }
                }
                """.formatted(
                        first(JAVA, "README.md"), first(JAVA, "docs/engine.md")));
        String classPath = System.getProperty("java.class.path") + File.pathSeparator + directory;
        ByteArrayOutputStream complaints = new ByteArrayOutputStream();
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(null, complaints, complaints, "-proc:none", "-cp", classPath, source.toString());
        assertThat(compiled).as(complaints.toString(StandardCharsets.UTF_8)).isZero();

        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process example = new ProcessBuilder(java.toString(), "-cp", classPath, "Example")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();

        assertThat(new String(example.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "{id=ci37868143, mag=2.0, at=[-118.66, 34.49, 26.49]}",
                        "{id=ci37868135, at=[]}",
                        "sum of magnitudes: 2.0");
        assertThat(example.waitFor()).isZero();
    }

    @Test
    void itsLinksExist() throws IOException {
        try (Stream<String> links = LINK.matcher(readme()).results().map(link -> link.group(1))) {
            List<String> targets = links.toList();
            assertThat(targets)
                    .isNotEmpty()
                    .allSatisfy(link -> assertThat(ROOT.resolve(link)).exists());
        }
    }

    private static String first(Pattern block, String page) throws IOException {
        Matcher matcher = block.matcher(Files.readString(ROOT.resolve(page)));
        assertThat(matcher.find()).as("a block like " + block + " in " + page).isTrue();
        return matcher.group(1);
    }

    private static String readme() throws IOException {
        return Files.readString(ROOT.resolve("README.md"));
    }
}
