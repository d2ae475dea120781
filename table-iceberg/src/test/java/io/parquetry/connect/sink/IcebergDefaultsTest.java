package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A column that somebody has added with a default: a record without it has the default, whichever records are beside
 * it, and is found by it; a record with a null has null.
 */
class IcebergDefaultsTest extends TopicToTable {
    private static final org.apache.kafka.connect.data.Schema WITHOUT = SchemaBuilder.struct()
            .field("id", org.apache.kafka.connect.data.Schema.INT64_SCHEMA)
            .build();
    private static final org.apache.kafka.connect.data.Schema WITH = SchemaBuilder.struct()
            .field("id", org.apache.kafka.connect.data.Schema.INT64_SCHEMA)
            .field("region", org.apache.kafka.connect.data.Schema.OPTIONAL_STRING_SCHEMA)
            .build();

    private static final NestedField ID = NestedField.optional(1, "id", Types.LongType.get());
    private static final NestedField REGION = region(3);

    private static NestedField region(int id) {
        return NestedField.optional("region")
                .withId(id)
                .ofType(Types.StringType.get())
                .withInitialDefault(Literal.of("eu"))
                .withWriteDefault(Literal.of("eu"))
                .build();
    }

    private void createTable(Schema schema, Function<PartitionSpec.Builder, PartitionSpec.Builder> partitions) {
        catalog().createNamespace(Namespace.of("lake"));
        catalog()
                .createTable(
                        NAME,
                        schema,
                        partitions.apply(PartitionSpec.builderFor(schema)).build(),
                        Map.of("format-version", "3"));
    }

    private void run() throws IOException {
        more.put("flush.size", "100");
        runTask();
        look();
    }

    /** Three records without the column, one with a value, and one with null, by turns. */
    private void produceByTurns() {
        produce(ZERO, 0, WITHOUT, new Struct(WITHOUT).put("id", 0L));
        produce(ZERO, 1, WITH, new Struct(WITH).put("id", 1L).put("region", "us"));
        produce(ZERO, 2, WITHOUT, new Struct(WITHOUT).put("id", 2L));
        produce(ZERO, 3, WITH, new Struct(WITH).put("id", 3L).put("region", null));
        produce(ZERO, 4, WITHOUT, new Struct(WITHOUT).put("id", 4L));
    }

    private List<Object> ids(org.apache.iceberg.expressions.Expression filter) throws IOException {
        return rows(filter).stream().map(row -> row.getField("id")).sorted().toList();
    }

    @ParameterizedTest
    @CsvSource({"none,nested", "kafka,flat"})
    void aRecordWithoutTheColumnHasTheDefaultBesideRecordsWithIt(String metadata, String layout) throws IOException {
        more.put("record.metadata", metadata);
        more.put("record.layout", layout);
        createTable(new Schema(ID, REGION), partitions -> partitions);
        produceByTurns();
        run();
        assertThat(rows())
                .extracting(row -> row.getField("id"), row -> row.getField("region"))
                .containsExactlyInAnyOrder(
                        tuple(0L, "eu"), tuple(1L, "us"), tuple(2L, "eu"), tuple(3L, null), tuple(4L, "eu"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"identity", "bucket", "truncate"})
    void aFilterFindsTheDefaultInATableThatIsPartitionedByIt(String transform) throws IOException {
        more.put("record.metadata", "none");
        createTable(new Schema(ID, REGION), partitions -> switch (transform) {
            case "identity" -> partitions.identity("region");
            case "bucket" -> partitions.bucket("region", 4);
            default -> partitions.truncate("region", 1);
        });
        produceByTurns();
        run();
        assertThat(ids(Expressions.equal("region", "eu"))).containsExactly(0L, 2L, 4L);
        assertThat(ids(Expressions.equal("region", "us"))).containsExactly(1L);
        assertThat(ids(Expressions.isNull("region"))).containsExactly(3L);
        assertThat(rows()).hasSize(5);
    }

    /** The fields of a struct that is null are null, and those of one that is there have their defaults. */
    @Test
    void aFieldOfAStructHasItsDefaultWhereTheStructIsThere() throws IOException {
        more.put("record.metadata", "none");
        Types.StructType place =
                Types.StructType.of(NestedField.optional(4, "city", Types.StringType.get()), region(5));
        createTable(
                new Schema(ID, NestedField.optional(2, "place", place)),
                partitions -> partitions.identity("place.region"));
        List<org.apache.kafka.connect.data.Schema> places = Stream.of(false, true)
                .map(hasRegion -> {
                    SchemaBuilder fields = SchemaBuilder.struct()
                            .optional()
                            .field("city", org.apache.kafka.connect.data.Schema.OPTIONAL_STRING_SCHEMA);
                    return hasRegion
                            ? fields.field("region", org.apache.kafka.connect.data.Schema.OPTIONAL_STRING_SCHEMA)
                                    .build()
                            : fields.build();
                })
                .toList();
        for (long id = 0; id < 6; id++) {
            org.apache.kafka.connect.data.Schema ofPlace = places.get((int) (id % 2));
            org.apache.kafka.connect.data.Schema schema = SchemaBuilder.struct()
                    .field("id", org.apache.kafka.connect.data.Schema.INT64_SCHEMA)
                    .field("place", ofPlace)
                    .build();
            Struct there = new Struct(ofPlace).put("city", "c");
            produce(
                    ZERO,
                    id,
                    schema,
                    new Struct(schema)
                            .put("id", id)
                            .put("place", id < 2 ? null : id % 2 == 0 ? there : there.put("region", "us")));
        }
        run();
        assertThat(rows())
                .extracting(
                        row -> row.getField("id"),
                        row -> row.getField("place") instanceof Record of ? of.getField("region") : "no place")
                .containsExactlyInAnyOrder(
                        tuple(0L, "no place"),
                        tuple(1L, "no place"),
                        tuple(2L, "eu"),
                        tuple(3L, "us"),
                        tuple(4L, "eu"),
                        tuple(5L, "us"));
        assertThat(ids(Expressions.equal("place.region", "eu"))).containsExactly(2L, 4L);
    }

    @Test
    void tombstonesAreKeptBesideDefaultsOfAPartition() throws IOException {
        createTable(new Schema(ID, REGION), partitions -> partitions.bucket("region", 4));
        produceByTurns();
        produce(ZERO, 5, null, null);
        run();
        assertThat(offsets()).isEqualTo(produced());
        assertThat(ids(Expressions.equal("region", "eu"))).contains(0L, 2L, 4L);
    }
}
