package io.parquetry.benchmarks.contender;

import io.parquetry.benchmarks.data.Dataset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Who runs against whom. We stand first in every list; ratios are taken against the first. */
public final class Contenders {
    private Contenders() {}

    /**
     * Writes a data set.
     *
     * @param folder an empty folder for their files
     */
    public static List<Contender> write(Dataset data, int rows, Codec codec, Path folder) throws IOException {
        Path seed = folder.resolve("seed.parquet");
        new ParquetryWrite(data, rows, seed, Codec.UNCOMPRESSED).run();
        return List.of(
                parquetryWrite(data, rows, codec, folder),
                parquetJavaWrite(data, rows, codec, folder),
                new ParquetJavaWrite.FromAvro(data, rows, folder.resolve("parquet-java-avro.parquet"), codec),
                new DuckDbWrite(seed, folder.resolve("duckdb.parquet"), codec));
    }

    /** We ourselves. */
    public static RecordWrite<?> parquetryWrite(Dataset data, int rows, Codec codec, Path folder) {
        return new ParquetryWrite(data, rows, folder.resolve("parquetry.parquet"), codec);
    }

    /** What an Avro-based sink does. */
    public static RecordWrite<?> parquetJavaWrite(Dataset data, int rows, Codec codec, Path folder) {
        return new ParquetJavaWrite.FromStructs(data, rows, folder.resolve("parquet-java.parquet"), codec);
    }
}
