package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.cli.CommandLineRun;
import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.common.ledger.TablePosition;
import io.parquetry.connect.common.storage.LocalStorage;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.sink.config.SinkSettings;
import io.parquetry.connect.sink.table.Table;
import io.parquetry.connect.sink.table.TableAdoption;
import io.parquetry.connect.sink.table.TableCatalog;
import io.parquetry.connect.sink.table.TableSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Types;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code parquetry table adopt} gives a table what was written before it, and its position. Whatever else appends, and
 * however often it runs, the sink goes on behind it and every record is in the table once.
 */
class TableAdoptCommandTest extends TopicToTableCommands {
    private static final Schema PLAIN = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("name", Schema.OPTIONAL_STRING_SCHEMA)
            .field("tags", SchemaBuilder.array(Schema.STRING_SCHEMA).optional().build())
            .build();
    private static final long IDS = 1_000_000;

    /** Records without metadata and times, of an archive that a table can have. */
    private void producePlain(TopicPartition partition, long from, long to) {
        more.put("record.metadata", "none");
        more.put("record.layout", "nested");
        for (long offset = from; offset < to; offset++) {
            Struct value = new Struct(PLAIN)
                    .put("id", partition.partition() * IDS + offset)
                    .put("name", "n" + offset % 3)
                    .put("tags", List.of("a", "b" + offset));
            log.computeIfAbsent(partition, key -> new TreeMap<>())
                    .put(
                            offset,
                            new SinkRecord(
                                    TOPIC,
                                    partition.partition(),
                                    null,
                                    null,
                                    PLAIN,
                                    value,
                                    offset,
                                    offset * 1_000,
                                    TimestampType.CREATE_TIME));
        }
    }

    @Override
    List<String> offsets() throws IOException {
        return more.containsKey("record.metadata")
                ? rows().stream()
                        .map(row -> (long) row.getField("id"))
                        .map(id -> id / IDS + ":" + id % IDS)
                        .sorted()
                        .toList()
                : super.offsets();
    }

    private CommandLineRun adopted() throws IOException {
        CommandLineRun adopted = run("adopt", "--files", "--yes");
        assertThat(adopted.err().lines()).as("progress").allMatch(line -> line.matches(".* of .* bytes [a-z]+"));
        assertThat(adopted.exitCode()).isZero();
        return adopted;
    }

    /** The sink writes more with the table, and every record is there once. */
    private void goesOn() throws IOException {
        long next = log.get(ZERO).lastKey() + 1;
        if (more.containsKey("record.metadata")) {
            producePlain(ZERO, next, next + 10);
        } else {
            produce(ZERO, next, next + 10);
        }
        runTask();
        assertThat(look().faults()).isZero();
        assertThat(offsets()).isEqualTo(produced());
        CommandLineRun verified = run("verify");
        assertThat(verified.out()).endsWith("1 table, no fault\n");
        assertThat(verified.exitCode()).isZero();
    }

    @Test
    void anArchiveComesIntoANewTableAndTheSinkGoesOn() throws IOException {
        producePlain(ZERO, 0, 20);
        producePlain(ONE, 0, 7);
        runWithoutTable();
        CommandLineRun planned = run("adopt", "--files");
        assertThat(planned.exitCode()).isZero();
        assertThat(planned.out())
                .containsPattern("orders-0: position none -> [0-9]+ [0-9a-f-]{36}, 7 files with [0-9,]+ bytes\n")
                .endsWith("nothing was changed; add --yes to do it\n");
        assertThat(catalog().tableExists(NAME)).isFalse();

        assertThat(adopted().out()).contains("orders-1: position none -> ").doesNotContain("--yes");
        assertThat(offsets()).isEqualTo(produced());
        assertThat(table().properties())
                .containsEntry(PROPERTY + "0.valid-through", "19000")
                .containsKey("schema.name-mapping.default");
        goesOn();
    }

