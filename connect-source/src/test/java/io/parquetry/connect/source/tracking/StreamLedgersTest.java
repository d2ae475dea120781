package io.parquetry.connect.source.tracking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.ledger.CommittedOffset;
import io.parquetry.connect.common.naming.DataFileName;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.source.CountingStorage;
import io.parquetry.connect.source.TestTree;
import io.parquetry.connect.source.discover.DataFile;
import io.parquetry.connect.source.offset.SinkStream;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One directory has all ledgers of its topic-partition. Of several directories each has the ledger of the connector that
 * wrote its newest file, or none.
 */
class StreamLedgersTest {
    private static final SinkStream EAST = new SinkStream("east", "orders", 0);
    private static final SinkStream WEST = new SinkStream("west", "orders", 0);

    @TempDir
    Path directory;

    private TestTree tree;
    private CountingStorage storage;
    private StreamLedgers ledgers;

    @BeforeEach
    void begin() {
        tree = new TestTree(directory);
        storage = new CountingStorage(directory);
        ledgers = new StreamLedgers(storage);
    }

    /** Writes the ledger of a connector. */
    private void ledger(String connector, long nextOffset, DataFile... files) throws IOException {
        String[] paths = java.util.stream.Stream.of(files).map(DataFile::path).toArray(String[]::new);
        tree.ledger("orders", 0, 7, 0, nextOffset, paths);
        Path from = directory.resolve("_parquetry/sink");
        Files.move(from, directory.resolve("_parquetry/" + connector));
    }

    /** Writes a file that says which connector wrote it; "" to say nothing. */
    private DataFile file(String sinkDirectory, long first, String connector) throws IOException {
        DataFileName name = new DataFileName("orders", 0, first, first + 1, 0);
        MemoryOutputFile out = new MemoryOutputFile("memory");
        try (ParquetWriter<Map<String, ?>> writer = ParquetWriter.create(
                out,
                MessageType.parse("message m { required int32 n; }"),
                PlainRecords.walker(),
                WriterOptions.DEFAULT)) {
            writer.putKeyValue("parquetry.connector", connector);
            writer.finish();
        }
        String path = tree.put(sinkDirectory + "/orders/" + name.format(), out.toByteArray());
        return new DataFile(new StoredFile(path, 100, 5), Optional.of(name));
    }

    private void scan(DataFile... files) throws IOException {
        ledgers.refresh(() -> java.util.stream.Stream.of(files).forEach(ledgers::see));
        ledgers.beginScan();
        java.util.stream.Stream.of(files).forEach(ledgers::visit);
        ledgers.finishScan();
    }

    private Optional<Long> committed(SinkStream stream) {
        return ledgers.of(stream).map(CommittedOffset::nextOffset);
    }

    @Test
    void ofSeveralLedgersOfOneDirectoryTheLargestPositionCounts() throws IOException {
        ledger("a", 5);
        ledger("b", 8);
        ledger("c", 3);

        scan(file("east", 1, "c"));

        assertThat(committed(EAST)).contains(8L);
    }

    @Test
    void ofSeveralDirectoriesEachHasTheLedgerThatNamesItsNewestFile() throws IOException {
        DataFile older = file("east", 1, "");
        DataFile newest = file("east", 3, "");
        DataFile west = file("west", 1, "");
        ledger("a", 5, newest);
        ledger("b", 8, west);

        scan(older, newest, west);
        assertThat(committed(EAST)).contains(5L);
        assertThat(committed(WEST)).contains(8L);

        ledgers = new StreamLedgers(storage);
        scan(west, newest, older);
        assertThat(committed(EAST)).contains(5L);
    }

    @Test
    void whereNoLedgerNamesTheNewestFileItsFooterTellsTheConnector() throws IOException {
        ledger("a", 5);
        ledger("b", 8);

        scan(file("east", 1, "a"), file("west", 1, ""));

        assertThat(committed(EAST)).contains(5L);
        assertThat(committed(WEST)).isEmpty();
    }

