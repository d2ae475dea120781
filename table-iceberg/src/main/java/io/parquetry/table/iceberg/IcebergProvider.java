package io.parquetry.table.iceberg;

import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.schema.ColumnForm;
import io.parquetry.connect.sink.table.Table;
import io.parquetry.connect.sink.table.TableCatalog;
import io.parquetry.connect.sink.table.TableProvider;
import io.parquetry.connect.sink.table.TableSettings;
import io.parquetry.format.schema.Type;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.kafka.connect.errors.ConnectException;

/** Tables of Iceberg in the catalogs that its library knows. */
public final class IcebergProvider implements TableProvider {
    static final String PREFIX = "iceberg.catalog.";
    static final String TYPE = "type";
    static final String CATALOG_IMPL = "catalog-impl";
    static final String IO_IMPL = "io-impl";

    /** Connect's REST API waits 90 s for a validation. */
    private static final Duration PROBE_LIMIT = Duration.ofSeconds(30);

    private static final int NAME_BYTES_MAX = 255;

    /** The header by which clients ask a REST catalog for credentials, or to sign their requests. */
    private static final String DELEGATION = "header.X-Iceberg-Access-Delegation";

    private static final Set<String> WITH_URI =
            Set.of(CatalogUtil.ICEBERG_CATALOG_TYPE_REST, CatalogUtil.ICEBERG_CATALOG_TYPE_JDBC);

    /** The types that the library knows, but for that of Hadoop. */
    private static final List<String> TYPES = List.of(
            CatalogUtil.ICEBERG_CATALOG_TYPE_BIGQUERY,
            CatalogUtil.ICEBERG_CATALOG_TYPE_GLUE,
            CatalogUtil.ICEBERG_CATALOG_TYPE_HIVE,
            CatalogUtil.ICEBERG_CATALOG_TYPE_JDBC,
            CatalogUtil.ICEBERG_CATALOG_TYPE_NESSIE,
            CatalogUtil.ICEBERG_CATALOG_TYPE_REST);

    private static final List<String> VERSIONS = List.of("1", "2", "3", "4");

    private static final Pattern IDENTIFIER = Pattern.compile("[^.\\s]+(\\.[^.\\s]+)+");

    @Override
    public String format() {
        return "iceberg";
    }

    @Override
    public String catalogPrefix() {
        return PREFIX;
    }

    @Override
    public String catalogDescription() {
        return "Properties of the Iceberg catalog: " + PREFIX + "type=rest or jdbc, " + PREFIX
                + "uri and all others that Iceberg's library knows. Metadata is written with the keys of the storage.";
    }

    @Override
    public void check(TableSettings settings, Faults faults) {
        String sample = settings.identifier("t");
        if (IDENTIFIER.matcher(sample).matches()) {
            tooLong(sample).ifPresent(reason -> faults.add(TableSettings.IDENTIFIER, reason));
        } else {
            faults.add(
                    TableSettings.IDENTIFIER,
                    "must be a namespace and a name with a dot between them, such as lake.orders or lake.${topic}");
        }
        try {
            PartitionTerm.parse(settings.partitionBy());
        } catch (IllegalArgumentException e) {
            faults.add(TableSettings.PARTITION_BY, e.getMessage());
        }
        String version = settings.properties().getOrDefault(TableProperties.FORMAT_VERSION, "2");
        if (!VERSIONS.contains(version)) {
            faults.add(
                    TableSettings.PROPERTIES + TableProperties.FORMAT_VERSION,
                    "must be one of " + VERSIONS + "; without this key it is 2, or 3 where values are variants");
        }
        if (settings.properties().containsKey(TableProperties.ENCRYPTION_TABLE_KEY)) {
            faults.add(
                    TableSettings.PROPERTIES + TableProperties.ENCRYPTION_TABLE_KEY,
                    "this connector writes plain files; remove this key");
        }
        checkCatalog(settings.catalog(), faults);
    }