    /** What Iceberg's reader passes over by bounds is what it should. */
    @Test
    void boundsOfAnArchiveAreThoseOfItsValues() throws IOException {
        producePlain(ZERO, 0, 9);
        runWithoutTable();
        adopted();
        producePlain(ZERO, 9, 18);
        runTask();
        look();
        for (long id = 0; id < 18; id++) {
            List<Record> found =
                    rows(Expressions.and(Expressions.equal("id", id), Expressions.equal("name", "n" + id % 3)));
            Record row = found.stream()
                    .filter(each -> each.getField("name") != null)
                    .skip(id % 3)
                    .findFirst()
                    .orElseThrow();
            assertThat(found).as("rows of one file").hasSize(3);
            assertThat(row.getField("id")).isEqualTo(id);
            assertThat(row.getField("tags")).isEqualTo(List.of("a", "b" + id));
        }
    }

    /** Iceberg's readers compare bounds in milliseconds as if they were microseconds, and so pass over rows. */
    @Test
    void anArchiveWithMillisecondsIsRefused() throws IOException {
        produceTimed(ZERO, 0, 9);
        runWithoutTable();
        for (Object[] arguments : List.of(new Object[] {"--files"}, new Object[] {"--files", "--yes"})) {
            CommandLineRun adopted = run("adopt", arguments);
            assertThat(adopted.exitCode()).isEqualTo(1);
            assertThat(adopted.err())
                    .contains("topics/orders/partition=0/orders+0+0000000000+0000000002.parquet: the column at is in"
                            + " millis, and the times of a table are in micros");
            assertThat(catalog().tableExists(NAME)).isFalse();
        }
    }

