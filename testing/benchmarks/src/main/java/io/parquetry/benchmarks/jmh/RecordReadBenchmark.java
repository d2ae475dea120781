package io.parquetry.benchmarks.jmh;

import io.parquetry.benchmarks.contender.Contenders;
import io.parquetry.benchmarks.measure.Contender;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Param;

/** Reads a record of every row. */
public abstract class RecordReadBenchmark extends ReadBenchmark {
    /** {@code parquet-java} reads Avro records. */
    @Param({"parquetry", "parquet-java"})
    public String contender;

    @Override
    Contender contender(Path file) {
        return switch (contender) {
            case "parquetry" -> Contenders.parquetryRead(file);
            case "parquet-java" -> Contenders.parquetJavaRead(file);
            default -> throw new IllegalArgumentException("no contender " + contender);
        };
    }
}
