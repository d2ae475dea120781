package io.parquetry.format.hostile.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs Jazzer on each target for {@code -Dfuzz.seconds}; only in the profile {@code fuzz}, which adds Jazzer.
 * Findings are in {@code target/fuzz}, with the corpus for the next run.
 */
class FuzzIT {
    private static final String JAZZER = "com.code_intelligence.jazzer.Jazzer";
    private static final int SECONDS = Integer.getInteger("fuzz.seconds", 120);
    private static final Path FOLDER = Path.of("target", "fuzz");

    @ParameterizedTest
    @EnumSource
    void jazzerFindsNothing(FuzzTarget target) throws Exception {
        assumeThat(isThere()).as("Jazzer, which the profile fuzz brings").isTrue();
        Path corpus = Files.createDirectories(FOLDER.resolve(target.target().getSimpleName()));
        int number = 0;
        for (byte[] seed : target.seeds()) {
            Files.write(corpus.resolve("seed-" + number++), seed);
        }
        List<String> said = run(target, corpus);
        System.out.println(target + ": "
                + said.stream()
                        .filter(line -> line.startsWith("Done "))
                        .findFirst()
                        .orElse("no figure"));
    }

    private static boolean isThere() {
        try {
            Class.forName(JAZZER, false, FuzzIT.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static List<String> run(FuzzTarget target, Path corpus) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx1g",
                        "-cp",
                        System.getProperty("java.class.path"),
                        JAZZER,
                        "--target_class=" + target.target().getName(),
                        "--instrumentation_includes=io.parquetry.format.**",
                        "--reproducer_path=" + FOLDER,
                        corpus.toString(),
                        "-artifact_prefix=" + FOLDER + "/",
                        "-max_total_time=" + SECONDS,
                        "-timeout=60")
                .redirectErrorStream(true)
                .start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).as(said).isZero();
            return said.lines().toList();
        } finally {
            process.destroyForcibly();
        }
    }
}
