package io.parquetry.connect.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.connect.source.config.FailureSettings;
import io.parquetry.connect.source.config.ValueSchemaSettings;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.MemoryOutputFile;
import io.parquetry.format.model.PlainRecords;
import io.parquetry.format.model.RecordWalker;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Repetition;
import io.parquetry.format.schema.Shape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Text of a foreign file that is not UTF-8 is never changed without a word. */
class InvalidTextTest {
    private static final byte[] BROKEN = {'a', 'b', (byte) 0xFF, 'c'};

    /** Text with the replacement character itself is UTF-8. */
    private static final byte[] WHOLE = "gr\u00f6\u00dfe \uFFFD".getBytes(UTF_8);

    @TempDir
    Path directory;

    private TestTree tree;
    private TaskHarness harness;

    @BeforeEach
    void start() {
        tree = new TestTree(directory);
        harness = new TaskHarness(tree);
    }

    /** A file whose text has any bytes. */
    private static byte[] file(byte[]... texts) throws IOException {
        MessageType schema = new MessageType(
                "schema",
                List.of(PrimitiveType.of("word", Repetition.REQUIRED, PhysicalType.BYTE_ARRAY, LogicalType.STRING)));
        MemoryOutputFile out = new MemoryOutputFile("memory");
        try (ParquetWriter<Map<String, ?>> writer =
                ParquetWriter.create(out, schema, new BytesAsText(), WriterOptions.DEFAULT)) {
            for (byte[] text : texts) {
                writer.write(Map.of("word", text));
            }
            writer.finish();
        }
        return out.toByteArray();
    }

    private static final class BytesAsText implements RecordWalker<Map<String, ?>> {
        private final RecordWalker<Map<String, ?>> plain = PlainRecords.walker();

        @Override
        public StructAccess<Map<String, ?>, ?> record(Shape.StructShape shape) {
            return plain.record(shape);
        }

        @Override
        public StructAccess<?, ?> struct(Shape.StructShape shape) {
            return plain.struct(shape);
        }

        @Override
        public ListAccess<?> list(Shape.ListShape shape) {
            return plain.list(shape);
        }

        @Override
        public MapAccess<?> map(Shape.MapShape shape) {
            return plain.map(shape);
        }

        @Override
        public LeafAccess leaf(Shape.LeafShape shape) {
            return LeafAccess.BYTES;
        }
    }

    private List<Object> words() {
        harness.start();
        return harness.scanTwice().stream()
                .map(sent -> ((Struct) sent.value()).get("word"))
                .toList();
    }

    @Test
    void aFileWithSuchTextIsABadOne() throws IOException {
        tree.put("in/a.parquet", file(WHOLE, WHOLE, BROKEN));

        assertThatThrownBy(this::words)
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("in/a.parquet")
                .hasMessageContaining("row group 0")
                .hasMessageContaining("column word")
                .hasMessageContaining("a text is not UTF-8: its byte 2 of 4 is 0xff")
                .hasMessageContaining("invalid.utf8");
    }

    @Test
    void otherFilesGoOnWhereBadFilesAreSkipped() throws IOException {
        tree.put("in/a.parquet", file(BROKEN));
        tree.put("in/b.parquet", file(WHOLE));
        harness.with(FailureSettings.ON_BAD_FILE, "skip");

        assertThat(words()).containsExactly("gr\u00f6\u00dfe \uFFFD");
    }

    @Test
    void whatIsNoCharacterIsReplacedIfConfigured() throws IOException {
        tree.put("a.parquet", file(BROKEN, WHOLE));
        harness.with(ValueSchemaSettings.INVALID_UTF8, "replace");

        assertThat(words()).containsExactly("ab\uFFFDc", "gr\u00f6\u00dfe \uFFFD");
    }

    @Test
    void textIsSentAsBytesIfConfigured() throws IOException {
        tree.put("a.parquet", file(BROKEN, WHOLE));
        harness.with(ValueSchemaSettings.INVALID_UTF8, "bytes").start();

        assertThat(harness.scanTwice())
                .allSatisfy(sent -> assertThat(
                                sent.valueSchema().field("word").schema().type())
                        .isEqualTo(Schema.Type.BYTES))
                .extracting(sent -> ((Struct) sent.value()).get("word"))
                .containsExactly(BROKEN, WHOLE);
    }
}
