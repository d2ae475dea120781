package io.parquetry.connect.source.send;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.data.StoredRecord.KafkaMetadata;
import io.parquetry.connect.common.data.TestFiles;
import io.parquetry.connect.common.schema.ConnectArbitraries;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** Strings and bytes count their length and a word, every other value is a word, and a container one more. */
class SourceRecordSizeTest {
    private static final Schema ITEM = SchemaBuilder.struct()
            .optional()
            .field("name", Schema.OPTIONAL_STRING_SCHEMA)
            .field("count", Schema.INT32_SCHEMA)
            .build();
    private static final Schema ORDER = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("note", Schema.OPTIONAL_STRING_SCHEMA)
            .field("raw", Schema.OPTIONAL_BYTES_SCHEMA)
            .field("price", Decimal.builder(2).optional().build())
            .field("items", SchemaBuilder.array(ITEM).optional().build())
            .field("counts", SchemaBuilder.array(Schema.INT32_SCHEMA).optional().build())
            .field(
                    "tags",
                    SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.STRING_SCHEMA)
                            .optional()
                            .build())
            .field("first", ITEM)
            .build();

    private final SourceRecordSize size = SourceRecordSize.sent(0);

    private long of(Schema schema, Object value) {
        return size.of(new StoredRecord(Optional.empty(), schema, value, 12));
    }

    private static Struct item(String name) {
        return new Struct(ITEM).put("name", name).put("count", 1);
    }

    @Test
    void nullsAreWords() {
        assertThat(of(ORDER, new Struct(ORDER).put("id", 1L))).isEqualTo(8 + 8 * 8);
        assertThat(of(null, null)).isEqualTo(8);
        assertThat(of(Schema.STRING_SCHEMA, null)).isEqualTo(8);
    }

    /** Each file has schema objects of its own, and the rows of files that are open side by side come in turn. */
    @Test
    void recordsOfFilesInTurnAllocateNothing() {
        List<StoredRecord> inTurn = IntStream.range(0, 8)
                .mapToObj(file -> SchemaBuilder.struct()
                        .field("id", Schema.INT64_SCHEMA)
                        .field("text", Schema.STRING_SCHEMA)
                        .build())
                .map(schema -> new StoredRecord(
                        Optional.empty(),
                        schema,
                        new Struct(schema).put("id", 1L).put("text", "1234"),
                        4))
                .toList();
        inTurn.forEach(size::of);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

        long before = threads.getCurrentThreadAllocatedBytes();
        for (int row = 0; row < 10_000; row++) {
            size.of(inTurn.get(row % inTurn.size()));
        }

        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(200_000);
    }

    /** More schemas than are kept. */
    @Test
    void recordsOfManySchemasAreMeasuredByTheirOwn() {
        for (int fields = 0; fields < 1_000; fields++) {
            SchemaBuilder schema = SchemaBuilder.struct();
            for (int field = 0; field < fields % 10; field++) {
                schema.field("f" + field, Schema.OPTIONAL_INT64_SCHEMA);
            }
            Schema built = schema.build();
            assertThat(of(built, new Struct(built))).isEqualTo(8 + 8L * (fields % 10));
        }
    }

    @Test
    void everythingInAValueCounts() {
        Struct order = new Struct(ORDER)
                .put("id", 1L)
                .put("note", "12345")
                .put("raw", new byte[7])
                .put("price", new BigDecimal("1.00"))
                .put("items", List.of(item("ab"), item("abc")))
                .put("counts", List.of(1, 2, 3))
                .put("tags", Map.of("k", "vv"))
                .put("first", item("abcd"));

        long items = (8 + 8 + 2 + 8) + (8 + 8 + 3 + 8);
        long tags = 8 + 1 + 8 + 2;
        long first = 8 + 8 + 4 + 8;
        assertThat(of(ORDER, order)).isEqualTo(8 + 8 + 13 + 15 + 8 + (8 + items) + (8 + 24) + (8 + tags) + first);
    }

    @Test
    void aValueWithoutSchemaCountsByWhatItIs() {
        assertThat(of(null, Map.of("ab", List.of("c", 1L)))).isEqualTo(8 + 8 + 2 + 8 + 8 + 1 + 8);
        assertThat(of(Schema.BYTES_SCHEMA, ByteBuffer.allocate(5))).isEqualTo(13);
    }

    @Test
    void keysAndHeadersCount() {
        ConnectHeaders headers = new ConnectHeaders();
        headers.addString("trace", "abc").addInt("n", 1);
        KafkaMetadata kafka =
                new KafkaMetadata("t", 0, 0, null, TimestampType.CREATE_TIME, Schema.STRING_SCHEMA, "key", headers);

        long bytes = size.of(new StoredRecord(Optional.of(kafka), Schema.INT64_SCHEMA, 1L, 5));

        assertThat(bytes).isEqualTo(8 + (8 + 3) + (5 + 8 + 3) + (1 + 8));
    }

    @Test
    void inMemoryEachValueIsAnObject() {
        SchemaBuilder wide = SchemaBuilder.struct();
        for (int i = 0; i < 1_000; i++) {
            wide.field("c" + i, Schema.OPTIONAL_STRING_SCHEMA);
        }
        Struct row = new Struct(wide.build());
        row.schema().fields().forEach(field -> row.put(field, "0123456789"));
        StoredRecord stored = new StoredRecord(Optional.empty(), row.schema(), row, 10);

        assertThat(SourceRecordSize.sent(0).of(stored)).isEqualTo(8 + 1_000 * 18);
        assertThat(SourceRecordSize.inMemory(0).of(stored)).isEqualTo(48 + 1_000 * 58);
    }

    private static StoredRecord text(int length, int longest) {
        return new StoredRecord(Optional.empty(), Schema.STRING_SCHEMA, "x".repeat(length), longest);
    }

    @Test
    void ofRecordsThatCannotBeLargeNotEachIsMeasured() {
        SourceRecordSize sampled = SourceRecordSize.sent(100);
        assertThat(sampled.of(text(10, 92))).isEqualTo(18);

        assertThat(sampled.of(text(20, 92))).isEqualTo(18);
        assertThat(sampled.of(text(20, 93))).isEqualTo(28);
        long later = 0;
        for (int i = 0; i < 256; i++) {
            later = sampled.of(text(30, 92));
        }
        assertThat(later).isEqualTo(38);
    }

    @Property(tries = 200)
    void noRecordOfAFileExceedsWhatItsLongestValueSays(@ForAll long seed) throws IOException {
        ConnectArbitraries any = new ConnectArbitraries(seed);
        Schema schema = any.struct(4);
        List<SinkRecord> records = IntStream.range(0, 5)
                .mapToObj(i -> new SinkRecord("t", 0, null, null, schema, any.value(schema, 3), i))
                .toList();

        for (StoredRecord back : TestFiles.roundTrip(records, RecordMetadata.NONE, 38)) {
            ValueSize sizes = ValueSize.forSchema(back.valueSchema(), ValueSize.HEAP_WORD_BYTES);
            assertThat(sizes.of(back.value(), ValueSize.EXACT))
                    .isLessThanOrEqualTo(sizes.of(back.value(), back.longest()));
        }
    }
}
