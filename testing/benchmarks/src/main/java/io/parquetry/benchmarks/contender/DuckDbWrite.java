package io.parquetry.benchmarks.contender;

import io.parquetry.benchmarks.measure.Contender;
import io.parquetry.benchmarks.measure.CostMeter;
import io.parquetry.benchmarks.measure.RunCost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** DuckDB with one thread. It writes a table in memory, so it starts from columns and not from records. */
final class DuckDbWrite implements Contender {
    private final Path file;
    private final Codec codec;
    private final DuckDb database = new DuckDb();
    private final long rows;

    /** @param source a Parquet file with the rows */
    DuckDbWrite(Path source, Path file, Codec codec) throws IOException {
        this.file = file;
        this.codec = codec;
        database.execute("CREATE TABLE records AS SELECT * FROM read_parquet(" + DuckDb.quoted(source) + ")");
        rows = database.query("SELECT count(*) FROM records");
    }

    @Override
    public String name() {
        return "DuckDB, 1 thread, from a table in memory";
    }

    @Override
    public RunCost run() throws IOException {
        Files.deleteIfExists(file);
        String copy = "COPY records TO " + DuckDb.quoted(file) + " (FORMAT parquet, " + codec.duckDb() + ")";
        CostMeter meter = new CostMeter();
        meter.start();
        database.execute(copy);
        meter.stop();
        return meter.cost(rows, Files.size(file));
    }

    @Override
    public void close() throws IOException {
        database.close();
    }
}
