package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.sink.table.AppendLooks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

/** What is lost or damaged keeps its partition waiting until a person decides, and no other one. */
class IcebergFaultsTest extends TopicToTable {
    @Test
    void aTableThatHasLostItsPositionsIsLeftAlone() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        look();
        produce(ZERO, 9, 18);
        runTask();
        look();
        assertThat(offsets()).isEqualTo(produced());
        String property = "parquetry.lake%2E1.orders.0";
        String position = table().properties().get(property);
        table().updateProperties().remove(property).commit();
        produce(ZERO, 18, 27);
        runTask();
        AppendLooks.Result result = look();
        assertThat(result.faults()).isEqualTo(1);
        assertThat(offsets()).hasSize(18);
        table().updateProperties().set(property, position).commit();
        look();
        assertThat(offsets()).isEqualTo(produced());
    }

    /** The ledger has not learnt a position yet, and its entry 1 is still there. */
    @Test
    void aTableThatLosesItsPositionAtOnceIsLeftAlone() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        look();
        String property = "parquetry.lake%2E1.orders.0";
        String position = table().properties().get(property);
        table().updateProperties().remove(property).commit();
        assertThat(look().faults()).isEqualTo(1);
        assertThat(offsets()).isEqualTo(produced());
        table().updateProperties().set(property, position).commit();
        produce(ZERO, 9, 12);
        runTask();
        assertThat(look().faults()).isZero();
        assertThat(offsets()).isEqualTo(produced());
    }

    @Test
    void aMalformedPositionStopsItsPartitionOnly() throws IOException {
        produce(ZERO, 0, 9);
        produce(ONE, 0, 9);
        runTask();
        look();
        String property = "parquetry.lake%2E1.orders.0";
        String position = table().properties().get(property);
        table().updateProperties().set(property, "twelve").commit();
        produce(ZERO, 9, 12);
        produce(ONE, 9, 12);
        runTask();
        assertThat(look().faults()).isEqualTo(1);
        assertThat(offsets()).contains("1:11").doesNotContain("0:11");
        table().updateProperties().set(property, position).commit();
        assertThat(look().faults()).isZero();
        assertThat(offsets()).isEqualTo(produced());
    }

    @Test
    void aDamagedFileStopsItsPartitionOnly() throws IOException {
        produce(ZERO, 0, 3);
        produce(ONE, 0, 3);
        runTask();
        Path file;
        try (Stream<Path> files = Files.walk(directory.resolve("topics"))) {
            file = files.filter(path -> path.toString().contains("orders+0+"))
                    .findFirst()
                    .orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(file);
        byte[] damaged = bytes.clone();
        damaged[damaged.length - 1] = 'X';
        Files.write(file, damaged);
        assertThat(look().faults()).isEqualTo(1);
        assertThat(offsets()).containsExactly("1:0", "1:1", "1:2");
        Files.write(file, bytes);
        assertThat(look().faults()).isZero();
        assertThat(offsets()).isEqualTo(produced());
    }

    @Test
    void aFileOfBeforeTheTableStopsItsPartitionOnly() throws IOException {
        produce(ZERO, 0, 3);
        runWithoutTable();
        produce(ONE, 0, 3);
        runTask();
        AppendLooks.Result result = look();
        assertThat(result.faults()).isEqualTo(1);
        assertThat(result.reasons().get(ZERO)).contains("orders+0+").contains("no field id");
        assertThat(offsets()).containsExactly("1:0", "1:1", "1:2");
    }

    /** The table was created anew with other columns, and somebody has set the position of the old one. */
    @Test
    void aFileWhoseColumnsTheTableCannotHaveStopsItsPartitionOnly() throws IOException {
        produce(ZERO, 0, 3);
        produce(ONE, 0, 3);
        runTask();
        look();
        produce(ZERO, 3, 6);
        runTask();
        Map<String, String> positions = table().properties();
        catalog().dropTable(NAME, false);
        catalog()
                .createTable(
                        NAME,
                        new org.apache.iceberg.Schema(Types.NestedField.optional(1, "id", Types.StringType.get())));
        var restored = table().updateProperties();
        positions.forEach((key, value) -> {
            if (key.startsWith("parquetry.")) {
                restored.set(key, value);
            }
        });
        restored.commit();
        AppendLooks.Result result = look();
        assertThat(result.reasons()).containsOnlyKeys(ZERO);
        assertThat(result.reasons().get(ZERO)).contains("its column");
        assertThat(rows()).isEmpty();
    }

    @Test
    void aDamagedEntryOfALedgerStopsItsPartitionOnly() throws IOException {
        produce(ZERO, 0, 3);
        produce(ONE, 0, 3);
        runTask();
        Path ledger = directory.resolve("_parquetry/lake.1/orders/0");
        Path newest;
        try (Stream<Path> entries = Files.list(ledger)) {
            newest = entries.filter(path -> LedgerDirectory.sequenceOf(
                                    path.getFileName().toString())
                            .isPresent())
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
        }
        byte[] whole = Files.readAllBytes(newest);
        Files.writeString(newest, "{");
        assertThat(look().reasons()).containsOnlyKeys(ZERO);
        assertThat(offsets()).containsExactly("1:0", "1:1", "1:2");
        Files.write(newest, whole);
        assertThat(look().faults()).isZero();
        assertThat(offsets()).isEqualTo(produced());
    }

    @Test
    void anotherLedgerIsNotContinued() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        look();
        long before = table().currentSnapshot().snapshotId();
        deleteTree(directory.resolve("_parquetry"));
        deleteTree(directory.resolve("topics"));
        runTask();
        assertThat(look().faults()).isEqualTo(1);
        assertThat(table().currentSnapshot().snapshotId()).isEqualTo(before);
    }

    @Test
    void aFileThatWasDeletedBeforeItWasAppendedIsLeftOut() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        try (Stream<Path> files = Files.walk(directory.resolve("topics"))) {
            Files.delete(files.filter(path -> path.toString().endsWith(".parquet"))
                    .sorted()
                    .findFirst()
                    .orElseThrow());
        }
        look();
        assertThat(offsets()).hasSize(6);
    }
}
