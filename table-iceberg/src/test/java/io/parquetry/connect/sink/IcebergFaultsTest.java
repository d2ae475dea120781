package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.common.Await;
import io.parquetry.connect.common.ledger.LedgerEntry;
import io.parquetry.connect.common.ledger.LedgerReader;
import io.parquetry.connect.common.ledger.TablePosition;
import io.parquetry.connect.common.naming.LedgerDirectory;
import io.parquetry.connect.common.storage.LocalStorage;
import io.parquetry.connect.sink.table.AppendLooks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** The types fit, so that the values would be in the wrong columns. */
    @Test
    void aFileWhoseColumnsHaveOtherIdsInTheTableStopsItsPartitionOnly() throws IOException {
        Schema value = SchemaBuilder.struct()
                .field("city", Schema.STRING_SCHEMA)
                .field("street", Schema.STRING_SCHEMA)
                .build();
        produce(ZERO, 0, value, new Struct(value).put("city", "Bern").put("street", "Gasse"));
        FakeWorker worker = start();
        look();
        Map<String, String> positions = table().properties();
        List<Types.NestedField> swapped = new ArrayList<>(table().schema().columns());
        swapped.add(0, swapped.remove(1));
        catalog().dropTable(NAME, false);
        catalog().createTable(NAME, new org.apache.iceberg.Schema(swapped));
        var restored = table().updateProperties();
        positions.forEach((key, text) -> {
            if (key.startsWith("parquetry.")) {
                restored.set(key, text);
            }
        });
        restored.commit();
        produce(ZERO, 1, value, new Struct(value).put("city", "Bonn").put("street", "Weg"));
        worker.drain(5);
        stop(worker);
        AppendLooks.Result result = look();
        assertThat(result.reasons()).containsOnlyKeys(ZERO);
        assertThat(result.reasons().get(ZERO)).contains("its column city has the field id 1");
        assertThat(rows()).isEmpty();
    }

    /** A reader fails at the whole table if one file lacks a required column. */
    @Test
    void aFileWithoutARequiredColumnWaitsUntilItIsOptional() throws IOException {
        produce(ZERO, 0, 3);
        runTask();
        table().updateSchema()
                .allowIncompatibleChanges()
                .addRequiredColumn("must", Types.LongType.get())
                .commit();
        assertThat(look().reasons().get(ZERO)).contains("lacks the column must");
        assertThat(rows()).isEmpty();
        table().updateSchema().makeColumnOptional("must").commit();
        assertThat(look().faults()).isZero();
        assertThat(offsets()).isEqualTo(produced());
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

    @Test
    void aTableThatWasDroppedKeepsFilesWaitingUntilItIsRestored() throws IOException {
        produce(ZERO, 0, 9);
        FakeWorker worker = start();
        look();
        String metadata = metadataLocation();
        catalog().dropTable(NAME, false);
        produce(ZERO, 9, 18);
        worker.drain(5);
        assertThat(worker.commit()).as("files and offsets go on").containsEntry(ZERO, 18L);
        assertThatThrownBy(this::look)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("there is no table lake.orders, and it was there when the files of orders-0");
        catalog().registerTable(NAME, metadata);
        stop(worker);
        assertThat(look().faults()).isZero();
        assertThat(offsets()).isEqualTo(produced());
    }

    /** The restored table could not have files with the numbers of columns of another one. */
    @Test
    void aTaskDoesNotCreateATableThatWasDroppedMeanwhile() throws Exception {
        more.put("table.commit.interval.ms", "100");
        produce(ZERO, 0, 9);
        FakeWorker worker = start();
        look();
        String metadata = metadataLocation();
        catalog().dropTable(NAME, false);
        long beganNanos = System.nanoTime();
        Await.until("the task has looked for the table", Duration.ofMinutes(1), () -> {
            long next = log.get(ZERO).lastKey() + 1;
            produce(ZERO, next, next + 3);
            worker.drain(5);
            return System.nanoTime() - beganNanos > 300_000_000;
        });
        assertThat(catalog().tableExists(NAME)).isFalse();
        catalog().registerTable(NAME, metadata);
        stop(worker);
        assertThat(look().faults()).isZero();
        assertThat(offsets()).isEqualTo(produced());
    }

    /** The same, where the order of the columns is another one by now. */
    @ParameterizedTest
    @ValueSource(strings = {"dropped", "renamed"})
    void aRestartedTaskDoesNotCreateATableThatHadFiles(String how) throws IOException {
        Schema evolved = SchemaBuilder.struct()
                .field("extra", Schema.STRING_SCHEMA)
                .field("id", Schema.INT64_SCHEMA)
                .build();
        produce(ZERO, 0, 9);
        runTask();
        look();
        produce(ZERO, 9, evolved, new Struct(evolved).put("extra", "e").put("id", 9L));
        runTask();
        look();
        String metadata = metadataLocation();
        TableIdentifier aside = TableIdentifier.of("lake", "aside");
        boolean isRenamed = how.equals("renamed");
        if (isRenamed) {
            catalog().renameTable(NAME, aside);
        } else {
            catalog().dropTable(NAME, false);
        }
        produce(ZERO, 10, evolved, new Struct(evolved).put("extra", "f").put("id", 10L));
        FakeWorker restarted = new FakeWorker(log, properties(), new LocalStorage(directory), clock);
        restarted.start();
        restarted.poll(5);
        assertThat(catalog().tableExists(NAME)).isFalse();
        if (isRenamed) {
            catalog().renameTable(aside, NAME);
        } else {
            catalog().registerTable(NAME, metadata);
        }
        clock.advance(60_000);
        restarted.drain(5);
        stop(restarted);
        assertThat(look().faults()).isZero();
        assertThat(offsets()).isEqualTo(produced());
    }

    private String metadataLocation() {
        return ((BaseTable) table()).operations().current().metadataFileLocation();
    }

    @Test
    void aTableThatWasDroppedAndCreatedAnewGetsNothingUntilAPersonDecides() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        look();
        org.apache.iceberg.Schema columns = table().schema();
        catalog().dropTable(NAME, false);
        catalog().createTable(NAME, columns);
        produce(ZERO, 9, 18);
        runTask();
        AppendLooks.Result result = look();
        assertThat(result.reasons()).containsOnlyKeys(ZERO);
        assertThat(table().currentSnapshot()).isNull();
        LedgerEntry newest = new LedgerReader(new LocalStorage(directory), "_parquetry/lake.1/orders/0")
                .newest()
                .orElseThrow();
        table().updateProperties()
                .set("parquetry.lake%2E1.orders.0", new TablePosition(newest.sequence(), newest.id()).text())
                .commit();
        produce(ZERO, 18, 21);
        runTask();
        assertThat(look().faults()).isZero();
        assertThat(offsets()).containsExactly("0:18", "0:19", "0:20");
    }

    /** The positions of the old name do not count for the new one. */
    @Test
    void aRenamedConnectorStopsBeforeItWritesFilesAgain() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        look();
        more.put("name", "lake.2");
        assertThatThrownBy(this::runTask).isInstanceOf(ConnectException.class).hasMessageContaining("lake.1");
        look();
        assertThat(offsets()).isEqualTo(produced());
    }

    @Test
    void twoConnectorsFillOneTable() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        look();
        more.put("name", "lake.2");
        more.put("topics.dir", "others");
        runTask();
        look();
        more.remove("name");
        more.remove("topics.dir");
        produce(ZERO, 9, 12);
        runTask();
        look();
        assertThat(table().properties()).containsKeys("parquetry.lake%2E1.orders.0", "parquetry.lake%2E2.orders.0");
        List<String> expected = new ArrayList<>(produced());
        LongStream.range(0, 9).forEach(offset -> expected.add("0:" + offset));
        assertThat(offsets()).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void aRecordWhoseTypeTheColumnCannotBecomeIsABadRecord() throws IOException {
        Schema first = SchemaBuilder.struct().field("n", Schema.INT64_SCHEMA).build();
        Schema second = SchemaBuilder.struct().field("n", Schema.STRING_SCHEMA).build();
        produce(ZERO, 0, first, new Struct(first).put("n", 1L));
        produce(ZERO, 1, second, new Struct(second).put("n", "one"));
        produce(ZERO, 2, first, new Struct(first).put("n", 3L));
        assertThatThrownBy(this::runTask)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("offset 1")
                .hasMessageContaining("the table lake.orders cannot have its columns");
        more.put("on.bad.record", "skip");
        runTask();
        look();
        assertThat(offsets()).containsExactly("0:0", "0:2");
    }

    @Test
    void recordsWaitForATransformThatIsNotKnown() throws IOException {
        more.put("table.partition.by", "bucket(4, id)");
        produce(ZERO, 0, 3);
        runTask();
        changeMetadata("bucket\\[4]", "zorder");
        produce(ZERO, 3, 6);
        assertThatThrownBy(() -> start(properties(), 50)).hasMessageContaining("the task does not get on");
        assertThat(faultsOfIdentifier())
                .singleElement()
                .asString()
                .contains("is partitioned by the transform zorder of id_bucket");
    }

    /** Registers the table with other metadata. */
    private void changeMetadata(String regex, String replacement) throws IOException {
        Path metadata = Path.of(metadataLocation().replaceFirst("^file:", ""));
        Path changed = directory.resolve("_tables/00009-changed.metadata.json");
        Files.writeString(changed, Files.readString(metadata).replaceFirst(regex, replacement));
        catalog().dropTable(NAME, false);
        catalog().registerTable(NAME, changed.toString());
    }

    /** The library refuses changes of a table whose last one is more than a minute ahead. */
    @Test
    void aClockThatIsBehindMakesNoRecordBad() throws IOException {
        more.put("on.bad.record", "skip");
        produce(ZERO, 0, 9);
        runTask();
        look();
        String metadata = metadataLocation();
        long aheadMs = System.currentTimeMillis() + 7_200_000;
        changeMetadata("(\"last-updated-ms\" ?: ?)[0-9]+", "$1" + aheadMs);
        Schema wider =
                SchemaBuilder.struct().field("extra", Schema.INT64_SCHEMA).build();
        produce(ZERO, 9, wider, new Struct(wider).put("extra", 9L));
        FakeWorker worker = new FakeWorker(log, properties(), new LocalStorage(directory), clock);
        worker.start();
        worker.poll(5);
        assertThat(worker.isDone()).isFalse();
        String behind = "the table lake.orders was changed at " + Instant.ofEpochMilli(aheadMs)
                + ", and the clock of this worker is 7[0-9]{3} s behind that, of which Iceberg allows 60 s; set the"
                + " clocks of all that write to the table";
        assertThatThrownBy(this::look).isInstanceOf(IOException.class).hasMessageMatching(behind);
        catalog().dropTable(NAME, false);
        catalog().registerTable(NAME, metadata);
        clock.advance(60_000);
        worker.drain(5);
        stop(worker);
        look();
        assertThat(offsets()).isEqualTo(produced());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void tablesOfEachFormatVersionAreFilled(int version) throws IOException {
        more.put("table.properties.format-version", Integer.toString(version));
        produce(ZERO, 0, 9);
        runTask();
        look();
        produce(ZERO, 9, 18);
        runTask();
        look();
        assertThat(((BaseTable) table()).operations().current().formatVersion()).isEqualTo(version);
        assertThat(offsets()).isEqualTo(produced());
    }

    @Test
    void recordsWaitForAViewThatHasTheName() throws IOException {
        catalog().createNamespace(NAME.namespace());
        catalog()
                .buildView(NAME)
                .withSchema(new org.apache.iceberg.Schema(Types.NestedField.optional(1, "id", Types.LongType.get())))
                .withDefaultNamespace(NAME.namespace())
                .withQuery("spark", "select 1 as id")
                .create();
        more.put("iceberg.catalog.jdbc.schema-version", "V1");
        produce(ZERO, 0, 3);
        assertThatThrownBy(() -> start(properties(), 50)).hasMessageContaining("the task does not get on");
        assertThat(faultsOfIdentifier())
                .singleElement()
                .asString()
                .contains("lake.orders is no table of Iceberg, but a view; give the table another name");
    }

    private List<String> faultsOfIdentifier() {
        more.put("table.identifier", "lake.orders");
        return new ParquetSinkConnector()
                .validate(properties()).configValues().stream()
                        .filter(value -> value.name().equals("table.identifier"))
                        .flatMap(value -> value.errorMessages().stream())
                        .toList();
    }
}
