package io.parquetry.benchmarks;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The table of sizes has a line for each data set, codec and number of rows. */
class SizesTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter errors = new StringWriter();

    private int run(String... arguments) {
        return new CommandLine(new Sizes())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(errors))
                .execute(arguments);
    }

    @Test
    void everyDataSetGetsALineForEachCodecAndNumberOfRows() {
        int code = run("--data=a,b", "--codec=snappy,zstd", "--rows=100,1000", "--columns", "--shared=" + folder);
        assertThat(errors.toString()).isEmpty();
        assertThat(code).isZero();
        assertThat(out.toString()
                        .lines()
                        .filter(line -> line.matches("[ab]: .*(SNAPPY|ZSTD) +1000? .*[01]\\.\\d{4} .*")))
                .hasSize(8);
    }

    @Test
    void theFileOfMeasurementsIsNoLargerThanThatOfParquetJava() {
        run("--data=f", "--codec=snappy", "--rows=25000");
        String line = out.toString().lines().skip(1).findFirst().orElseThrow();
        assertThat(Double.parseDouble(line.trim().split(" +")[6])).isLessThanOrEqualTo(1);
    }

    @Test
    void theSmallestEncodingsAreComparedWithEveryEngine() {
        assertThat(run("--data=b", "--codec=snappy,gzip", "--rows=2000", "--encodings"))
                .isZero();
        String[] words =
                out.toString().lines().skip(1).findFirst().orElseThrow().trim().split(" +");
        long least = LongStream.of(5, 7, 8)
                .map(at -> Long.parseLong(words[(int) at]))
                .min()
                .orElseThrow();
        assertThat(Double.parseDouble(words[9]))
                .isCloseTo(Double.parseDouble(words[4]) / least, offset(0.0001))
                .isLessThan(1);
        assertThat(out.toString().lines().skip(2)).singleElement(as(STRING)).contains("GZIP");
    }

    @Test
    void decimalsAreSmallerInAlpThanPlain() {
        assertThat(run("--data=a", "--codec=uncompressed", "--rows=5000", "--doubles"))
                .isZero();
        String line = out.toString().lines().skip(1).findFirst().orElseThrow();
        String[] words = line.trim().split(" +");
        assertThat(Long.parseLong(words[7])).as(line).isLessThan(Long.parseLong(words[5]) / 2);
    }

    @Test
    void aWrongOptionIsReportedAndAMissingDataSetIsNamed() {
        assertThat(run("--data=x")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(errors.toString())
                .contains("--data is x; it must be one of [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o]");
        assertThat(run("--rows=0")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(errors.toString()).contains("--rows is 0; it must be at least 1");
        assertThat(run("--data=c", "--shared=" + folder)).isZero();
        assertThat(out.toString()).contains("data set c is left out");
    }
}
