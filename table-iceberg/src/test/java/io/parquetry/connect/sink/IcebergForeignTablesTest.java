package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables that others have made, and what no table can have. */
class IcebergForeignTablesTest extends TopicToTable {
    private static final org.apache.kafka.connect.data.Schema WITH_EXTRA = SchemaBuilder.struct()
            .field("id", org.apache.kafka.connect.data.Schema.INT64_SCHEMA)
            .field("extra", org.apache.kafka.connect.data.Schema.OPTIONAL_STRING_SCHEMA)
            .build();

    private void createTable(String version, PartitionSpec spec, Schema schema) {
        catalog().createNamespace(Namespace.of("lake"));
        catalog().createTable(NAME, schema, spec, Map.of("format-version", version));
    }

    private void createTable(Schema schema) {
        createTable("2", PartitionSpec.unpartitioned(), schema);
    }

    private void produceWithExtra(long from, long to) {
        for (long id = from; id < to; id++) {
            produce(ZERO, id, WITH_EXTRA, new Struct(WITH_EXTRA).put("id", id).put("extra", "e"));
        }
    }

    private void withoutMetadata() {
        more.put("record.metadata", "none");
        more.put("record.layout", "nested");
    }

    @Test
    void requiredAndIdentifierColumnsStaySoWhenOthersAreAdded() throws IOException {
        withoutMetadata();
        createTable(new Schema(List.of(NestedField.required(1, "id", Types.LongType.get())), Set.of(1)));
        produceWithExtra(0, 3);
        runTask();
        look();
        assertThat(rows()).hasSize(3);
        assertThat(table().schema().findField("id").isRequired()).isTrue();
        assertThat(table().schema().identifierFieldNames()).containsExactly("id");
        assertThat(table().schema().findField("extra").isOptional()).isTrue();
    }

    @Test
    void aRequiredColumnThatRecordsLackIsSaid() {
        withoutMetadata();
        createTable(new Schema(NestedField.required(1, "must", Types.LongType.get())));
        produceWithExtra(0, 1);
        assertThatThrownBy(this::runTask)
                .hasMessageContaining("a column of the table is required and the record may lack it");
    }

    /** Version 1 keeps the place of a partition field that was removed, with the transform void. */
    @Test
    void theColumnOfAVoidPartitionFieldMayBeDropped() throws IOException {
        Schema schema = new Schema(
                NestedField.optional(1, "id", Types.LongType.get()),
                NestedField.optional(2, "gone", Types.StringType.get()));
        createTable(
                "1",
                PartitionSpec.builderFor(schema)
                        .identity("gone")
                        .bucket("id", 4)
                        .build(),
                schema);
        table().updateSpec().removeField("gone").commit();
        table().updateSchema().deleteColumn("gone").commit();
        produceWithExtra(0, 5);
        runTask();
        look();
        assertThat(offsets()).isEqualTo(produced());
    }

    /** Readers would find nothing in the column. */
    @Test
    void aFileWithoutFieldIdsWhoseColumnTheNameMappingDoesNotNameIsNotAppended() throws IOException {
        withoutMetadata();
        produceWithExtra(0, 3);
        runWithoutTable();
        createTable(new Schema(
                NestedField.optional(1, "id", Types.LongType.get()),
                NestedField.optional(2, "extra", Types.StringType.get())));
        String mapping = "[{\"field-id\": 1, \"names\": [\"id\"]}, {\"field-id\": 2, \"names\": [\"EXTRA\"]}]";
        table().updateProperties().set("schema.name-mapping.default", mapping).commit();
        runTask();
        assertThat(look().reasons().get(ZERO))
                .contains("its column extra has no field id, and the property schema.name-mapping.default");
        assertThat(rows()).isEmpty();
        table().updateProperties()
                .set("schema.name-mapping.default", mapping.replace("[\"EXTRA\"]", "[\"EXTRA\", \"extra\"]"))
                .commit();
        assertThat(look().faults()).isZero();
        assertThat(rows()).hasSize(3);
    }

    @Test
    void aNamespaceIsCreatedWithThoseAroundIt() throws IOException {
        more.put("table.identifier", "a.b.c.orders");
        produceWithExtra(0, 3);
        runTask();
        look();
        assertThat(catalog().namespaceExists(Namespace.of("a"))).isTrue();
        assertThat(catalog().listNamespaces(Namespace.of("a"))).containsExactly(Namespace.of("a", "b"));
        try (CloseableIterable<Record> found = IcebergGenerics.read(
                        catalog().loadTable(TableIdentifier.of("a", "b", "c", "orders")))
                .build()) {
            assertThat(found).hasSize(3);
        }
    }

    @Test
    void aTagIsNoBranch() throws IOException {
        produceWithExtra(0, 1);
        runTask();
        look();
        table().manageSnapshots()
                .createTag("v1", table().currentSnapshot().snapshotId())
                .commit();
        more.put("table.branch", "v1");
        more.put("table.identifier", NAME.toString());
        List<ConfigValue> values =
                new ParquetSinkConnector().validate(properties()).configValues();
        assertThat(values)
                .filteredOn(value -> value.name().equals("table.branch"))
                .singleElement()
                .satisfies(value -> assertThat(value.errorMessages())
                        .singleElement()
                        .asString()
                        .contains("v1 is a tag of lake.orders"));
    }

