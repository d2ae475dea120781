package io.parquetry.table.iceberg;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/**
 * Refuses a commit whose base has other positions than those from which it was computed. The library retries a commit
 * that was late on a new base; the base of each attempt comes by here.
 *
 * <p>A catalog may refuse a commit that is done: its client has sent the request again, because the first reply was
 * lost, and meanwhile the token has expired, too. The library would then delete the manifests that the table has. So a
 * refusal of any kind counts only when the table says that the commit is not done.
 */
final class GuardedOperations implements TableOperations {
    private final TableOperations operations;
    private final TableMetadata computedFrom;
    private final Set<String> properties;
    private final Set<PartitionSpec> specs;

    /** Whether a request was sent; before that the table is as it was read, or the catalog refuses the commit. */
    private boolean isTried;

    /** Neither retried by the library nor cleaned up after: what the attempt wrote may be in the table. */
    static class MovedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        MovedException(String what) {
            super(what);
        }
    }

    /** No request was sent, so that the library may delete what it has written. */
    private static final class MovedBeforeException extends MovedException implements CleanableFailure {
        private static final long serialVersionUID = 1;

        MovedBeforeException(String what) {
            super(what);
        }
    }

    /** Not cleaned up after: an earlier request of the same commit may be on its way, and be done after all. */
    private static final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        RefusedException(RuntimeException refusal) {
            super(refusal.getMessage(), refusal);
        }
    }

    /**
     * @param properties that must be as in the metadata
     * @param specs that the table must have: another program may remove one, and give its number to another
     */
    GuardedOperations(
            TableOperations operations, TableMetadata computedFrom, Set<String> properties, Set<PartitionSpec> specs) {
        this.operations = operations;
        this.computedFrom = computedFrom;
        this.properties = Set.copyOf(properties);
        this.specs = Set.copyOf(specs);
    }

    @Override
    public void commit(TableMetadata base, TableMetadata next) {
        Optional<String> before = moved(base);
        if (before.isPresent()) {
            throw new MovedBeforeException(before.get());
        }
        isTried = true;
        try {
            operations.commit(base, next);
        } catch (RuntimeException refused) {
            if (!(refused instanceof CleanableFailure)) {
                // The library deletes nothing.
                throw refused;
            }
            if (isDone(base, next)) {
                return;
            }
            if (!(refused instanceof CommitFailedException)) {
                throw new RefusedException(refused);
            }
            Optional<String> meanwhile = moved(operations.current());
            throw meanwhile.isPresent() ? new MovedException(meanwhile.get()) : refused;
        }
    }

    /** Whether the table has the snapshots of a commit that was refused. */
    private boolean isDone(TableMetadata base, TableMetadata next) {
        TableMetadata now;
        try {
            now = operations.refresh();
        } catch (RuntimeException unread) {
            throw new CommitStateUnknownException(unread);
        }
        List<Long> added = next.snapshots().stream()
                .map(Snapshot::snapshotId)
                .filter(id -> base.snapshot(id) == null)
                .toList();
        return !added.isEmpty() && added.stream().allMatch(id -> now.snapshot(id) != null);
    }

    /** What is not as it was; empty when all is. */
    private Optional<String> moved(TableMetadata metadata) {
        if (!Objects.equals(metadata.uuid(), computedFrom.uuid())) {
            return Optional.of("the table is another one");
        }
        if (!metadata.specs().containsAll(specs)) {
            return Optional.of("a partition spec was removed");
        }
        // An append to a branch that is dropped meanwhile would create it without its files.
        if (!metadata.refs().keySet().containsAll(computedFrom.refs().keySet())) {
            return Optional.of("a branch or tag was removed");
        }
        Map<String, String> before = computedFrom.properties();
        Map<String, String> now = metadata.properties();
        return properties.stream()
                .filter(property -> !Objects.equals(now.get(property), before.get(property)))
                .findFirst()
                .map(property -> property + " is " + now.get(property) + ", and was " + before.get(property));
    }

    @Override
    public TableMetadata current() {
        return operations.current();
    }

    @Override
    public TableMetadata refresh() {
        return isTried ? operations.refresh() : operations.current();
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

    @Override
    public TableOperations temp(TableMetadata uncommitted) {
        return operations.temp(uncommitted);
    }

    @Override
    public long newSnapshotId() {
        return operations.newSnapshotId();
    }

    @Override
    public boolean requireStrictCleanup() {
        return operations.requireStrictCleanup();
    }
}
