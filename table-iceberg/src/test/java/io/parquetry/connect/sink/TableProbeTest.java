package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.sink.RestCatalogServer.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What validation finds out about a table before the connector starts. */
class TableProbeTest extends TopicToTable {
    private static final String TABLE = "table.identifier";

    @BeforeEach
    void listTopics() {
        more.put("topics", " " + TOPIC + ", others");
        more.put("header.converter", "org.apache.kafka.connect.converters.ByteArrayConverter");
    }

    private Map<String, String> faults() {
        Map<String, String> faults = new TreeMap<>();
        new ParquetSinkConnector()
                .validate(properties()).configValues().stream()
                        .filter(value -> !value.errorMessages().isEmpty())
                        .forEach(value -> faults.put(value.name(), String.join("; ", value.errorMessages())));
        return faults;
    }

    private void create(TableIdentifier identifier, NestedField... fields) {
        catalog().createNamespace(identifier.namespace());
        catalog().createTable(identifier, new Schema(fields));
    }

    private static NestedField kafka(NestedField... fields) {
        return NestedField.required(1, "_kafka", Types.StructType.of(fields));
    }

    private List<Path> filesOf(String part) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> file.toString().contains(part))
                    .toList();
        }
    }

    @Test
    void aTableThatWillBeCreatedHasItsLocationTried() throws IOException {
        assertThat(faults()).isEmpty();
        assertThat(filesOf("_tables")).isEmpty();
        more.put(TABLE, "lake.others");
        Files.writeString(directory.resolve("_tables/lake/others"), "no directory");
        assertThat(faults())
                .hasEntrySatisfying(TABLE, fault -> assertThat(fault).contains("no metadata can be written"));
        assertThat(catalog().namespaceExists(NAME.namespace())).isFalse();
    }

    @Test
    void aNamespaceIsMissedWhereNothingIsCreated() {
        more.remove("topics");
        more.put("topics.regex", "o.*");
        more.put("table.create", "false");
        assertThat(faults())
                .containsEntry(TABLE, "there is no namespace lake; create it and its tables, or set table.create=true");
        more.put("table.create", "true");
        assertThat(faults()).isEmpty();
        catalog().createNamespace(Namespace.of("lake"));
        more.put("table.create", "false");
        assertThat(faults()).isEmpty();
    }

    @Test
    void onlyTheTableOfATopicThatIsListedIsLookedAt() {
        create(TableIdentifier.of("lake", "topic"), NestedField.optional(1, "_kafka", Types.LongType.get()));
        assertThat(faults()).isEmpty();
        more.remove("topics");
        assertThat(faults()).isEmpty();
    }

    @Test
    void aColumnOfTheMetadataThatTheTableHasOtherwiseIsAFault() {
        create(NAME, kafka(NestedField.required(2, "offset", Types.StringType.get())));
        assertThat(faults())
                .hasEntrySatisfying(
                        TABLE,
                        fault -> assertThat(fault).contains("the table lake.orders cannot have its columns", "string"));
    }

    @Test
    void aColumnOfTheMetadataThatTheTableLacksIsAFaultWhereItGetsNone() {
        create(NAME, NestedField.required(1, "id", Types.LongType.get()));
        assertThat(faults()).isEmpty();
        more.put("table.evolve", "false");
        assertThat(faults())
                .hasEntrySatisfying(TABLE, fault -> assertThat(fault).contains("table.evolve=false", "_kafka"));
        more.put("record.metadata", "none");
        more.remove("record.layout");
        assertThat(faults()).isEmpty();
    }

    @Test
    void aTableOfTheConnectorIsValidAlsoWhereItGetsNoColumns() throws IOException {
        produce(ZERO, 0, 4);
        runTask();
        look();
        more.put("table.evolve", "false");
        assertThat(faults()).isEmpty();
    }

    @Test
    void aCatalogThatForbidsToCreateTablesIsAFault() throws IOException {
        catalog().createNamespace(Namespace.of("lake"));
        try (RestCatalogServer server = new RestCatalogServer(catalog())) {
            more.put("iceberg.catalog.type", "rest");
            more.put("iceberg.catalog.uri", server.uri());
            server.next(
                    "POST /v1/namespaces/lake/tables",
                    request -> Optional.of(Reply.failure(403, "ForbiddenException", "readers create nothing")));
            assertThat(faults())
                    .hasEntrySatisfying(TABLE, fault -> assertThat(fault).contains("readers create nothing"));
            server.next(
                    "POST /v1/namespaces/lake/tables",
                    request -> Optional.of(Reply.failure(406, "UnsupportedOperationException", "no plans")));
            assertThat(faults()).isEmpty();
            assertThat(catalog().tableExists(NAME)).isFalse();
        }
    }

    @Test
    void aNamespaceThatTheCatalogMissesIsMadeWithItsTable() throws IOException {
        try (RestCatalogServer server = new RestCatalogServer(catalog())) {
            more.put("iceberg.catalog.type", "rest");
            more.put("iceberg.catalog.uri", server.uri());
            server.next(
                    "GET /v1/namespaces/lake/tables/.*",
                    request -> Optional.of(Reply.failure(404, "NoSuchNamespaceException", "no such namespace")));
            assertThat(faults()).isEmpty();
            server.next(
                    "GET /v1/namespaces/lake/tables/.*",
                    request -> Optional.of(Reply.failure(404, "NoSuchNamespaceException", "no such namespace")));
            produce(ZERO, 0, 4);
            runTask();
            look();
            assertThat(offsets()).isEqualTo(produced());
        }
    }
}