    /** The library itself looks after encryption in few of its catalogs only. */
    @Test
    void aTableThatIsToBeEncryptedGetsNoPlainFiles() throws IOException {
        more.put("table.identifier", NAME.toString());
        produceWithExtra(0, 1);
        runTask();
        look();
        table().updateProperties().set("encryption.key-id", "k1").commit();
        String said = "are to be encrypted with the key k1";
        assertThat(new ParquetSinkConnector().validate(properties()).configValues())
                .filteredOn(value -> value.name().equals("table.identifier"))
                .singleElement()
                .satisfies(value -> assertThat(value.errorMessages())
                        .singleElement()
                        .asString()
                        .contains(said));
        produceWithExtra(1, 2);
        assertThatThrownBy(this::runTask).isInstanceOf(ConnectException.class).hasMessageContaining(said);
    }

    @Test
    void aPropertyThatNoTableHasStopsTheTask() {
        more.put("table.properties.commit.retry.num-retries", "often");
        produceWithExtra(0, 1);
        assertThatThrownBy(this::runTask)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("the table lake.orders cannot be created: table.properties.* is")
                .hasMessageContaining("commit.retry.num-retries must have integer value");
    }

    @Test
    void aRecordWithTwoColumnsOfOneNameIsBad() throws IOException {
        org.apache.kafka.connect.data.Schema inner = SchemaBuilder.struct()
                .field("b", org.apache.kafka.connect.data.Schema.INT64_SCHEMA)
                .build();
        org.apache.kafka.connect.data.Schema twins = SchemaBuilder.struct()
                .field("a.b", org.apache.kafka.connect.data.Schema.INT64_SCHEMA)
                .field("a", inner)
                .build();
        more.put("on.bad.record", "skip");
        for (long offset : new long[] {0, 2}) {
            produce(ZERO, offset, twins, new Struct(twins).put("a.b", 1L).put("a", new Struct(inner).put("b", 2L)));
            produceWithExtra(offset + 1, offset + 2);
        }
        runTask();
        look();
        assertThat(offsets()).containsExactly("0:1", "0:3");
    }

    @Test
    void aTopicWhoseTableHasTooLongANameStopsTheTask() {
        more.put("table.identifier", "lake." + "n".repeat(250) + "${topic}");
        produceWithExtra(0, 1);
        assertThatThrownBy(this::runTask)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("has more than 255 bytes, which a catalog cannot hold");
    }

    /** The first record has the column in lower case, and the others in upper case. */
    @ParameterizedTest
    @CsvSource({"keep, 3", "Keep, 3", "lower, 3", "fail, 1"})
    void columnsThatDifferInCaseOnlyAreAsNamesCaseSays(String names, int stored) throws IOException {
        org.apache.kafka.connect.data.Schema upper = SchemaBuilder.struct()
                .field("ID", org.apache.kafka.connect.data.Schema.INT64_SCHEMA)
                .build();
        withoutMetadata();
        more.put("names.case", names);
        more.put("on.bad.record", "skip");
        produceWithExtra(0, 1);
        runTask();
        produce(ZERO, 1, upper, new Struct(upper).put("ID", 1L));
        produce(ZERO, 2, upper, new Struct(upper).put("ID", 2L));
        runTask();
        look();
        assertThat(rows()).hasSize(stored);
        assertThat(table().schema().findField("ID") != null).isEqualTo(names.equalsIgnoreCase("keep"));
    }

    @Test
    void aColumnInUpperCaseHasNoTwinInLowerCase() throws IOException {
        withoutMetadata();
        more.put("names.case", "lower");
        more.put("on.bad.record", "skip");
        createTable(new Schema(NestedField.optional(1, "ID", Types.LongType.get())));
        produceWithExtra(0, 1);
        runTask();
        assertThat(table().schema().columns()).hasSize(1);
        table().updateSchema().renameColumn("ID", "id").commit();
        produceWithExtra(1, 3);
        runTask();
        look();
        assertThat(rows()).hasSize(2);
    }

    /** Readers give a file without the column the default that the column began with. */
    @Test
    void aRequiredColumnWithADefaultIsNoneThatRecordsNeed() throws IOException {
        withoutMetadata();
        createTable(
                "3",
                PartitionSpec.unpartitioned(),
                new Schema(
                        NestedField.optional(1, "id", Types.LongType.get()),
                        NestedField.required("must")
                                .withId(2)
                                .ofType(Types.StringType.get())
                                .withInitialDefault(Literal.of("none"))
                                .withWriteDefault(Literal.of("none"))
                                .build()));
        produceWithExtra(0, 3);
        runTask();
        look();
        assertThat(rows()).hasSize(3).allMatch(row -> row.getField("must").equals("none"));
    }
}
