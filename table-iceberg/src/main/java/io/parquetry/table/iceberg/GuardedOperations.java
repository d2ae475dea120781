package io.parquetry.table.iceberg;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/**
 * Refuses a commit whose base has other positions than those from which it was computed. The library retries a commit
 * that was late on a new base; the base of each attempt comes by here.
 */
final class GuardedOperations implements TableOperations {
    private final TableOperations operations;
    private final TableMetadata computedFrom;
    private final Set<String> properties;

    /** Not retried by the library. */
    static final class MovedException extends ValidationException {
        private static final long serialVersionUID = 1;

        MovedException(String what) {
            super("%s", what);
        }
    }

    /** @param properties that must be as in the metadata */
    GuardedOperations(TableOperations operations, TableMetadata computedFrom, Set<String> properties) {
        this.operations = operations;
        this.computedFrom = computedFrom;
        this.properties = Set.copyOf(properties);
    }

    @Override
    public void commit(TableMetadata base, TableMetadata next) {
        if (!Objects.equals(base.uuid(), computedFrom.uuid())) {
            throw new MovedException("the table is another one");
        }
        Map<String, String> before = computedFrom.properties();
        for (String property : properties) {
            if (!Objects.equals(base.properties().get(property), before.get(property))) {
                throw new MovedException(
                        property + " is " + base.properties().get(property) + ", and was " + before.get(property));
            }
        }
        operations.commit(base, next);
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
