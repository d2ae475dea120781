package io.parquetry.benchmarks.jmh;

import io.parquetry.benchmarks.contender.Codec;
import io.parquetry.benchmarks.contender.Contenders;
import io.parquetry.benchmarks.contender.RecordWrite;
import io.parquetry.benchmarks.data.Dataset;
import io.parquetry.benchmarks.measure.Contender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Time to read one file, written by Parquetry. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public abstract class ReadBenchmark {
    @Param({"SNAPPY", "ZSTD"})
    public Codec codec;

    @Param("20000")
    public int rows;

    private Path folder;
    private Path file;
    private Contender contender;

    abstract Dataset data();

    abstract Contender contender(Path file);

    @Setup
    public void open() throws IOException {
        folder = Files.createTempDirectory("parquetry-jmh");
        file = folder.resolve("parquetry.parquet");
        RecordWrite<?> write = Contenders.parquetryWrite(data(), rows, codec, folder);
        write.renew();
        write.write();
        contender = contender(file);
    }

    @Benchmark
    public long read() throws IOException {
        return contender.run().rows();
    }

    @TearDown
    public void close() throws IOException {
        contender.close();
        Files.delete(file);
        Files.delete(folder);
    }
}
