package io.parquetry.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The alerts fire where {@code docker/monitoring/alerts_test.yaml} says so, as Prometheus' own tool finds. */
class AlertRulesTest {
    private static final Path TESTS = MonitoringFiles.DIRECTORY.resolve("alerts_test.yaml");

    private static Path promtool() {
        Optional<Path> program = Stream.of(
                        System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(directory -> Path.of(directory, "promtool"))
                .filter(Files::isExecutable)
                .findFirst();
        assumeTrue(program.isPresent(), "AlertRulesTest is skipped: there is no promtool on the PATH");
        return program.get();
    }

    @Test
    void alertsFireWhenTheyShouldAndOnlyThen() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(promtool().toString(), "test", "rules", TESTS.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(output).isZero();
    }

    @Test
    void eachAlertHasATest() {
        String tests = MonitoringFiles.text(TESTS);
        assertThat(MonitoringFiles.alerts())
                .extracting(alert -> alert.get("alert").asText())
                .allMatch(tests::contains);
    }
}
