package io.parquetry.table.iceberg;

import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.sink.table.TableSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.kafka.connect.errors.ConnectException;

/** Finds out whether a catalog answers and a table in it can be written, before the connector starts. */
final class CatalogProbe {
    private CatalogProbe() {}

    /**
     * By key what is wrong; empty when nothing is. A table whose name depends on the topic is not looked for.
     *
     * @param limit how long the catalog may take
     */
    static Map<String, String> faults(TableSettings settings, StorageSettings storage, Duration limit) {
        try (CatalogConnection connection = new CatalogConnection(settings, storage)) {
            return connection.request("reaching the catalog", limit, catalog -> test(settings, catalog));
        } catch (IOException e) {
            return Map.of(key(settings), e.getMessage());
        }
    }

    private static String key(TableSettings settings) {
        return IcebergProvider.PREFIX + (settings.catalog().containsKey("uri") ? "uri" : IcebergProvider.TYPE);
    }

    private static Map<String, String> test(TableSettings settings, Catalog catalog) throws IOException {
        TableIdentifier identifier = TableIdentifier.parse(settings.identifier("topic"));
        boolean ofTopic = settings.identifier().contains(TableSettings.TOPIC);
        Table table;
        try {
            table = catalog.loadTable(identifier);
        } catch (NoSuchTableException absent) {
            try {
                IcebergTable.requireFree(catalog, identifier, absent);
            } catch (IOException e) {
                return Map.of(TableSettings.IDENTIFIER, e.getMessage());
            }
            return settings.create() || ofTopic
                    ? Map.of()
                    : Map.of(
                            TableSettings.IDENTIFIER,
                            "there is no table " + identifier + "; create it, or set " + TableSettings.CREATE
                                    + "=true");
        }
        try {
            IcebergTable.requirePlain(identifier, table.properties());
            new RecordPartitions(table.spec(), table.schema(), identifier.toString());
        } catch (IOException | ConnectException e) {
            return Map.of(TableSettings.IDENTIFIER, e.getMessage());
        }
        SnapshotRef ref = table.refs().get(settings.branch().orElse(SnapshotRef.MAIN_BRANCH));
        if (ref != null && ref.isTag()) {
            return Map.of(
                    TableSettings.BRANCH,
                    settings.branch().orElseThrow() + " is a tag of " + identifier + ", to which nothing can be"
                            + " appended; give the name of a branch");
        }
        writeMetadata(table);
        return Map.of();
    }

    private static void writeMetadata(Table table) throws IOException {
        String location = table.location() + "/metadata/parquetry-probe-" + UUID.randomUUID();
        try (PositionOutputStream out = table.io().newOutputFile(location).create()) {
            out.write(0);
        }
        table.io().deleteFile(location);
    }
}
