package io.parquetry.benchmarks.contender;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** An in-memory database with one thread. */
final class DuckDb implements Closeable {
    private final Connection connection;

    DuckDb() throws IOException {
        try {
            connection = DriverManager.getConnection("jdbc:duckdb:");
        } catch (SQLException e) {
            throw new IOException("DuckDB does not start: " + e.getMessage(), e);
        }
        execute("SET threads = 1");
    }

    void execute(String sql) throws IOException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IOException("DuckDB refuses '" + sql + "': " + e.getMessage(), e);
        }
    }

    /** Runs a query to its end and returns the first number of its first row. */
    long query(String sql) throws IOException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new IOException("DuckDB refuses '" + sql + "': " + e.getMessage(), e);
        }
    }

    static String quoted(Path file) {
        return "'" + file.toString().replace("'", "''") + "'";
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IOException("DuckDB does not stop: " + e.getMessage(), e);
        }
    }
}
