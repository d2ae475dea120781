package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.schema.GroupType;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.Type;
import io.parquetry.rules.Breadth;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A file that is ended as soon as {@link ParquetWriter#fileBytes} reaches a target comes out within five percent of it,
 * whatever its values are like, when its columns have more than one page.
 */
@Tag("slow")
@Tag("sampled")
class FileSizeEstimateTest {
    private static final long TARGET_BYTES = 1_500_000;

    /** What records are like. */
    private enum Shape {
        RANDOM_NUMBERS {
            @Override
            Map<String, ?> value(Random random, int row) {
                return Map.of("a", random.nextLong(), "b", Double.longBitsToDouble(random.nextLong()));
            }
        },
        COUNTERS {
            @Override
            Map<String, ?> value(Random random, int row) {
                return Map.of("a", 1_000_000L + row, "b", row / 8.0);
            }
        },
        FEW_WORDS {
            @Override
            Map<String, ?> value(Random random, int row) {
                return Map.of("s", "state-" + random.nextInt(40), "t", "word " + random.nextInt(3_000));
            }
        },
        LONG_TEXT {
            @Override
            Map<String, ?> value(Random random, int row) {
                return Map.of(
                        "s", "the quick brown fox number " + row + " jumps over " + random.nextInt() + " lazy dogs");
            }
        },
        RANDOM_BYTES_AND_NULLS {
            @Override
            Map<String, ?> value(Random random, int row) {
                Map<String, Object> record = new HashMap<>();
                if (random.nextInt(3) == 0) {
                    byte[] bytes = new byte[random.nextInt(200)];
                    random.nextBytes(bytes);
                    record.put("raw", bytes);
                }
                record.put("b", (double) random.nextInt(100));
                return record;
            }
        },
        LISTS {
            @Override
            Map<String, ?> value(Random random, int row) {
                return Map.of(
                        "l", random.ints(random.nextInt(6), 0, 1 << 20).boxed().toList(), "a", (long) row);
            }
        },
        ONE_VALUE_THEN_NOISE {
            @Override
            Map<String, ?> value(Random random, int row) {
                return Map.of(
                        "a", row % 20_000 < 10_000 ? 7L : random.nextLong(), "s", "row " + random.nextInt(1 << 28));
            }
        };

        abstract Map<String, ?> value(Random random, int row);
    }

    private static PrimitiveType text(String name) {
        return PrimitiveType.of(name, Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY, LogicalType.STRING);
    }

    private static final MessageType SCHEMA = new MessageType(
            "record",
            List.<Type>of(
                    PrimitiveType.of("a", Repetition.OPTIONAL, PhysicalType.INT64),
                    PrimitiveType.of("b", Repetition.OPTIONAL, PhysicalType.DOUBLE),
                    text("s"),
                    text("t"),
                    PrimitiveType.of("raw", Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY),
                    GroupType.list(
                            "l",
                            Repetition.OPTIONAL,
                            PrimitiveType.of("element", Repetition.REQUIRED, PhysicalType.INT32))));

    static List<Shape> shapes() {
        return Breadth.of(3, List.of(Shape.values()), 2);
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void aFileComesOutAsLargeAsForetold(Shape shape) throws IOException {
        for (CompressionCodec codec :
                Breadth.of(1, List.of(CompressionCodec.ZSTD, CompressionCodec.SNAPPY), shape.ordinal())) {
            assertForetold(shape, codec, WriterOptions.PageVersion.V1, 128L << 20);
        }
        assertForetold(shape, CompressionCodec.ZSTD, WriterOptions.PageVersion.V2, 300_000);
    }

    private static void assertForetold(
            Shape shape, CompressionCodec codec, WriterOptions.PageVersion version, long rowGroupBytes)
            throws IOException {
        WriterOptions options = WriterOptions.builder()
                .codec(codec)
                .pageVersion(version)
                .pageRowsMax(5_000)
                .rowGroupBytesMax(rowGroupBytes)
                .build();
        MemoryOutputFile file = new MemoryOutputFile("forecast");
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(file, SCHEMA, PlainRecords.walker(), options)) {
            Random random = new Random(11);
            writer.putKeyValue("note", "n".repeat(10_000));
            for (int row = 0; writer.fileBytes() < TARGET_BYTES; row++) {
                writer.write(shape.value(random, row));
            }
            assertThat(writer.rows()).as("rows, for more than one page").isGreaterThan(6_000);
            writer.finish();
        }
        assertThat(file.position() / (double) TARGET_BYTES)
                .as("%s, %s, %s: part of the target", shape, codec, version)
                .isBetween(0.95, 1.05);
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void toAskDoesNotChangeTheFile(Shape shape) throws IOException {
        WriterOptions options = WriterOptions.builder()
                .pageRowsMax(3_000)
                .dictionaryBytesMax(20_000)
                .build();
        MemoryOutputFile asked = new MemoryOutputFile("asked");
        MemoryOutputFile spared = new MemoryOutputFile("spared");
        try (ParquetWriter<Map<String, ?>> one = ParquetWriter.create(asked, SCHEMA, PlainRecords.walker(), options);
                ParquetWriter<Map<String, ?>> other =
                        ParquetWriter.create(spared, SCHEMA, PlainRecords.walker(), options)) {
            Random random = new Random(5);
            for (int row = 0; row < 10_000; row++) {
                Map<String, ?> record = shape.value(random, row);
                one.write(record);
                other.write(record);
                if (row % 37 == 0) {
                    assertThat(one.fileBytes()).isPositive();
                }
            }
            one.finish();
            other.finish();
        }
        assertThat(asked.toByteArray()).isEqualTo(spared.toByteArray());
    }
}
