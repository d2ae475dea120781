package io.parquetry.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Each JMH benchmark runs with each contender. The times are not tested. */
class JmhSmokeTest {
    @Test
    void everyBenchmarkRunsWithEveryContender() throws Exception {
        List<RunResult> results = List.copyOf(new Runner(new OptionsBuilder()
                        .forks(0)
                        .warmupIterations(0)
                        .measurementIterations(1)
                        .measurementTime(TimeValue.milliseconds(1))
                        .param("rows", "100")
                        .param("codec", "SNAPPY")
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run());
        assertThat(results)
                .extracting(JmhSmokeTest::name)
                .containsExactlyInAnyOrder(
                        "FlatWrite, parquetry",
                        "FlatWrite, parquet-java",
                        "NestedWrite, parquetry",
                        "NestedWrite, parquet-java",
                        "FlatRead, parquetry",
                        "FlatRead, parquet-java",
                        "NestedRead, parquetry",
                        "NestedRead, parquet-java",
                        "ColumnDecode, alone");
    }

    private static String name(RunResult result) {
        String benchmark = result.getParams().getBenchmark().replaceAll(".*\\.(\\w+)Benchmark\\..*", "$1");
        String contender = result.getParams().getParam("contender");
        return benchmark + ", " + (contender == null ? "alone" : contender);
    }
}
