package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.sink.table.AppendLooks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PendingUpdate;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What other programs do to the table loses no record, repeats none and keeps none waiting. */
class IcebergMaintenanceTest extends TopicToTable {
    /** Files that wait are of a partition spec whose column is gone. */
    @Test
    void aColumnThatWasPartitionedByIsDropped() throws IOException {
        more.put("table.partition.by", "name");
        produce(ZERO, 0, 3);
        runTask();
        look();
        produce(ZERO, 3, 6);
        runTask();
        table().updateSpec().removeField("name").commit();
        table().updateSchema().deleteColumn("name").commit();
        look();
        assertThat(offsets()).isEqualTo(produced());
        produce(ZERO, 6, 9);
        runTask();
        look();
        assertThat(offsets()).isEqualTo(produced());
    }

    /** Three appenders at once, a writer of others and an expiry that keeps one snapshot. */
    @Test
    void nothingIsAppendedTwiceByManyAppendersBehindForeignCommits() throws Exception {
        produce(ZERO, 0, 3);
        runTask();
        look();
        produce(ZERO, 3, 120);
        produce(ONE, 0, 90);
        runTask();
        Table foreign = table();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<Void>> done = new ArrayList<>();
        Callable<Void> appender = () -> {
            for (int turn = 0; turn < 15; turn++) {
                try {
                    look();
                } catch (IOException late) {
                    // Another was faster too often; the next turn reads again.
                }
            }
            return null;
        };
        for (int i = 0; i < 3; i++) {
            done.add(threads.submit(appender));
        }
        done.add(threads.submit(() -> {
            for (int turn = 0; turn < 15; turn++) {
                try {
                    foreign.updateProperties()
                            .set("foreign", Integer.toString(turn))
                            .commit();
                    foreign.expireSnapshots()
                            .expireOlderThan(Long.MAX_VALUE)
                            .retainLast(1)
                            .commit();
                } catch (CommitFailedException late) {
                    foreign.refresh();
                }
            }
            return null;
        }));
        for (Future<Void> each : done) {
            each.get();
        }
        threads.shutdown();
        look();
        assertThat(offsets()).isEqualTo(produced());
    }

    @Test
    void aRollbackKeepsOutWhatAPersonTookOut() throws IOException {
        produce(ZERO, 0, 9);
        runTask();
        look();
        long before = table().currentSnapshot().snapshotId();
        produce(ZERO, 9, 18);
        runTask();
        look();
        table().manageSnapshots().rollbackTo(before).commit();
        produce(ZERO, 18, 21);
        runTask();
        look();
        assertThat(offsets()).hasSize(12).contains("0:0", "0:18").doesNotContain("0:9", "0:17");
    }

    /** Files that are in the table, and files that wait for it. */
    private FakeWorker running() throws IOException {
        produce(ZERO, 0, 9);
        FakeWorker worker = start();
        clock.advance(7_200_000);
        worker.poll(1);
        look();
        assertThat(offsets()).isNotEmpty();
        produce(ZERO, 9, 18);
        worker.drain(5);
        return worker;
    }

    /** The worker has read the table before it was changed, and a second one reads it afterwards. */
    private void requireEachOnceAfterMore(FakeWorker worker) throws IOException {
        look();
        produce(ZERO, 18, 27);
        worker.drain(5);
        stop(worker);
        assertThat(look().faults()).isZero();
        produce(ZERO, 27, 36);
        runTask();
        assertThat(look().faults()).isZero();
        assertThat(offsets()).isEqualTo(produced());
    }

    @Test
    void compactionExpiryAndARewriteOfManifestsLoseNothing() throws IOException {
        FakeWorker worker = running();
        compact();
        table().rewriteManifests().clusterBy(file -> "all").commit();
        table().expireSnapshots().expireOlderThan(Long.MAX_VALUE).retainLast(1).commit();
        requireEachOnceAfterMore(worker);
    }

