package io.parquetry.benchmarks.jmh;

import io.parquetry.benchmarks.contender.Codec;
import io.parquetry.benchmarks.contender.Contenders;
import io.parquetry.benchmarks.contender.RecordWrite;
import io.parquetry.benchmarks.data.Dataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Time to write one file. New records are created before each, outside the measured time. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public abstract class WriteBenchmark {
    @Param({"SNAPPY", "ZSTD"})
    public Codec codec;

    @Param("20000")
    public int rows;

    /** {@code parquet-java} starts from Structs too and converts them to Avro. */
    @Param({"parquetry", "parquet-java"})
    public String contender;

    private Path folder;
    private RecordWrite<?> write;

    abstract Dataset data();

    @Setup
    public void open() throws IOException {
        folder = Files.createTempDirectory("parquetry-jmh");
        write = switch (contender) {
            case "parquetry" -> Contenders.parquetryWrite(data(), rows, codec, folder);
            case "parquet-java" -> Contenders.parquetJavaWrite(data(), rows, codec, folder);
            default -> throw new IllegalArgumentException("no contender " + contender);
        };
    }

    @Setup(Level.Invocation)
    public void renew() {
        write.renew();
    }

    @Benchmark
    public long write() throws IOException {
        return write.write();
    }

    @TearDown
    public void close() throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
