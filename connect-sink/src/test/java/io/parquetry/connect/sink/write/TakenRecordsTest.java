package io.parquetry.connect.sink.write;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** Which records of a batch are a run, and the order of the runs. */
class TakenRecordsTest {
    private static final Schema FIRST = SchemaBuilder.int32().name("first").build();
    private static final Schema SECOND = SchemaBuilder.int32().name("second").build();
    private static final FilePlace NORTH = new FilePlace("north", Map.of());
    private static final FilePlace SOUTH = new FilePlace("south", Map.of());

    private TakenRecords taken = taken(Compatibility.MERGE, Schemaless.JSON);
    private long offset;

    private static TakenRecords taken(Compatibility compatibility, Schemaless schemaless) {
        return new TakenRecords(new FileSchemaSettings(
                RecordMetadata.KAFKA,
                ValueLayout.NESTED,
                ColumnTypes.DEFAULT,
                compatibility,
                Incompatible.ROTATE,
                schemaless,
                VariantShred.WHOLE,
                NameCase.KEEP));
    }

    private SinkRecord next(Schema schema, Object value) {
        return new SinkRecord("topic", 0, null, null, schema, value, offset++);
    }

    /** The offsets of each run, in the order of writing. */
    private List<List<Long>> runs() {
        List<List<Long>> runs = new ArrayList<>();
        while (taken.advance()) {
            List<Long> run = new ArrayList<>();
            for (RecordRun first = taken.first(); !first.isEmpty(); first.removeFirst()) {
                run.add(first.first().originalKafkaOffset());
            }
            runs.add(run);
        }
        return runs;
    }

    @Test
    void recordsOfADirectoryAndASchemaAreOneRun() {
        taken.add(next(FIRST, 1), NORTH);
        taken.add(next(FIRST, 2), SOUTH);
        taken.add(next(FIRST, 3), NORTH);
        taken.add(next(FIRST, 4), SOUTH);

        assertThat(taken.firstOffset()).hasValue(0);
        assertThat(runs()).containsExactly(List.of(0L, 2L), List.of(1L, 3L));
        assertThat(taken.firstOffset()).isEmpty();
    }

    /** Also of the first record of the next batch. */
    @Test
    void itIsToldOfEachChangeOfSchemas() {
        assertThat(taken.add(next(FIRST, 1), NORTH)).isTrue();
        assertThat(taken.add(next(FIRST, 2), SOUTH)).isFalse();
        assertThat(taken.add(next(SECOND, 3), SOUTH)).isTrue();
        runs();
        assertThat(taken.add(next(SECOND, 4), SOUTH)).isTrue();
    }

    @Test
    void anotherSchemaBeginsARunAndTheOrderOfADirectoryStays() {
        taken.add(next(FIRST, 1), NORTH);
        taken.add(next(SECOND, 2), NORTH);
        taken.add(next(FIRST, 3), NORTH);
        taken.add(next(FIRST, null), NORTH);

        assertThat(runs()).containsExactly(List.of(0L), List.of(1L), List.of(2L, 3L));
    }

    /** A tombstone has a place in every file, so the file of a run that begins with one says nothing of the others. */
    @Test
    void aTombstoneAndAValueWithoutSchemaAreNotOneRun() {
        taken.add(next(null, null), NORTH);
        taken.add(next(null, null), NORTH);
        taken.add(next(null, Map.of("a", 1)), NORTH);
        taken.add(next(null, Map.of("b", 1)), NORTH);

        assertThat(runs()).containsExactly(List.of(0L, 1L), List.of(2L, 3L));
    }

    @Test
    void aKeyWithoutSchemaAndNoKeyAreNotOneRun() {
        taken.add(new SinkRecord("topic", 0, null, null, FIRST, 1, 0), NORTH);
        taken.add(new SinkRecord("topic", 0, null, "key", FIRST, 1, 1), NORTH);
        taken.add(new SinkRecord("topic", 0, null, "other", FIRST, 1, 2), NORTH);

        assertThat(runs()).containsExactly(List.of(0L), List.of(1L, 2L));
    }

    @Test
    void eachValueIsARunWhereColumnsAreInferred() {
        taken = taken(Compatibility.MERGE, Schemaless.INFER);
        taken.add(next(null, Map.of("a", 1)), NORTH);
        taken.add(next(null, Map.of("a", 1)), NORTH);

        assertThat(runs()).containsExactly(List.of(0L), List.of(1L));
    }

    @Test
    void aNewerVersionOfOneDirectoryIsNotBeforeAnOlderOneOfAnother() {
        taken = taken(Compatibility.BACKWARD, Schemaless.JSON);
        taken.add(next(FIRST, 1), NORTH);
        taken.add(next(FIRST, 2), SOUTH);
        taken.add(next(SECOND, 3), NORTH);
        taken.add(next(SECOND, 4), SOUTH);

        assertThat(runs()).containsExactly(List.of(0L), List.of(1L), List.of(2L), List.of(3L));
    }
}
