package io.parquetry.table.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A commit that is done and refused all the same: the client sent its request again, because the reply was lost. */
class GuardedOperationsTest {
    private static final TableIdentifier NAME = TableIdentifier.of("lake", "orders");
    private static final String POSITION = "parquetry.lake.orders.0";

    private static final RuntimeException CHANGED = new CommitFailedException("the table was changed meanwhile");

    private final InMemoryCatalog catalog = new InMemoryCatalog();

    @BeforeEach
    void createTable() {
        catalog.initialize("memory", Map.of());
        catalog.createNamespace(Namespace.of("lake"));
        catalog.createTable(
                NAME,
                new Schema(Types.NestedField.required(1, "id", Types.LongType.get())),
                PartitionSpec.unpartitioned(),
                Map.of("commit.retry.min-wait-ms", "1"));
    }

    @AfterEach
    void closeCatalog() throws IOException {
        catalog.close();
    }

    /** Does each commit, runs something, and says that the commit was refused; or does it late. */
    private record Refusing(
            TableOperations operations, RuntimeException refusal, Runnable afterwards, List<Runnable> late)
            implements TableOperations {
        @Override
        public void commit(TableMetadata base, TableMetadata next) {
            if (late == null) {
                operations.commit(base, next);
                afterwards.run();
            } else {
                late.add(() -> operations.commit(base, next));
            }
            throw refusal;
        }

        @Override
        public TableMetadata current() {
            return operations.current();
        }

        @Override
        public TableMetadata refresh() {
            return operations.refresh();
        }

        @Override
        public FileIO io() {
            return operations.io();
        }

        @Override
        public EncryptionManager encryption() {
            return operations.encryption();
        }

        @Override
        public String metadataFileLocation(String fileName) {
            return operations.metadataFileLocation(fileName);
        }

        @Override
        public LocationProvider locationProvider() {
            return operations.locationProvider();
        }
    }

    private void append(RuntimeException refusal, Runnable afterwards) {
        append(refusal, afterwards, null);
    }

    private void append(RuntimeException refusal, Runnable afterwards, List<Runnable> late) {
        TableOperations operations = ((BaseTable) catalog.loadTable(NAME)).operations();
        TableOperations guarded = new GuardedOperations(
                new Refusing(operations, refusal, afterwards, late), operations.current(), Set.of(POSITION), Set.of());
        Transaction transaction = new BaseTable(guarded, "orders").newTransaction();
        transaction
                .newFastAppend()
                .appendFile(DataFiles.builder(PartitionSpec.unpartitioned())
                        .withPath("file:/data/1.parquet")
                        .withFormat(FileFormat.PARQUET)
                        .withFileSizeInBytes(100)
                        .withRecordCount(1)
                        .build())
                .commit();
        transaction.updateProperties().set(POSITION, "1 id").commit();
        transaction.commitTransaction();
    }

    private List<String> files() throws IOException {
        try (CloseableIterable<FileScanTask> tasks =
                catalog.loadTable(NAME).newScan().planFiles()) {
            return StreamSupport.stream(tasks.spliterator(), false)
                    .map(task -> task.file().location())
                    .toList();
        }
    }

    /** Each is one after which the library deletes the manifests of the commit. */
    private static Stream<RuntimeException> refusals() {
        return Stream.of(
                CHANGED,
                new BadRequestException("what is that"),
                new NotAuthorizedException("the token has expired"),
                new ForbiddenException("not you"),
                new NoSuchTableException("no such table"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void aCommitThatIsDoneIsNotRepeated(RuntimeException refusal) throws IOException {
        append(refusal, () -> {});
        assertThat(files()).containsExactly("file:/data/1.parquet");
        assertThat(catalog.loadTable(NAME).properties()).containsEntry(POSITION, "1 id");
    }

    @Test
    void aCommitThatIsDoneAfterItsRefusalHasItsManifests() throws IOException {
        List<Runnable> late = new ArrayList<>();
        assertThatThrownBy(() -> append(new NotAuthorizedException("the token has expired"), () -> {}, late))
                .hasMessageContaining("the token has expired");
        assertThat(files()).isEmpty();
        late.forEach(Runnable::run);
        assertThat(files()).containsExactly("file:/data/1.parquet");
    }

    @Test
    void aBranchThatIsDroppedMeanwhileIsNotCreatedAnew() {
        BaseTable table = (BaseTable) catalog.loadTable(NAME);
        table.newFastAppend().commit();
        table.manageSnapshots().createBranch("audit").commit();
        TableMetadata computedFrom = table.operations().current();
        table.manageSnapshots().removeBranch("audit").commit();
        TableOperations guarded = new GuardedOperations(table.operations(), computedFrom, Set.of(), Set.of());
        assertThatThrownBy(() -> new BaseTable(guarded, "orders")
                        .newFastAppend()
                        .toBranch("audit")
                        .commit())
                .isInstanceOf(GuardedOperations.MovedException.class)
                .hasMessage("a branch or tag was removed");
    }

    @Test
    void manifestsStayWhenTheSnapshotOfACommitThatIsDoneHasExpired() throws IOException {
        assertThatThrownBy(() -> append(CHANGED, () -> {
                    Table other = catalog.loadTable(NAME);
                    other.newFastAppend()
                            .appendFile(DataFiles.builder(PartitionSpec.unpartitioned())
                                    .withPath("file:/data/foreign.parquet")
                                    .withFormat(FileFormat.PARQUET)
                                    .withFileSizeInBytes(100)
                                    .withRecordCount(1)
                                    .build())
                            .commit();
                    other.expireSnapshots()
                            .expireOlderThan(Long.MAX_VALUE)
                            .retainLast(1)
                            .commit();
                }))
                .isInstanceOf(GuardedOperations.MovedException.class);
        assertThat(files()).containsExactlyInAnyOrder("file:/data/1.parquet", "file:/data/foreign.parquet");
    }
}
