package io.parquetry.connect.sink.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.data.ValueLayout;
import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.connect.sink.config.FileSchemaSettings;
import io.parquetry.connect.sink.config.FileSchemaSettings.Compatibility;
import io.parquetry.connect.sink.config.FileSchemaSettings.Incompatible;
import io.parquetry.connect.sink.config.FileSchemaSettings.NameCase;
import io.parquetry.connect.sink.config.FileSchemaSettings.Schemaless;
import io.parquetry.connect.sink.config.VariantShred;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** Which schemas are remembered from file to file of a topic-partition, and which are forgotten. */
class RecordSchemasTest {
    private static final Schema OLD = version(1, "old");
    private static final Schema NEW = version(2, "new");

    private RecordSchemas schemas = schemas(Compatibility.MERGE);
    private long offset;

    private static RecordSchemas schemas(Compatibility compatibility) {
        return new RecordSchemas(
                new FileSchemaSettings(
                        RecordMetadata.NONE,
                        ValueLayout.NESTED,
                        ColumnTypes.DEFAULT,
                        compatibility,
                        Incompatible.ROTATE,
                        Schemaless.FAIL,
                        VariantShred.WHOLE,
                        NameCase.KEEP),
                List.of(),
                List::of);
    }

    private static Schema version(int version, String field) {
        return SchemaBuilder.struct()
                .name("Row")
                .version(version)
                .field("id", Schema.INT32_SCHEMA)
                .field(field, Schema.OPTIONAL_STRING_SCHEMA)
                .build();
    }

    private SinkRecord record(Schema schema) {
        return new SinkRecord("t", 0, null, null, schema, new Struct(schema).put("id", 1), offset++);
    }

    /** The schema of the file that begins with a record. */
    private Schema begun(Schema schema) {
        SinkRecord record = record(schema);
        schemas.includeAhead(record);
        schemas.forgetUnused(record);
        return schemas.include(record).layout().valueSchema().orElseThrow();
    }

    private void written(Schema schema, long records) {
        SinkRecord record = record(schema);
        schemas.includeAhead(record);
        FileSchema file = schemas.include(record);
        assertThat(schemas.isWritable(record, file)).isTrue();
        for (long i = 0; i < records; i++) {
            schemas.recordWritten(file, record);
        }
    }

    @Test
    void theNextFileBeginsWithTheUnionOfAllSchemas() {
        begun(OLD);
        assertThat(begun(NEW).fields()).hasSize(3);
        assertThat(begun(OLD).fields()).hasSize(3);
        assertThat(begun(OLD).version()).isEqualTo(2);
    }

    @Test
    void aNewerVersionOfTheSameFieldsIsUsedForTheNextFile() {
        Schema documented = SchemaBuilder.struct()
                .name("Row")
                .version(7)
                .doc("rows")
                .field("id", Schema.INT32_SCHEMA)
                .field("old", Schema.OPTIONAL_STRING_SCHEMA)
                .build();
        begun(OLD);
        assertThat(begun(documented)).isEqualTo(documented);
        SinkRecord record = record(documented);
        assertThat(schemas.include(record).fit(record)).isSameAs(record);
    }

    @Test
    void aSchemaThatRecordsNoLongerHaveIsForgottenWithTheNextFile() {
        begun(OLD);
        written(NEW, RecordSchemas.RUN_MAX - 1);
        assertThat(begun(NEW).fields()).hasSize(3);
        written(NEW, RecordSchemas.RUN_MAX);
        assertThat(begun(NEW)).isEqualTo(NEW);
        assertThat(begun(OLD).fields()).hasSize(3);
    }

    @Test
    void versionsThatAlternateAreNotForgotten() {
        for (int turn = 0; turn < 3; turn++) {
            written(OLD, RecordSchemas.RUN_MAX - 1);
            written(NEW, RecordSchemas.RUN_MAX - 1);
        }
        assertThat(begun(NEW).fields()).hasSize(3);
    }

    @Test
    void longRunsForgetNothingWhereSchemasAreNotMerged() {
        for (Compatibility compatibility : List.of(Compatibility.NONE, Compatibility.BACKWARD)) {
            schemas = schemas(compatibility);
            written(OLD, RecordSchemas.RUN_MAX + 1);
            assertThat(begun(OLD)).isEqualTo(OLD);
            assertThat(begun(NEW)).isEqualTo(NEW);
        }
    }

    @Test
    void incompatibleSchemasAreRememberedSideBySide() {
        Schema other = SchemaBuilder.struct()
                .name("Other")
                .field("id", Schema.INT32_SCHEMA)
                .build();
        begun(OLD);
        begun(other);
        begun(NEW);
        assertThat(begun(other)).isEqualTo(other);
        assertThat(begun(OLD).fields()).hasSize(3);
        assertThat(schemas.include(record(OLD)).isOfSameFamily(schemas.include(record(NEW))))
                .isTrue();
        assertThat(schemas.include(record(OLD)).isOfSameFamily(schemas.include(record(other))))
                .isFalse();
    }

    @Test
    void newerVersionsOfOneTypeDoNotTakeThePlaceOfAnother() {
        schemas = schemas(Compatibility.BACKWARD);
        Schema other = SchemaBuilder.struct()
                .name("Other")
                .version(7)
                .field("id", Schema.INT32_SCHEMA)
                .build();
        begun(OLD);
        begun(other);
        begun(NEW);
        assertThat(schemas.include(record(other)).isOfSameFamily(schemas.include(record(NEW))))
                .isFalse();
        assertThat(begun(other)).isEqualTo(other);
        assertThat(begun(NEW)).isEqualTo(NEW);
    }

    @Test
    void theOldestFamiliesAreForgotten() {
        for (int type = 0; type < 3 * RecordSchemas.FAMILIES_MAX; type++) {
            Schema schema = SchemaBuilder.struct()
                    .name("Type" + type)
                    .field("id", Schema.INT32_SCHEMA)
                    .build();
            assertThat(begun(schema)).isEqualTo(schema);
        }
        assertThat(begun(OLD)).isEqualTo(OLD);
    }

    @Test
    void aDecisionThatNoFileCanHaveIsRolledBack() {
        begun(OLD);
        SinkRecord record = record(NEW);
        schemas.includeAhead(record);
        schemas.rollBack(schemas.include(record));
        assertThat(begun(OLD)).isEqualTo(OLD);
    }

    @Test
    void aRecordThatWasNotIncludedAheadIsIncluded() {
        assertThat(schemas.include(record(OLD)).layout().valueSchema()).contains(OLD);
        schemas = new RecordSchemas(
                new FileSchemaSettings(
                        RecordMetadata.NONE,
                        ValueLayout.NESTED,
                        ColumnTypes.DEFAULT,
                        Compatibility.MERGE,
                        Incompatible.ROTATE,
                        Schemaless.INFER,
                        VariantShred.WHOLE,
                        NameCase.KEEP),
                List.of(),
                List::of);
        SinkRecord schemaless = new SinkRecord("t", 0, null, null, null, Map.of("id", 1L), offset++);
        FileSchema file = schemas.include(schemaless);
        assertThat(schemas.isWritable(schemaless, file)).isTrue();
        assertThat(file.layout().valueSchema().orElseThrow().field("id")).isNotNull();
    }
}