    @Test
    void aDirectoryThatIsBoundIsNotLookedAtAgain() throws IOException {
        ledger("a", 5);
        DataFile east = file("east", 1, "a");
        DataFile west = file("west", 1, "b");
        scan(east, west);
        scan(east, west, file("east", 3, "b"));

        assertThat(storage.opened).filteredOn(path -> path.endsWith(".parquet")).hasSize(2);
        assertThat(committed(EAST)).contains(5L);
    }

    @Test
    void aFileThatCannotBeReadIsLookedAtAgain() throws IOException {
        ledger("a", 5);
        DataFile east = file("east", 1, "a");
        DataFile west = file("west", 1, "b");
        storage.forbidden = east.path();
        scan(east, west);
        assertThat(committed(EAST)).isEmpty();

        storage.forbidden = "";
        scan(east, west);
        assertThat(committed(EAST)).contains(5L);
    }

    @Test
    void theLedgerOfADirectoryEndsWithThatOfItsConnector() throws IOException {
        ledger("a", 5);
        scan(file("east", 1, "a"));
        assertThat(committed(EAST)).contains(5L);

        tree.delete("_parquetry/a/orders/0/0000000007.commit");
        Files.delete(directory.resolve("_parquetry/a/orders/0"));
        Files.delete(directory.resolve("_parquetry/a/orders"));
        Files.delete(directory.resolve("_parquetry/a"));
        scan(file("east", 1, "a"));

        assertThat(committed(EAST)).isEmpty();
    }

    /** The position and the files of a broken ledger are not known any more, so that its stream must be held. */
    @Test
    void aLedgerThatBreaksHoldsItsStreamAlsoWhenTheStorageFailsAtAnother() throws IOException {
        DataFile east = file("east", 1, "a");
        ledger("a", 5, east);
        ledger("b", 8);
        scan(east);
        assertThat(ledgers.isNeeded(east.path(), Optional.of(EAST))).isTrue();

        Files.writeString(directory.resolve("_parquetry/a/orders/0/0000000008.commit"), "no entry");
        storage.failing = "_parquetry/b";
        assertThatThrownBy(() -> scan(east)).hasMessage("Input/output error");

        assertThat(ledgers.isNeeded(east.path(), Optional.of(EAST))).isTrue();
    }

    /** The files of its new position are listed only after a refresh that does not fail. */
    @Test
    void aLedgerThatIsRepairedHoldsItsStreamUntilAllLedgersAreRead() throws IOException {
        DataFile east = file("east", 1, "a");
        ledger("a", 5, east);
        ledger("b", 8);
        tree.put("_parquetry/a/orders/0/0000000008.commit", "no entry".getBytes(StandardCharsets.UTF_8));
        scan(east);
        assertThat(ledgers.isHeld(EAST)).isTrue();

        tree.delete("_parquetry/a/orders/0/0000000008.commit");
        storage.failing = "_parquetry/b";
        assertThatThrownBy(() -> scan(east)).hasMessage("Input/output error");
        assertThat(ledgers.isHeld(EAST)).isTrue();

        storage.failing = "";
        scan(east);
        assertThat(ledgers.isHeld(EAST)).isFalse();
    }

    /** The directory of all ledgers fails behind the first connector, and then this connector's directory too. */
    @Test
    void theLedgersOfConnectorsThatAreNotListedAreKept() throws IOException {
        DataFile east = file("east", 1, "a");
        DataFile west = file("west", 1, "b");
        ledger("a", 5, east);
        ledger("b", 8, west);
        scan(east, west);

        for (String connector : List.of("_parquetry/a", "_parquetry/b")) {
            storage.cutAfter = connector;
            storage.failing = connector;
            assertThatThrownBy(() -> scan(east, west)).hasMessage("Input/output error");
        }

        assertThat(ledgers.isNeeded(east.path(), Optional.of(EAST))).isTrue();
        assertThat(ledgers.isNeeded(west.path(), Optional.of(WEST))).isTrue();
    }
}
