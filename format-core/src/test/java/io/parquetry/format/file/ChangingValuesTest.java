package io.parquetry.format.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.file.WriterOptions.EncodingChoice;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.model.RandomRecords;
import io.parquetry.format.schema.MessageType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Columns whose values are all new for a while, then few, then many, then random, come back as they were, with pages,
 * dictionaries and row groups of any size: the decisions about encodings fall at any moment, also between records that
 * are refused and calls that estimate sizes.
 */
class ChangingValuesTest {
    private static final MessageType SCHEMA = MessageType.parse("""
            message record {
              repeated binary texts (STRING);
              optional int64 number;
              required int32 count;
              optional binary bytes;
              optional group list (LIST) { repeated group list { optional group element {
                required double ratio;
                optional binary note (STRING);
                optional fixed_len_byte_array(5) code;
              } } }
            }""");

    /** Numbers of one kind for a while, then of another. */
    private static final class Numbers {
        private final Random random;
        private int kind;
        private int left;
        private long next;

        Numbers(long seed) {
            random = new Random(seed);
        }

        long next() {
            if (left-- <= 0) {
                kind = random.nextInt(4);
                left = random.nextInt(2_000);
            }
            return switch (kind) {
                case 0 -> next++;
                case 1 -> random.nextInt(10);
                case 2 -> random.nextInt(3_000);
                default -> random.nextLong();
            };
        }

        String text() {
            long number = next();
            return number + "x".repeat(kind == 2 ? (int) number % 20 : 3 * kind);
        }

        byte[] code() {
            long number = next();
            return new byte[] {1, (byte) number, (byte) (number >> 8), (byte) (number >> 16), (byte) (number >> 24)};
        }
    }

    private final Random random = new Random();

    private static <T> List<T> list(int size, Supplier<T> element) {
        List<T> list = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            list.add(element.get());
        }
        return list;
    }

    private Map<String, Object> element(Numbers[] numbers) {
        Map<String, Object> element = new LinkedHashMap<>();
        element.put("ratio", (double) numbers[4].next());
        if (random.nextBoolean()) {
            element.put("note", numbers[5].text());
        }
        if (random.nextBoolean()) {
            element.put("code", numbers[6].code());
        }
        return element;
    }

    private Map<String, Object> record(Numbers[] numbers, int elementsMax) {
        Map<String, Object> record = new LinkedHashMap<>();
        record.put("texts", list(random.nextInt(elementsMax), numbers[0]::text));
        if (random.nextInt(3) > 0) {
            record.put("number", numbers[1].next());
        }
        record.put("count", (int) numbers[2].next());
        if (random.nextInt(3) > 0) {
            record.put("bytes", numbers[3].text().getBytes(StandardCharsets.UTF_8));
        }
        if (random.nextInt(4) > 0) {
            record.put("list", list(random.nextInt(elementsMax), () -> element(numbers)));
        }
        return record;
    }

    private WriterOptions options() {
        return WriterOptions.builder()
                .encoding(random.nextBoolean() ? EncodingChoice.AUTO : EncodingChoice.COMPATIBLE)
                .pageBytesMax(64 << random.nextInt(15))
                .pageRowsMax(1 << random.nextInt(15))
                .rowGroupBytesMax(1024 << random.nextInt(14))
                .dictionaryBytesMax(1024 << random.nextInt(11))
                .build();
    }

    private void refuse(ParquetWriter<Map<String, ?>> writer, Map<String, Object> record) {
        Map<String, Object> bad = new LinkedHashMap<>(record);
        bad.put("list", List.of(Map.of("ratio", 1.0, "note", "good", "code", new byte[3])));
        assertThatThrownBy(() -> writer.write(bad)).isInstanceOf(InvalidRecordException.class);
    }

    @Property(tries = 100)
    void recordsComeBack(@ForAll long seed) throws IOException {
        random.setSeed(seed);
        Numbers[] numbers = new Numbers[7];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = new Numbers(random.nextLong());
        }
        int elementsMax = random.nextInt(8) == 0 ? 200 : 4;
        List<Map<String, Object>> records =
                list(random.nextInt(elementsMax > 4 ? 200 : 3_000), () -> record(numbers, elementsMax));
        MemoryOutputFile out = new MemoryOutputFile("file");
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, SCHEMA, PlainRecords.walker(), options())) {
            for (Map<String, Object> record : records) {
                if (random.nextInt(40) == 0) {
                    refuse(writer, record);
                }
                writer.write(record);
                if (random.nextInt(100) == 0) {
                    assertThat(writer.fileBytes()).isPositive();
                }
            }
            writer.finish();
        }
        try (ParquetReader reader = ParquetReader.open(out.toInputFile(), ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder());
            for (Map<String, Object> record : records) {
                assertThat(cursor.next()).isTrue();
                assertThat(RandomRecords.comparable(cursor.record())).isEqualTo(RandomRecords.comparable(record));
            }
            assertThat(cursor.next()).isFalse();
        }
    }
}
