package io.parquetry.simulation;

import java.io.FileNotFoundException;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.LocationProviders;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.UpdateRequirements;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.inmemory.InMemoryInputFile;
import org.apache.iceberg.inmemory.InMemoryOutputFile;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.LocationProvider;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.rest.CatalogHandlers;
import org.apache.iceberg.rest.requests.UpdateTableRequest;
import org.apache.iceberg.types.Types;

/** A table of Iceberg in memory: the library's metadata and manifests, and a catalog of some kind. */
final class SimulatedTable {
    private static final Schema SCHEMA = new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));
    private static final TableIdentifier NAME = TableIdentifier.of("lake", "orders");

    private final Catalog server = new OneTableCatalog() {
        @Override
        public Table loadTable(TableIdentifier identifier) {
            return direct();
        }
    };
    private final CatalogKind kind;
    private final Files files = new Files();
    private long snapshots;
    private TableMetadata metadata = TableMetadata.newTableMetadata(
            SCHEMA,
            PartitionSpec.unpartitioned(),
            "memory:/table",
            Map.of(
                    "commit.retry.min-wait-ms", "0",
                    "commit.retry.max-wait-ms", "0",
                    "write.avro.compression-codec", "uncompressed"));

    SimulatedTable(CatalogKind kind) {
        this.kind = kind;
    }

    TableMetadata metadata() {
        return metadata;
    }

    /** Another change came first where this fails. */
    void commit(TableMetadata base, TableMetadata next) throws FileAlreadyExistsException {
        switch (kind) {
            case METADATA -> replace(base, next);
            case REST -> update(base, next.changes());
        }
    }

    private void replace(TableMetadata base, TableMetadata next) throws FileAlreadyExistsException {
        if (metadata != base) {
            throw late("the table was changed meanwhile");
        }
        metadata = TableMetadata.buildFrom(next).discardChanges().build();
    }

    /** The request of the library's client of a REST server, done by the library's logic of such a server. */
    private void update(TableMetadata base, List<MetadataUpdate> changes) throws FileAlreadyExistsException {
        try {
            CatalogHandlers.updateTable(
                    server,
                    NAME,
                    UpdateTableRequest.create(NAME, UpdateRequirements.forUpdateTable(base, changes), changes));
        } catch (CommitFailedException refused) {
            throw late(refused.getMessage());
        }
    }

    private static FileAlreadyExistsException late(String reason) {
        return new FileAlreadyExistsException("the table", null, reason);
    }

    /** The table as another program changes it, without faults. */
    BaseTable direct() {
        return new BaseTable(new Direct(), NAME.toString());
    }

    /** Metadata and manifests, by their locations. */
    private static final class Files implements FileIO {
        private static final long serialVersionUID = 1;

        private final transient Map<String, InMemoryOutputFile> written = new ConcurrentHashMap<>();

        @Override
        public InputFile newInputFile(String location) {
            InMemoryOutputFile file = written.get(location);
            if (file == null) {
                throw new NotFoundException(new FileNotFoundException(location), "there is no file %s", location);
            }
            return new InMemoryInputFile(location, file.toByteArray());
        }

        @Override
        public OutputFile newOutputFile(String location) {
            return new OutputFile() {
                @Override
                public PositionOutputStream create() {
                    return createOrOverwrite();
                }

                @Override
                public PositionOutputStream createOrOverwrite() {
                    InMemoryOutputFile file = new InMemoryOutputFile(location);
                    written.put(location, file);
                    return file.create();
                }

                @Override
                public String location() {
                    return location;
                }

                @Override
                public InputFile toInputFile() {
                    return newInputFile(location);
                }
            };
        }

        @Override
        public void deleteFile(String location) {
            written.remove(location);
        }
    }

    /** Operations of the library on this table; each request is done at once. */
    class Direct implements TableOperations {
        private TableMetadata current = metadata;

        @Override
        public TableMetadata current() {
            return current;
        }

        @Override
        public TableMetadata refresh() {
            current = metadata;
            return current;
        }

        @Override
        public void commit(TableMetadata base, TableMetadata next) {
            try {
                replace(base, next);
                refresh();
            } catch (FileAlreadyExistsException late) {
                throw new CommitFailedException(late, "late");
            }
        }

        @Override
        public FileIO io() {
            return files;
        }

        @Override
        public String metadataFileLocation(String fileName) {
            return "memory:/table/metadata/" + fileName;
        }

        @Override
        public LocationProvider locationProvider() {
            return LocationProviders.locationsFor(current.location(), current.properties());
        }

        @Override
        public long newSnapshotId() {
            return ++snapshots;
        }
    }
}