    /** As {@code rewrite_data_files} does: all rows in one new file, and the files that it replaces deleted. */
    private void compact() throws IOException {
        Table table = table();
        List<Record> rows = rows();
        Set<DataFile> replaced = new HashSet<>();
        try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
            tasks.forEach(task -> replaced.add(task.file()));
        }
        DataWriter<Record> writer = Parquet.writeData(
                        table.io().newOutputFile(table.location() + "/data/compacted.parquet"))
                .schema(table.schema())
                .createWriterFunc(GenericParquetWriter::create)
                .withSpec(table.spec())
                .build();
        try (writer) {
            rows.forEach(writer::write);
        }
        RewriteFiles rewrite =
                table.newRewrite().validateFromSnapshot(table.currentSnapshot().snapshotId());
        replaced.forEach(rewrite::deleteFile);
        rewrite.addFile(writer.toDataFile()).commit();
        for (DataFile file : replaced) {
            table.io().deleteFile(file.location());
        }
    }

    /** As {@code remove_orphan_files} does at the location of the table, without regard to the age of a file. */
    @Test
    void orphanedFilesOfTheTableAreNoneThatWait() throws IOException {
        FakeWorker worker = running();
        Table table = table();
        Set<String> kept = new HashSet<>();
        kept.add(Path.of(plain(((BaseTable) table).operations().current().metadataFileLocation()))
                .toString());
        for (Snapshot snapshot : table.snapshots()) {
            kept.add(plain(snapshot.manifestListLocation()));
            snapshot.allManifests(table.io()).forEach(manifest -> kept.add(plain(manifest.path())));
        }
        int removed = 0;
        try (Stream<Path> files = Files.walk(Path.of(plain(table.location())))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (!kept.contains(file.toString())) {
                    Files.delete(file);
                    removed++;
                }
            }
        }
        assertThat(removed).as("old metadata files").isPositive();
        requireEachOnceAfterMore(worker);
    }

    private static String plain(String location) {
        return location.replaceFirst("^file:(//)?", "");
    }

    private enum Change {
        COLUMN_ADDED(table -> table.updateSchema().addColumn("extra", Types.StringType.get())),
        COLUMN_DROPPED(table -> table.updateSchema().deleteColumn("name")),
        COLUMN_RENAMED(table -> table.updateSchema().renameColumn("name", "title")),
        COLUMNS_REORDERED(table -> table.updateSchema().moveFirst("at").moveAfter("id", "name")),
        COLUMN_WIDENED(table -> table.updateSchema().addColumn("extra", Types.IntegerType.get())),
        PARTITION_FIELD_ADDED(table -> table.updateSpec().addField(Expressions.day("at"))),
        PARTITION_FIELD_OF_METADATA_ADDED(table -> table.updateSpec().addField("_kafka.partition")),
        SORT_ORDER_SET(table -> table.replaceSortOrder().asc("id")),
        PROPERTY_SET(table -> table.updateProperties().set("write.metadata.metrics.default", "none")),
        FORMAT_UPGRADED(table -> table.updateProperties().set("format-version", "3"));

        private final Function<Table, PendingUpdate<?>> update;

        Change(Function<Table, PendingUpdate<?>> update) {
            this.update = update;
        }
    }

    @ParameterizedTest
    @EnumSource
    void aChangeByHandLosesNothing(Change change) throws IOException {
        FakeWorker worker = running();
        change.update.apply(table()).commit();
        requireEachOnceAfterMore(worker);
    }

    @Test
    void aPartitionFieldThatIsRemovedLosesNothing() throws IOException {
        more.put("table.partition.by", "day(at)");
        FakeWorker worker = running();
        table().updateSpec().removeField("at_day").commit();
        requireEachOnceAfterMore(worker);
    }

    @Test
    void aBranchIsFilledAndFastForwarded() throws IOException {
        produce(ZERO, 0, 3);
        runTask();
        look();
        more.put("table.branch", "audit");
        more.put("name", "lake.2");
        more.put("topics.dir", "audited");
        for (int offset = 3; offset < 30; offset += 9) {
            produce(ZERO, offset, offset + 9);
            runTask();
            look();
            table().manageSnapshots().fastForwardBranch("main", "audit").commit();
        }
        List<String> expected = new ArrayList<>(produced());
        LongStream.range(0, 3).forEach(offset -> expected.add("0:" + offset));
        assertThat(offsets()).containsExactlyInAnyOrderElementsOf(expected);
    }

    /** A branch that an append creates begins with what the main branch has. */
    @Test
    void aBranchThatIsDroppedWithItsFilesIsNotBegunWithoutThem() throws IOException {
        more.put("table.branch", "audit");
        produce(ZERO, 0, 9);
        runTask();
        look();
        table().manageSnapshots().createBranch("main", audit()).commit();
        table().manageSnapshots().removeBranch("audit").commit();
        produce(ZERO, 9, 18);
        runTask();
        assertThat(look().faults()).as("the main branch has them").isZero();
        long lost = audit();
        table().manageSnapshots().removeBranch("audit").commit();
        produce(ZERO, 18, 27);
        produce(ONE, 0, 3);
        runTask();
        AppendLooks.Result result = look();
        assertThat(result.faults()).isEqualTo(2);
        assertThat(result.reasons().get(ONE)).contains("its branch audit was dropped");
        assertThat(table().refs()).doesNotContainKey("audit");
        table().manageSnapshots().createBranch("audit", lost).commit();
        assertThat(look().faults()).isZero();
        table().manageSnapshots().fastForwardBranch("main", "audit").commit();
        assertThat(offsets()).isEqualTo(produced());
    }

    private long audit() {
        return table().snapshot("audit").snapshotId();
    }

    /** As an expiry does that also removes schemas and specs which no snapshot needs. */
    private void expireWithMetadata() {
        table().newFastAppend().commit();
        table().expireSnapshots()
                .expireOlderThan(Long.MAX_VALUE)
                .retainLast(1)
                .cleanExpiredMetadata(true)
                .commit();
    }

    @Test
    void aRenamedColumnWhoseOldNameIsForgottenLosesNothing() throws IOException {
        FakeWorker worker = running();
        table().updateSchema().renameColumn("name", "title").commit();
        expireWithMetadata();
        assertThat(table().schemas()).hasSize(1);
        requireEachOnceAfterMore(worker);
    }

    /** The spec of the files that wait is removed, and another one gets its number. */
    @Test
    void aPartitionSpecThatIsForgottenLosesNothing() throws IOException {
        produce(ZERO, 0, 3);
        runTask();
        look();
        table().updateSpec().addField(Expressions.day("at")).commit();
        produce(ZERO, 3, 18);
        FakeWorker worker = start();
        table().updateSpec().removeField("at_day").commit();
        expireWithMetadata();
        table().updateSpec().addField("_kafka.partition").commit();
        assertThat(table().spec().specId()).isEqualTo(1);
        requireEachOnceAfterMore(worker);
        for (long offset = 0; offset < 36; offset++) {
            assertThat(rows(Expressions.equal("_kafka.offset", offset))).hasSize(1);
        }
    }

    @Test
    void filesOfNoPartitionAreAppendedWhereOnlySpecsWithFieldsAreLeft() throws IOException {
        produce(ZERO, 0, 18);
        FakeWorker worker = start();
        table().updateSpec().addField(Expressions.day("at")).commit();
        expireWithMetadata();
        assertThat(table().specs()).hasSize(1);
        requireEachOnceAfterMore(worker);
    }
}
