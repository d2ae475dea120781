package io.parquetry.table.iceberg;

import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.sink.table.TableSettings;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.Type;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Finds out whether a catalog answers and a table in it can be written, before the connector starts. Nothing stays
 * behind but an empty directory on storages that have directories.
 */
final class CatalogProbe {
    private final TableSettings settings;

    /** Empty where the name depends on a topic, and no topic is known. */
    private final Optional<TableIdentifier> table;

    private final Namespace namespace;
    private final MessageType columns;

    /**
     * @param topic whose table is looked at
     * @param columns that the files have whatever the records are
     */
    CatalogProbe(TableSettings settings, Optional<String> topic, List<Type> columns) {
        boolean isOfTopic = settings.identifier().contains(TableSettings.TOPIC);
        TableIdentifier identifier = TableIdentifier.parse(settings.identifier(topic.orElse("topic")));
        this.settings = settings;
        this.table = isOfTopic && topic.isEmpty() ? Optional.empty() : Optional.of(identifier);
        this.namespace = identifier.namespace();
        this.columns = new MessageType("record", columns);
    }

    /**
     * By key what is wrong; empty when nothing is.
     *
     * @param limit how long the catalog may take
     */
    Map<String, String> faults(StorageSettings storage, Duration limit) {
        try (CatalogConnection connection = new CatalogConnection(settings, storage)) {
            return connection.request("reaching the catalog", limit, this::test);
        } catch (IOException e) {
            return Map.of(key(), e.getMessage());
        }
    }

    private String key() {
        return IcebergProvider.PREFIX + (settings.catalog().containsKey("uri") ? "uri" : IcebergProvider.TYPE);
    }

    private Map<String, String> test(Catalog catalog) throws IOException {
        if (table.isEmpty()) {
            return requireNamespace(catalog);
        }
        try {
            return existing(catalog.loadTable(table.get()));
        } catch (NoSuchTableException | NoSuchNamespaceException absent) {
            try {
                IcebergTable.requireFree(catalog, table.get(), absent);
            } catch (IOException e) {
                return fault(e.getMessage());
            }
        }
        return settings.create()
                ? creatable(catalog, table.get())
                : fault("there is no table " + table.get() + "; create it, or set " + TableSettings.CREATE + "=true");
    }

    private static Map<String, String> fault(String text) {
        return Map.of(TableSettings.IDENTIFIER, text);
    }

    /** Asks the catalog, whether or not its answer tells anything about a namespace that depends on the topic. */
    private Map<String, String> requireNamespace(Catalog catalog) {
        boolean isThere = catalog instanceof SupportsNamespaces namespaces
                ? namespaces.namespaceExists(namespace)
                : !catalog.listTables(namespace).isEmpty();
        boolean isOfTopic =
                settings.identifier().lastIndexOf('.') > settings.identifier().indexOf(TableSettings.TOPIC);
        return isThere || isOfTopic || settings.create() || !(catalog instanceof SupportsNamespaces)
                ? Map.of()
                : fault("there is no namespace " + namespace + "; create it and its tables, or set "
                        + TableSettings.CREATE + "=true");
    }

    private Map<String, String> existing(Table found) {
        try {
            IcebergTable.requirePlain(table.orElseThrow(), found.properties());
            new RecordPartitions(found.spec(), found.schema(), found.name());
            requireColumns(found);
        } catch (IOException | ConnectException e) {
            return fault(e.getMessage());
        }
        SnapshotRef ref = found.refs().get(settings.branch().orElse(SnapshotRef.MAIN_BRANCH));
        if (ref != null && ref.isTag()) {
            return Map.of(
                    TableSettings.BRANCH,
                    settings.branch().orElseThrow() + " is a tag of " + table.get() + ", to which nothing can be"
                            + " appended; give the name of a branch");
        }
        return writable(found);
    }

    /** @throws ConnectException when the table cannot have the known columns */
    private void requireColumns(Table found) {
        Schema wanted = IcebergTypes.schema(columns, found.schema().asStruct());
        boolean hasAll;
        try {
            hasAll = found.updateSchema().unionByNameWith(wanted).apply().sameSchema(found.schema());
        } catch (IllegalArgumentException | ValidationException e) {
            throw new ConnectException(
                    "the table " + table.get() + " cannot have its columns: " + e.getMessage() + ". The table has "
                            + found.schema() + ", the record " + columns,
                    e);
        }
        if (!hasAll && !settings.evolve()) {
            throw new ConnectException("the table " + table.get() + " has not all columns of the record, and "
                    + TableSettings.EVOLVE + "=false; add " + wanted.columns() + " to it, or set that to true");
        }
    }

    /** Where the namespace is not there yet, the first task makes it. */
    private Map<String, String> creatable(Catalog catalog, TableIdentifier identifier) {
        Table planned;
        try {
            planned = catalog.buildTable(identifier, IcebergTypes.schema(columns))
                    .withProperties(settings.properties())
                    .createTransaction()
                    .table();
        } catch (NoSuchNamespaceException absent) {
            return Map.of();
        } catch (ForbiddenException e) {
            return fault("the catalog does not let this connector create " + identifier + ": " + e.getMessage());
        } catch (RESTException | UnsupportedOperationException unknown) {
            // Not all catalogs tell where a table will be before it is created.
            return Map.of();
        }
        return writable(planned);
    }

    private static Map<String, String> writable(Table table) {
        String location = table.location() + "/metadata/parquetry-probe-" + UUID.randomUUID();
        try {
            try (PositionOutputStream out = table.io().newOutputFile(location).create()) {
                out.write(0);
            }
            table.io().deleteFile(location);
            return Map.of();
        } catch (IOException | RuntimeException e) {
            return fault("no metadata can be written to " + table.location() + ": " + e.getMessage());
        }
    }
}