    @Test
    void anArchiveWithNanosecondsIsForATableThatHasThem() throws IOException {
        Schema schema = SchemaBuilder.struct()
                .field("id", Schema.INT64_SCHEMA)
                .field(
                        "at",
                        SchemaBuilder.int64()
                                .name("io.debezium.time.NanoTimestamp")
                                .build())
                .build();
        more.put("record.metadata", "none");
        more.put("record.layout", "nested");
        produce(ZERO, 0, schema, new Struct(schema).put("id", 0L).put("at", 5L));
        runWithoutTable();
        CommandLineRun refused = run("adopt", "--files");
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err()).contains("timestamps of nanoseconds are in tables of format version 3 or later");
        more.put("table.properties.format-version", "3");
        adopted();
        produce(ZERO, 1, schema, new Struct(schema).put("id", 1L).put("at", 6L));
        runTask();
        assertThat(look().faults()).isZero();
        assertThat(rows(Expressions.equal("at", "1970-01-01T00:00:00.000000005+00:00")))
                .extracting(row -> row.getField("id"))
                .containsExactly(0L);
        assertThat(offsets()).isEqualTo(produced());
    }

    @Test
    void aSecondRunChangesNothing() throws IOException {
        producePlain(ZERO, 0, 9);
        runWithoutTable();
        adopted();
        long snapshot = table().currentSnapshot().snapshotId();
        assertThat(adopted().out()).contains("orders-0: the table has everything up to position " + position(0));
        assertThat(table().currentSnapshot().snapshotId()).isEqualTo(snapshot);
        goesOn();
        assertThat(adopted().out()).contains("which the table has had\n");
        assertThat(offsets()).isEqualTo(produced());
    }

    /** The connector wrote on without the table after its files were adopted. */
    @Test
    void whatTheConnectorWroteMeanwhileIsAdoptedToo() throws IOException {
        producePlain(ZERO, 0, 9);
        runWithoutTable();
        adopted();
        producePlain(ZERO, 9, 15);
        runWithoutTable();
        adopted();
        assertThat(offsets()).isEqualTo(produced());
        goesOn();
    }

    @Test
    void anArchiveWithFieldIdsNeedsNoNames() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        assertThat(table().currentSnapshot()).isNull();
        adopted();
        assertThat(table().properties()).doesNotContainKey("schema.name-mapping.default");
        goesOn();
    }

    @Test
    void filesOfBeforeAreInATableThatIsPartitioned() throws IOException {
        more.put("table.partition.by", "bucket(4, id)");
        producePlain(ONE, 0, 8);
        runTask();
        look();
        producePlain(ZERO, 0, 20);
        Map<String, String> partitioned = Map.copyOf(more);
        more.remove("table.partition.by");
        runWithoutTable();
        more.putAll(partitioned);
        adopted();
        assertThat(offsets()).isEqualTo(produced());
        assertThat(table().spec().isPartitioned()).isTrue();
        producePlain(ZERO, 20, 30);
        runTask();
        assertThat(look().faults()).isZero();
        assertThat(offsets()).isEqualTo(produced());
    }

    @Test
    void aRunThatWasInterruptedIsRepeated() throws IOException {
        producePlain(ZERO, 0, 15);
        runWithoutTable();
        adopted();
        List<DataFile> files = files();
        table().newDelete().deleteFile(files.get(3)).deleteFile(files.get(4)).commit();
        setPosition(0, "adopting 00000000-0000-0000-0000-000000000001");
        producePlain(ZERO, 15, 18);
        runTask();
        assertThat(look().faults()).as("nothing is appended meanwhile").isEqualTo(1);
        assertThat(look().reasons().get(ZERO)).contains("parquetry table adopt --files");
        adopted();
        assertThat(offsets()).isEqualTo(produced());
        goesOn();
    }

    @Test
    @Tag("thorough")
    void manyFilesComeInSeveralCommits() throws IOException {
        more.put("flush.size", "1");
        producePlain(ZERO, 0, 2_100);
        runWithoutTable();
        adopted();
        assertThat(offsets()).isEqualTo(produced());
        List<String> positions = new ArrayList<>();
        table().snapshots()
                .forEach(each -> positions.add(each.summary().get(PROPERTY + 0).split(" ")[0]));
        assertThat(positions).hasSize(3).startsWith("adopting", "adopting");
        goesOn();
    }

    /** The table lost its properties after a compaction, so that no file of the archive is in it by its name. */
    @Test
    void recordsThatACompactionRewroteAreNotAdoptedAgain() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        look();
        rewrite(shuffled());
        table().updateProperties().remove(PROPERTY + 0).commit();
        produce(ZERO, 9, 12);
        runTask();
        CommandLineRun adopted = run("adopt", "--files", "--yes");
        assertThat(adopted.exitCode()).isEqualTo(1);
        assertThat(adopted.err()).contains("offset 0 is in the table already").hasLineCount(3);
        assertThat(offsets()).isEqualTo(produced());
        goesOn();
    }

    @Test
    void filesThatTheLedgerDoesNotCoverAreLeftToTheSink() throws IOException {
        producePlain(ZERO, 0, 6);
        runWithoutTable();
        Path first = directory.resolve("topics/orders/partition=0/orders+0+0000000003+0000000005.parquet");
        Path stray = first.resolveSibling("orders+0+0000000006+0000000008.parquet");
        Files.copy(first, stray);
        assertThat(adopted().out()).contains("orders+0+0000000006+0000000008.parquet: begins at offset 6, which");
        assertThat(offsets()).isEqualTo(produced());
    }

    @Test
    void aNewestEntryWhoseFileIsGoneIsRefused() throws IOException {
        producePlain(ZERO, 0, 3);
        FakeWorker worker = new FakeWorker(log, withoutTable(), new LocalStorage(directory), clock);
        worker.start();
        worker.drain(1);
        Files.delete(directory.resolve("topics/orders/partition=0/orders+0+0000000000+0000000002.parquet"));
        CommandLineRun adopted = run("adopt", "--files", "--yes");
        assertThat(adopted.exitCode()).isEqualTo(1);
        assertThat(adopted.err()).contains("of the newest entry of the ledger has not its name yet, or is gone");
        assertThat(catalog().tableExists(NAME)).isFalse();
        worker.stop();
    }

    private Map<String, String> withoutTable() {
        Map<String, String> properties = properties();
        properties.keySet().removeIf(key -> key.startsWith("table.") || key.startsWith("iceberg."));
        return properties;
    }

    @Test
    void aPositionIsSetAndTheSinkGoesOnBehindIt() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        look();
        produce(ZERO, 9, 18);
        runTask();
        setPosition(0, "twelve");
        assertThat(look().faults()).isEqualTo(1);
        CommandLineRun planned = run("adopt", "--position", "newest");
        assertThat(planned.out())
                .containsPattern("orders-0: position twelve -> [0-9]+ [0-9a-f-]{36}\nnothing was changed");
        assertThat(position(0)).isEqualTo("twelve");
        assertThat(run("adopt", "--position", "newest", "--yes").exitCode()).isZero();
        produce(ZERO, 18, 21);
        runTask();
        assertThat(look().faults()).isZero();
        assertThat(offsets()).hasSize(12).contains("0:0", "0:18").doesNotContain("0:9");
        assertThat(run("verify").out())
                .contains("orders-0: offsets 9 to 17 are missing in the table, and in topics/orders/");
    }

    @Test
    void aPositionThatWouldRepeatRecordsIsRefused() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        look();
        String position = position(0);
        CommandLineRun back = run("adopt", "--topic", TOPIC, "--partition", 0, "--position", 1, "--yes");
        assertThat(back.exitCode()).isEqualTo(1);
        assertThat(back.err()).contains("they would be appended again");
        assertThat(position(0)).isEqualTo(position);
        assertThat(run("adopt", "--topic", TOPIC, "--partition", 0, "--position", 99)
                        .err())
                .contains("the ledger has no entry 99");
        CommandLineRun mistyped = run("adopt", "--partition", 7, "--position", "newest", "--yes");
        assertThat(mistyped.exitCode()).isEqualTo(1);
        assertThat(mistyped.err())
                .contains("neither a ledger of the connector nor a position of the table is of partition 7");
    }

    @Test
    void whoeverIsLateChangesNothing() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        SinkSettings settings = SinkSettings.of(properties());
        TableSettings tables = settings.table().orElseThrow();
        try (Storage storage = Storages.open(settings.storage());
                TableCatalog catalog = tables.provider().open(tables, settings.storage())) {
            Table table = catalog.table(NAME.toString());
            TableAdoption adoption = new TableAdoption(table, storage, "lake.1", Optional.empty());
            Table.State before = table.read().orElseThrow();
            look();
            String position = position(0);
            TablePosition to = TablePosition.parse(position).orElseThrow();
            assertThat(adoption.move(before, ZERO, to)).isFalse();
            assertThat(adoption.take(ZERO, Optional.empty(), List.of(), to, 9, bytes -> {}))
                    .isFalse();
            assertThat(position(0)).isEqualTo(position);
        }
        goesOn();
    }

    @Test
    void aTableOfTheSameNameWithOtherFieldIdsIsRefused() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        catalog().dropTable(NAME, false);
        assertThat(run("adopt", "--files", "--yes").err()).contains("there is no table lake.orders; restore it");
        catalog()
                .createTable(
                        TableIdentifier.of("lake", TOPIC),
                        new org.apache.iceberg.Schema(
                                Types.NestedField.optional(1, "name", Types.StringType.get()),
                                Types.NestedField.optional(2, "id", Types.LongType.get())));
        CommandLineRun adopted = run("adopt", "--files", "--yes");
        assertThat(adopted.exitCode()).isEqualTo(1);
        assertThat(adopted.err()).contains("its column id has another field id than in the table");
        assertThat(table().currentSnapshot()).isNull();
    }

    /** The name that a column had when its file was written is that of another column now. */
    @Test
    void filesOfATableWhoseColumnWasRenamedAreAdopted() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        table().updateSchema().renameColumn("name", "title").commit();
        produce(ZERO, 9, 12);
        runTask();
        assertThat(CommandLineRun.of("ledger", "rename", directory, "lake.1", "lake.2")
                        .exitCode())
                .isZero();
        more.put("name", "lake.2");
        adopted();
        goesOn();
        assertThat(rows())
                .filteredOn(row -> (Long) row.getField("id") < 9)
                .allSatisfy(row -> assertThat(row.getField("title"))
                        .isEqualTo(order((Long) row.getField("id")).get("name")));
    }

    @Test
    void aWrongInputIsASentence() throws IOException {
        produce(ZERO, 0, 3);
        runWithoutTable();
        assertThat(run("adopt").exitCode()).isEqualTo(2);
        assertThat(run("adopt", "--files", "--position", "newest").exitCode()).isEqualTo(2);
        assertThat(run("adopt", "--position", "last").err()).contains("give the number of an entry, or newest");
        assertThat(run("adopt", "--position", "3").err()).contains("give --topic and --partition");
        assertThat(run("adopt", "--position", "newest").err()).contains("there is no table lake.orders");
        more.put("table.create", "false");
        assertThat(run("adopt", "--files").err()).contains("there is no table lake.orders");
    }

    /** The files that waited for the table are in no entry of the ledger of the new name. */
    @Test
    void theTableOfARenamedConnectorWaitsUntilItAdoptsWhatWaited() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        look();
        produce(ZERO, 9, 18);
        runTask();
        assertThat(CommandLineRun.of("ledger", "rename", directory, "lake.1", "lake.2")
                        .exitCode())
                .isZero();
        more.put("name", "lake.2");
        produce(ZERO, 18, 21);
        runTask();
        look();
        assertThat(offsets()).hasSize(9);
        assertThat(run("show").out())
                .contains("nothing is appended")
                .contains(
                        "as after `ledger rename`; `parquetry table adopt CONNECTOR.json --files --yes` gives it these");
        adopted();
        produce(ZERO, 21, 24);
        runTask();
        runTask();
        look();
        assertThat(offsets()).isEqualTo(produced());
        assertThat(run("verify").out()).contains("each once");
    }

    /** The first record creates the table. */
    @Test
    void aTableThatNeverWasIsNotToBeRestoredAfterARename() throws IOException {
        producePlain(ZERO, 0, 9);
        runWithoutTable();
        CommandLineRun.of("ledger", "rename", directory, "lake.1", "lake.2");
        more.put("name", "lake.2");

        assertThat(look().faults()).isZero();
        producePlain(ZERO, 9, 18);
        runTask();
        assertThat(look().faults()).isEqualTo(1);
        catalog().dropTable(NAME);
        assertThatThrownBy(this::look).hasMessageContaining("there is no table lake.orders, and it was there");
    }

    private void runAs(String connector, String key, String value) {
        more.put("name", connector);
        more.put(key, value);
        runWithoutTable();
        more.remove("name");
        more.remove(key);
    }

    @ParameterizedTest
    @CsvSource({"topics.dir, others", "path.template, /others/${topic}/${partition}"})
    void filesOfAnotherConnectorAreNotAdopted(String key, String directory) throws IOException {
        producePlain(ZERO, 0, 9);
        runAs("lake.0", key, directory);
        runWithoutTable();

        assertThat(adopted().out()).contains("3 files with", "3 files of other connectors");
        assertThat(files()).noneMatch(file -> file.location().contains("/others/"));
        goesOn();
        assertThat(run("adopt", "--files").out())
                .contains(files().size() + 3 + " files of entries up to the position, which the table has had, or of"
                        + " other connectors");
    }

    /** Its files have a name that may have been the connector's own. */
    @Test
    void filesOfAnotherConnectorThatWasRenamedAreNotAdopted() throws IOException {
        producePlain(ZERO, 0, 9);
        runAs("lake.0", "topics.dir", "others");
        runWithoutTable();
        CommandLineRun.of("ledger", "rename", directory, "lake.0", "lake.9");

        CommandLineRun adopted = run("adopt", "--files", "--yes");
        assertThat(adopted.out()).contains("3 files with");
        assertThat(adopted.err().lines().filter(line -> line.startsWith("others/")))
                .hasSize(3)
                .allMatch(
                        line -> line.contains("may be another connector's. Move it out of the storage, or add --config"
                                + " topics.dir=DIRECTORY"));
        assertThat(adopted.exitCode()).isEqualTo(1);
        assertThat(files()).hasSize(3).noneMatch(file -> file.location().contains("/others/"));
        goesOn();
    }

    /** Its own files of before are told from those of the other by their directory, which has changed. */
    @Test
    void filesOfAnEarlierDirectoryAndNameAreAdoptedWithTheirDirectory() throws IOException {
        producePlain(ZERO, 0, 9);
        runAs("lake.before", "topics.dir", "before");
        runAs("lake.0", "topics.dir", "others");
        CommandLineRun.of("ledger", "rename", directory, "lake.before", "lake.1");

        CommandLineRun refused = run("adopt", "--files", "--yes");
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err()).contains("orders-0: nothing is adopted").contains("\nbefore/orders/");
        assertThat(catalog().tableExists(NAME)).isFalse();
        CommandLineRun adopted = run("adopt", "--files", "--yes", "--config", "topics.dir=before");
        assertThat(adopted.exitCode()).isZero();
        goesOn();
    }

    /** Another connector has the name of before now, which the files have. */
    @Test
    void ownFilesWithTheNameOfAnotherConnectorAreNotPassedOver() throws IOException {
        producePlain(ZERO, 0, 9);
        runAs("lake.0", "flush.size", "3");
        CommandLineRun.of("ledger", "rename", directory, "lake.0", "lake.1");
        runAs("lake.0", "topics.dir", "others");

        CommandLineRun refused = run("adopt", "--files", "--yes");
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err())
                .contains("orders-0: nothing is adopted")
                .contains("\ntopics/orders/")
                .doesNotContain("others/");
        assertThat(catalog().tableExists(NAME)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"others, 3 files with", "topics, a file cannot be read"})
    void anUnreadableFileIsDecidedByItsDirectory(String of, String said) throws IOException {
        producePlain(ZERO, 0, 9);
        producePlain(ONE, 0, 3);
        runAs("lake.0", "topics.dir", "others");
        runWithoutTable();
        Path torn = directory.resolve(of + "/orders/partition=0/orders+0+0000000000+0000000002.parquet");
        Files.write(torn, new byte[(int) Files.size(torn)]);

        CommandLineRun adopted = run("adopt", "--files", "--yes");
        assertThat(adopted.exitCode()).isEqualTo(1);
        assertThat(adopted.out() + adopted.err()).contains(said);
        assertThat(adopted.out()).containsPattern("orders-1: position none -> .*, 1 file with");
        assertThat(files()).noneMatch(file -> file.location().contains("/others/"));
    }

    /** Beside another connector, the files of an earlier directory or name are the connector's own. */
    @ParameterizedTest
    @CsvSource({"lake.1, topics.dir, before", "lake.1, path.template, /before/${topic}", "lake.before, flush.size, 3"})
    void filesOfAnEarlierDirectoryOrNameAreAdopted(String connector, String key, String value) throws IOException {
        producePlain(ZERO, 0, 9);
        runAs(connector, key, value);
        runAs("lake.0", "topics.dir", "others");
        if (!connector.equals("lake.1")) {
            CommandLineRun.of("ledger", "rename", directory, connector, "lake.1");
        }

        assertThat(adopted().out()).contains("3 files with", "3 files of other connectors");
        goesOn();
    }
}
