package io.parquetry.connect.sink.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.data.ValueLayout;
import io.parquetry.connect.common.ledger.OffsetSet;
import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import io.parquetry.connect.sink.config.FileSchemaSettings;
import io.parquetry.connect.sink.config.FileSchemaSettings.Compatibility;
import io.parquetry.connect.sink.config.FileSchemaSettings.Incompatible;
import io.parquetry.connect.sink.config.FileSchemaSettings.NameCase;
import io.parquetry.connect.sink.config.FileSchemaSettings.Schemaless;
import io.parquetry.connect.sink.config.ParquetSettings;
import io.parquetry.connect.sink.config.VariantShred;
import io.parquetry.connect.sink.file.DataFileWriterFactory;
import io.parquetry.connect.sink.memory.MemoryBudget;
import io.parquetry.connect.sink.rotation.RotationLimits;
import io.parquetry.connect.sink.rotation.RotationPolicy;
import io.parquetry.connect.sink.rotation.RotationReason;
import io.parquetry.connect.sink.schema.RecordSchemas;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.host.EncodingHints;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** Which open file a record goes to, and that the choice changes nothing. */
class FileChooserTest {
    private static final long SPAN_MS = 1_000;
    private static final RotationPolicy POLICY = RotationLimits.policy(Map.of("rotate.interval.ms", SPAN_MS));
    private static final Schema OLD = schema("Row", "old");
    private static final Schema NEW = schema("Row", "new");
    private static final Schema OTHER = SchemaBuilder.struct()
            .name("Other")
            .field("id", Schema.STRING_SCHEMA)
            .build();

    private final DataFileWriterFactory writers = new DataFileWriterFactory(
            new MemoryStorage(new MemoryDisk()),
            new ParquetSettings(WriterOptions.DEFAULT, Map.of(), List.of(), Map.of()),
            new EncodingHints(),
            () -> "temporary");
    private final MemoryBudget.Account account = new MemoryBudget().open(Long.MAX_VALUE, "a task");
    private RecordSchemas schemas = schemas(Compatibility.MERGE);

    private static Schema schema(String name, String field) {
        return SchemaBuilder.struct()
                .name(name)
                .field("id", Schema.INT32_SCHEMA)
                .field(field, Schema.OPTIONAL_STRING_SCHEMA)
                .build();
    }

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

    private static SinkRecord record(Schema schema, long offset) {
        Object id = schema == OTHER ? "one" : (Object) 1;
        return new SinkRecord("t", 0, null, null, schema, new Struct(schema).put("id", id), offset);
    }

    private OpenFile open(SinkRecord first) throws IOException {
        OpenFile file = OpenFile.create(writers, account, schemas.include(first), "d", first, traits(0), 0);
        file.write(first, 0);
        return file;
    }

    private FileChooser chooser() {
        return new FileChooser(schemas, POLICY);
    }

    private static RotationPolicy.Traits traits(long timeMs) {
        return POLICY.traits(new SinkRecord("t", 0, null, null, null, null, 0, timeMs, TimestampType.CREATE_TIME));
    }

    @Test
    void aRecordThatFitsGoesToItsOpenFile() throws IOException {
        OpenFile file = open(record(OLD, 0));
        FileChoice choice = chooser().byRecord(List.of(file), record(OLD, 1), traits(SPAN_MS - 1));
        assertThat(choice).isEqualTo(new FileChoice.Use(file));
        assertThat(file.records()).isEqualTo(1);
    }

    @Test
    void withoutAnOpenFileARecordGoesToANewFile() {
        assertThat(chooser().byRecord(List.of(), record(OLD, 0), traits(0))).isInstanceOf(FileChoice.Create.class);
    }

    @Test
    void aRecordThatIsTooLateForTheSpanReplacesTheFile() throws IOException {
        OpenFile file = open(record(OLD, 0));
        assertThat(chooser().byRecord(List.of(file), record(OLD, 1), traits(SPAN_MS)))
                .isEqualTo(new FileChoice.Replace(file, RotationReason.SPAN));
    }

    @Test
    void anOffsetTooFarFromTheFirstReplacesTheFile() throws IOException {
        OpenFile file = open(record(OLD, 0));
        assertThat(chooser().byRecord(List.of(file), record(OLD, OffsetSet.DISTANCE_MAX + 1), traits(0)))
                .isEqualTo(new FileChoice.Replace(file, RotationReason.LEDGER));
    }

    @Test
    void aFileGrowsForACompatibleSchema() throws IOException {
        OpenFile file = open(record(OLD, 0));
        SinkRecord next = record(NEW, 1);
        assertThat(chooser().byRecord(List.of(file), next, traits(0))).isInstanceOf(FileChoice.Create.class);
        var grown = schemas.include(next);
        assertThat(chooser().bySchema(List.of(file), grown, next, traits(0)))
                .isEqualTo(new FileChoice.Grow(file, grown));
    }

    @Test
    void aFileWithAWrittenRowGroupIsReplacedInsteadOfGrowing() throws IOException {
        OpenFile file = open(record(OLD, 0));
        file.flush();
        SinkRecord next = record(NEW, 1);
        assertThat(chooser().bySchema(List.of(file), schemas.include(next), next, traits(0)))
                .isEqualTo(new FileChoice.Replace(file, RotationReason.SCHEMA));
    }

    @Test
    void anIncompatibleSchemaGoesToAFileBesideTheOpenOne() throws IOException {
        OpenFile file = open(record(OLD, 0));
        SinkRecord other = record(OTHER, 1);
        assertThat(chooser().bySchema(List.of(file), schemas.include(other), other, traits(0)))
                .isInstanceOf(FileChoice.Create.class);
        OpenFile second = open(other);
        assertThat(chooser().byRecord(List.of(file, second), record(OTHER, 2), traits(0)))
                .isEqualTo(new FileChoice.Use(second));
        assertThat(chooser().byRecord(List.of(file, second), record(OLD, 3), traits(0)))
                .isEqualTo(new FileChoice.Use(file));
    }
}
