package io.parquetry.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.storage.SimpleHeaderConverter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where headers are stored, a header converter that may change them is named, by configuration and by its headers. */
class HeaderConverterTest {
    private static final String BYTES = "org.apache.kafka.connect.converters.ByteArrayConverter";

    @TempDir
    private Path folder;

    /** A step that may fail. */
    private interface Step {
        void run() throws IOException;
    }

    private static List<String> warnings(Step step) throws IOException {
        PrintStream before = System.err;
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        System.setErr(new PrintStream(lines, true, StandardCharsets.UTF_8));
        try {
            step.run();
        } finally {
            System.setErr(before);
        }
        return lines.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains("header.converter"))
                .toList();
    }

    private List<String> validated(String... more) throws IOException {
        Map<String, String> properties = new HashMap<>(Map.of(
                "name",
                "archive",
                "connector.class",
                ParquetSinkConnector.class.getName(),
                "storage.url",
                folder.toUri().toString()));
        for (int i = 0; i < more.length; i += 2) {
            properties.put(more[i], more[i + 1]);
        }
        return warnings(
                () -> assertThat(new ParquetSinkConnector().validate(properties).configValues())
                        .allSatisfy(value -> assertThat(value.errorMessages()).isEmpty()));
    }

    @Test
    void validationWarnsWhereHeadersAreStored() throws IOException {
        assertThat(validated("record.metadata", "kafka"))
                .singleElement()
                .asString()
                .contains("header.converter is that of the worker", "header.converter=" + BYTES);
        assertThat(validated(
                        "record.metadata",
                        "kafka",
                        "header.converter",
                        "org.apache.kafka.connect.storage.SimpleHeaderConverter"))
                .singleElement()
                .asString()
                .contains("header.converter is org.apache.kafka.connect.storage.SimpleHeaderConverter");
        assertThat(validated()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {BYTES, "ByteArrayConverter", "ByteArray"})
    void theConverterOfBytesIsFine(String name) throws IOException {
        assertThat(validated("record.metadata", "kafka", "header.converter", name))
                .isEmpty();
    }

    private static List<String> archive(String metadata, List<ConnectHeaders> headers) throws IOException {
        List<SinkRecord> records = new ArrayList<>();
        for (ConnectHeaders one : headers) {
            records.add(new SinkRecord(
                    "calls",
                    0,
                    null,
                    null,
                    Schema.STRING_SCHEMA,
                    "v",
                    records.size(),
                    1L,
                    TimestampType.CREATE_TIME,
                    one));
        }
        return warnings(() -> {
            FakeWorker worker = new FakeWorker(
                            Map.of(new TopicPartition("calls", 0), FakeWorker.log(records)),
                            Map.of("name", "archive", "storage.url", "memory", "record.metadata", metadata),
                            new MemoryStorage(new MemoryDisk()),
                            new ManualClock())
                    .start();
            worker.drain(10);
            worker.stop();
        });
    }

    private static ConnectHeaders guessed(String text) {
        ConnectHeaders headers = new ConnectHeaders();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        headers.add("h", new SimpleHeaderConverter().toConnectHeader("calls", "h", bytes));
        return headers;
    }

    @Test
    void theFirstHeaderOfAGuessedTypeIsNamedOnce() throws IOException {
        assertThat(archive("kafka", List.of(guessed("text"), guessed("00417"), guessed("1.10"))))
                .singleElement()
                .asString()
                .contains("topic calls, partition 0, offset 1: the header h comes as INT16", BYTES);
        assertThat(archive("kafka", List.of(guessed("null"))))
                .singleElement()
                .asString()
                .contains("the header h comes as a value without schema");
    }

    @Test
    void bytesAndTextAreNotNamedNorAreHeadersThatAreNotStored() throws IOException {
        ConnectHeaders bytes = new ConnectHeaders();
        bytes.addBytes("b", new byte[] {0, -1});
        bytes.add("n", null, Schema.OPTIONAL_BYTES_SCHEMA);

        assertThat(archive("kafka", List.of(guessed("text"), bytes))).isEmpty();
        assertThat(archive("none", List.of(guessed("00417")))).isEmpty();
    }
}