    /** The database of a JDBC catalog and the directories of local files hold no more. */
    private static Optional<String> tooLong(String identifier) {
        TableIdentifier parsed = TableIdentifier.parse(identifier);
        return Stream.of(parsed.namespace().toString(), parsed.name())
                .filter(name -> name.getBytes(StandardCharsets.UTF_8).length > NAME_BYTES_MAX)
                .map(name -> "the name " + name + " has more than " + NAME_BYTES_MAX
                        + " bytes, which a catalog cannot hold; shorten " + TableSettings.IDENTIFIER)
                .findFirst();
    }

    private static void checkType(String type, Map<String, String> catalog, Faults faults) {
        if (type.equals(CatalogUtil.ICEBERG_CATALOG_TYPE_HADOOP)) {
            faults.add(
                    PREFIX + TYPE,
                    "a catalog of type hadoop decides by a rename that object stores do not have; use rest or jdbc");
        } else if (!TYPES.contains(type)) {
            faults.add(
                    PREFIX + TYPE,
                    "must be one of " + TYPES + "; for another catalog, give " + PREFIX + CATALOG_IMPL
                            + " in place of this key");
        }
        if (catalog.containsKey(CATALOG_IMPL)) {
            faults.add(
                    PREFIX + CATALOG_IMPL,
                    "the class of a catalog is given by its type or by its name; remove this key or " + PREFIX + TYPE);
        }
        if (WITH_URI.contains(type)
                && catalog.getOrDefault(CatalogProperties.URI, "").isBlank()) {
            faults.add(
                    PREFIX + CatalogProperties.URI,
                    "a catalog of type " + type + " is found by its address; set this key");
        }
    }

    private static void checkCatalog(Map<String, String> catalog, Faults faults) {
        String type = catalog.get(TYPE);
        if (type == null && !catalog.containsKey(CATALOG_IMPL)) {
            faults.add(
                    PREFIX + TYPE,
                    "a table needs a catalog; set this key to rest or jdbc, or give " + PREFIX + CATALOG_IMPL);
        }
        if (type != null) {
            checkType(type.toLowerCase(Locale.ROOT), catalog, faults);
        }
        if (catalog.containsKey(IO_IMPL)) {
            faults.add(
                    PREFIX + IO_IMPL,
                    "metadata is written to the storage of the connector, with its keys; remove this key");
        }
        if ("true".equalsIgnoreCase(catalog.get("s3.remote-signing-enabled"))) {
            faults.add(
                    PREFIX + "s3.remote-signing-enabled",
                    "requests are signed by the connector, not by the catalog; remove this key");
        }
        catalog.keySet().stream()
                .filter(DELEGATION::equalsIgnoreCase)
                .forEach(key -> faults.add(
                        PREFIX + key,
                        "credentials are those of the connector's storage, not the catalog's; remove this key"));
    }

    @Override
    public ColumnForm columns(TableSettings settings) {
        return IcebergTypes.hasAllTypes(IcebergTable.versionOf(settings).orElse(0))
                ? ColumnForm.TABLE_WITH_NANOS
                : ColumnForm.TABLE;
    }

    @Override
    public TableCatalog open(TableSettings settings, StorageSettings storage) {
        CatalogConnection connection = new CatalogConnection(settings, storage);
        return new TableCatalog() {
            @Override
            public Table table(String identifier) {
                tooLong(identifier).ifPresent(reason -> {
                    throw new ConnectException("there can be no table " + identifier + ": " + reason);
                });
                return new IcebergTable(settings, storage, identifier, connection);
            }

            @Override
            public void close() {
                connection.close();
            }
        };
    }

    @Override
    public Map<String, String> probe(
            TableSettings settings, StorageSettings storage, Optional<String> topic, List<Type> columns) {
        return new CatalogProbe(settings, topic, columns).faults(storage, PROBE_LIMIT);
    }
}
