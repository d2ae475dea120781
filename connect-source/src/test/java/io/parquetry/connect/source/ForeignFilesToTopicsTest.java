package io.parquetry.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.source.config.DeliverySettings;
import io.parquetry.connect.source.config.DiscoverySettings;
import io.parquetry.format.TestData;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.ConnectSchema;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The source's task sends every readable file of parquet-testing, and each value is equal to what parquet-java reads; other
 * files are refused with the reason.
 */
class ForeignFilesToTopicsTest {
    /** Files whose pages contradict their checksums, which the task verifies. */
    private static final Set<String> BAD_CHECKSUMS =
            Set.of("datapage_v1-corrupt-checksum.parquet", "rle-dict-uncompressed-corrupt-checksum.parquet");

    /** A dictionary of a gibibyte, which may be more than the heap allows. */
    private static final String LARGE = "large_string_map.brotli.parquet";

    /** Files that parquet-java does not read: a dictionary index beyond its dictionary, LZ4 without the framing of Hadoop. */
    private static final Set<String> NOT_JUDGED =
            Set.of("nation.dict-malformed.parquet", "non_hadoop_lz4_compressed.parquet");

    static Stream<String> readable() throws IOException {
        return files().filter(name -> !BAD_CHECKSUMS.contains(name) && !name.equals(LARGE));
    }

    private static Stream<String> files() throws IOException {
        Path data = TestData.parquetTesting("data");
        try (Stream<Path> found = Files.walk(data)) {
            return found
                    .map(path -> data.relativize(path).toString())
                    .filter(name -> name.endsWith(".parquet"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    private static List<SourceRecord> sent(Path data, String name) {
        TaskHarness harness = new TaskHarness(new TestTree(data))
                .with(DiscoverySettings.PATH_INCLUDE, name)
                .with(DeliverySettings.BATCH_MAX_RECORDS, "100000");
        harness.start();
        List<SourceRecord> sent = harness.scanTwice();
        harness.stop();
        return sent;
    }

    @ParameterizedTest
    @MethodSource("readable")
    void eachValueIsEqualToWhatParquetJavaReads(String name) throws IOException {
        Path data = TestData.parquetTesting("data");
        List<SourceRecord> records = sent(data, name);

        for (SourceRecord record : records) {
            ConnectSchema.validateValue(record.valueSchema(), record.value());
            ((Struct) record.value()).validate();
        }
        if (NOT_JUDGED.contains(name)) {
            assertThat(records).isNotEmpty();
            return;
        }
        List<Map<String, Object>> expected = ParquetJavaRows.of(data.resolve(name));
        assertThat(records).hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            assertThat(plain(records.get(i).value())).as("row %d", i).isEqualTo(expected.get(i));
        }
    }

    /** Structs as maps of the fields that are not null, bytes as buffers. */
    private static Object plain(Object value) {
        if (value instanceof Struct struct) {
            Map<String, Object> fields = new LinkedHashMap<>();
            for (Field field : struct.schema().fields()) {
                if (struct.get(field) != null) {
                    fields.put(field.name(), plain(struct.get(field)));
                }
            }
            return fields;
        } else if (value instanceof List<?> list) {
            List<Object> elements = new ArrayList<>();
            list.forEach(element -> elements.add(plain(element)));
            return elements;
        } else if (value instanceof Map<?, ?> map) {
            Map<Object, Object> entries = new LinkedHashMap<>();
            map.forEach((key, entry) -> entries.put(plain(key), plain(entry)));
            return entries;
        }
        return value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value;
    }

    @Test
    void pagesThatContradictTheirChecksumsAreNotSent() {
        Path data = TestData.parquetTesting("data");
        for (String name : BAD_CHECKSUMS) {
            assertThatThrownBy(() -> sent(data, name))
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining(name)
                    .hasMessageContaining("checksum");
        }
    }
}
