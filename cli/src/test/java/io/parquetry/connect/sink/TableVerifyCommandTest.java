package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.junit.jupiter.api.Test;

/** {@code parquetry table verify} finds what is missing in a table or there twice, whoever wrote its files. */
class TableVerifyCommandTest extends TopicToTableCommands {
    private void written(long from, long to) throws IOException {
        produce(ZERO, from, to);
        produce(ONE, from, to);
        runTask();
        look();
    }

    @Test
    void aTableThatHasEveryOffsetOnceHasNoFault() throws IOException {
        written(0, 10);
        written(10, 21);
        CommandLineRun verified = run("verify");
        assertThat(verified.out())
                .isEqualTo("orders-0: offsets 0 to 20, 21 records, each once\n"
                        + "orders-1: offsets 0 to 20, 21 records, each once\n1 table, no fault\n");
        assertThat(verified.exitCode()).isZero();
        produce(ZERO, 21, 30);
        runTask();
        assertThat(run("verify").exitCode()).as("what waits is no gap").isZero();
    }

    @Test
    void aFileThatIsNotInTheTableIsAGapWithItsName() throws IOException {
        written(0, 9);
        DataFile middle = files().get(1);
        table().newDelete().deleteFile(middle).commit();
        CommandLineRun verified = run("verify");
        assertThat(verified.exitCode()).isEqualTo(1);
        assertThat(verified.out())
                .contains("orders-0: offsets 3 to 5 are missing in the table, and in topics/orders/")
                .contains("+0000000003+0000000005.parquet, which it does not have\n")
                .contains("orders-1: offsets 0 to 8, 9 records, each once\n", "1 table, 1 fault\n");
    }

    @Test
    void theLastOffsetsAreMissedToo() throws IOException {
        written(0, 9);
        table().newDelete().deleteFile(files().get(2)).commit();
        assertThat(run("verify").out()).contains("orders-0: offsets 6 to 8 are missing in the table");
    }

    @Test
    void aFileThatIsInTheTableTwiceIsNamed() throws IOException {
        written(0, 9);
        DataFile file = files().get(0);
        Path copy = directory.resolve("copy.parquet");
        Files.copy(Path.of(java.net.URI.create(file.location())), copy);
        Table table = table();
        table.newAppend()
                .appendFile(org.apache.iceberg.DataFiles.builder(PartitionSpec.unpartitioned())
                        .copy(file)
                        .withPath(copy.toString())
                        .build())
                .commit();
        CommandLineRun verified = run("verify");
        assertThat(verified.exitCode()).isEqualTo(1);
        assertThat(verified.out())
                .contains("orders-0: offsets 0 to 2 are more than once in the table, in ")
                .contains(file.location())
                .contains(copy.toString());
    }

    @Test
    void filesOfACompactionAreCheckedByTheirColumns() throws IOException {
        written(0, 20);
        rewrite(shuffled());
        assertThat(run("verify").out()).contains("orders-1: offsets 0 to 19, 20 records, each once\n1 table, no fault");
        List<Record> fewer = shuffled();
        fewer.removeIf(
                row -> ((Record) row.getField("_kafka")).getField("offset").equals(7L));
        rewrite(fewer);
        assertThat(run("verify").out())
                .contains("orders-0: offset 7 is missing in the table, and in topics/orders/", "1 table, 2 faults");
        List<Record> twice = shuffled();
        twice.add(twice.get(0).copy());
        rewrite(twice);
        assertThat(run("verify").out()).contains("more than once in the table, in ", "1 table, 3 faults");
    }

    /** Offset 4 is a marker of a transaction, 5 and 6 were compacted away. */
    @Test
    void offsetsThatKafkaNeverHadAreNoGap() throws IOException {
        produce(ZERO, 0, 12);
        log.get(ZERO).keySet().removeAll(Set.of(4L, 5L, 6L));
        runTask();
        look();
        assertThat(run("verify").out()).contains("orders-0: offsets 0 to 11, 9 records, each once");
        rewrite(shuffled());
        assertThat(run("verify").out()).contains("orders-0: offsets 0 to 11, 9 records, each once");
    }

    @Test
    void withoutTheColumnsNamesAndFootersTell() throws IOException {
        more.put("record.metadata", "none");
        more.put("record.layout", "nested");
        produce(ZERO, 0, 12);
        log.get(ZERO).keySet().removeAll(Set.of(4L, 5L, 6L));
        runTask();
        look();
        assertThat(run("verify").out()).contains("orders-0: offsets 0 to 11, 9 records, each once");
        table().newDelete().deleteFile(files().get(1)).commit();
        assertThat(run("verify").out()).contains("orders-0: offsets 3 to 8 are missing");
        rewrite(shuffled());
        assertThat(run("verify").out()).contains("has no columns _kafka.topic, partition and offset; its 6 rows");
    }

    @Test
    void deleteFilesAndFilesThatAreGoneAreNamed() throws IOException {
        written(0, 6);
        Table table = table();
        PositionDeleteWriter<Record> writer = writers(table).newPositionDeleteWriter(out(table), table.spec(), null);
        PositionDelete<Record> delete = PositionDelete.create();
        try (writer) {
            writer.write(delete.set(files().get(0).location(), 1));
        }
        DeleteFile deletes = writer.toDeleteFile();
        table.newRowDelta().addDeletes(deletes).commit();
        CommandLineRun verified = run("verify");
        assertThat(verified.exitCode()).isZero();
        assertThat(verified.out()).contains(deletes.location() + ": deletes 1 row of lake.orders");
        Files.delete(Path.of(java.net.URI.create(files().get(0).location())));
        assertThat(run("verify").out())
                .contains(files().get(0).location() + ": is in the table and gone from the storage")
                .contains("1 table, 1 fault");
    }

    @Test
    void aTableThatIsNotThereIsAFault() throws IOException {
        more.put("table.create", "false");
        more.put("topics", TOPIC);
        CommandLineRun verified = run("verify");
        assertThat(verified.exitCode()).isEqualTo(1);
        assertThat(verified.out()).contains("there is no table lake.orders in the catalog; create it");
    }

    @Test
    void aBranchThatIsNotThereIsAFault() throws IOException {
        written(0, 3);
        more.put("table.branch", "audti");
        table().manageSnapshots().createBranch("audit").commit();
        CommandLineRun verified = run("verify");
        assertThat(verified.exitCode()).isEqualTo(1);
        assertThat(verified.out()).contains("lake.orders has no branch audti, but audit, main", "1 table, 1 fault");
        assertThat(run("show").out()).contains("lake.orders has no branch audti, but audit, main");
    }

    /** Rows of another program have no offset. */
    @Test
    void rowsWithoutAnOffsetAreCounted() throws IOException {
        written(0, 3);
        List<Record> rows = shuffled();
        Record foreign = rows.get(0).copy();
        foreign.setField("_kafka", null);
        rows.add(foreign);
        rewrite(rows);
        assertThat(run("verify").out()).contains("1 row without _kafka.offset cannot be checked");
    }
}
