package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.DiscoverySettings;
import io.parquetry.format.TestData;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

/**
 * The source's task sends three million flights, and each value is equal to what DuckDB reads; in the normal build the last
 * {@code flights.rows} of them, with {@code -Psource-at-length} all.
 */
class FlightsToTopicTest {
    private static final int ROWS = Integer.getInteger("flights.rows", 300_000);
    private static final int ROWS_IN_FILE = 3_000_000;

    @Test
    void eachValueIsEqualToWhatDuckDbReads() throws IOException, SQLException {
        Path flights = TestData.shared("data/flights-3m.parquet");
        int firstRow = ROWS_IN_FILE - ROWS;
        TaskHarness harness = new TaskHarness(new TestTree(flights.getParent()))
                .with(DiscoverySettings.PATH_INCLUDE, "flights-3m.parquet")
                .with(DeliverySettings.BATCH_MAX_RECORDS, "10000");
        harness.context.commit(Map.of("file", "flights-3m.parquet"), Map.of("row", firstRow));
        harness.start();
        harness.scan();
        harness.nowMs += TaskHarness.SCAN_MS;
        long begun = System.nanoTime();
        int compared = 0;
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duck.createStatement();
                ResultSet expected = statement.executeQuery(
                        "SELECT epoch_us(date) AS us, delay, distance, origin, destination FROM read_parquet('"
                                + flights
                                + "', file_row_number = true) WHERE file_row_number >= " + firstRow
                                + " ORDER BY file_row_number")) {
            for (List<SourceRecord> batch = harness.poll(); !batch.isEmpty(); batch = harness.poll()) {
                for (SourceRecord record : batch) {
                    assertThat(expected.next()).isTrue();
                    requireSame((Struct) record.value(), expected, firstRow + compared);
                    compared++;
                }
            }
            assertThat(expected.next()).isFalse();
        }
        System.out.printf("%,d flights compared in %d ms%n", compared, (System.nanoTime() - begun) / 1_000_000);
        assertThat(compared).isEqualTo(ROWS);
        harness.stop();
    }

    private static void requireSame(Struct flight, ResultSet expected, int row) throws SQLException {
        boolean same = flight.getInt64("date") == expected.getLong("us")
                && flight.getInt64("delay") == expected.getLong("delay")
                && flight.getInt64("distance") == expected.getLong("distance")
                && flight.getString("origin").equals(expected.getString("origin"))
                && flight.getString("destination").equals(expected.getString("destination"));
        if (!same) {
            throw new AssertionError("row " + row + " is not what DuckDB reads: " + flight);
        }
    }
}
