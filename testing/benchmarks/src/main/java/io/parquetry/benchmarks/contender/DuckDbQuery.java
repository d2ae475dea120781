package io.parquetry.benchmarks.contender;

import io.parquetry.benchmarks.measure.Contender;
import io.parquetry.benchmarks.measure.CostMeter;
import io.parquetry.benchmarks.measure.RunCost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** DuckDB with one thread; reads a file with a statement. */
final class DuckDbQuery implements Contender {
    private final String name;
    private final Path file;
    private final String sql;
    private final DuckDb database = new DuckDb();
    private final long rows;

    /** @param sql with FILE in place of the file's name */
    DuckDbQuery(String name, Path file, String sql) throws IOException {
        this.name = name;
        this.file = file;
        this.sql = sql.replace("FILE", "read_parquet(" + DuckDb.quoted(file) + ")");
        rows = database.query("SELECT count(*) FROM read_parquet(" + DuckDb.quoted(file) + ")");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public RunCost run() throws IOException {
        CostMeter meter = new CostMeter();
        meter.start();
        database.execute(sql);
        meter.stop();
        return meter.cost(rows, Files.size(file));
    }

    @Override
    public void close() throws IOException {
        database.close();
    }
}
