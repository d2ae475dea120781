package io.parquetry.connect.sink.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectorLedgersTest {
    private final MemoryDisk disk = new MemoryDisk();
    private final ConnectorLedgers ledgers = new ConnectorLedgers(new MemoryStorage(disk), "lake.1");

    private void place(String topic) {
        disk.place(
                new LedgerDirectory("lake.1", topic, 0).entry(1),
                LedgerEntry.first().format());
    }

    /** Names of directories do not begin or end with a dot. */
    @Test
    void findsTopicsWhoseNamesBeginOrEndWithDots() throws IOException {
        List<String> topics = List.of("orders", ".orders", "orders.", "..orders..", "x.y");
        topics.forEach(this::place);
        assertThat(ledgers.topics()).containsExactlyInAnyOrderElementsOf(topics);
    }

    @Test
    void ignoresDirectoriesThatAreNoTopics() throws IOException {
        place("orders");
        disk.place(
                "_parquetry/lake.1/%6Frders/0/0000000001.commit",
                LedgerEntry.first().format());
        assertThat(ledgers.topics()).containsExactly("orders");
    }
}
