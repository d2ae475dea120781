package io.parquetry.connect.sink;

import io.parquetry.connect.common.access.Storages;
import io.parquetry.connect.sink.commit.EntryAges;
import io.parquetry.connect.sink.memory.MemoryBudget;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * A program that writes records of 50 columns to 1,000 paths in random order, in a heap that is too small to hold them.
 * Its arguments are the number of records and more keys of the configuration, as {@code key=value}; its last line says
 * how it went, in the same form.
 */
final class SmallHeapSink {
    private static final int COLUMNS = 50;
    private static final int PATHS = 1_000;
    private static final int BATCH = 500;
    private static final TopicPartition PARTITION = new TopicPartition("wide", 0);

    private final Schema schema = schema();
    private final Random random = new Random(42);

    private SmallHeapSink() {}

    public static void main(String[] arguments) {
        Map<String, String> properties = new HashMap<>(
                Map.of("name", "small-heap", "partitioner.class", "field", "partition.field.name", "path"));
        // A thousand files are closed at the end, however slow the machine is.
        properties.put("on.close.timeout.ms", "3600000");
        for (String argument : List.of(arguments).subList(1, arguments.length)) {
            String[] keyAndValue = argument.split("=", 2);
            properties.put(keyAndValue[0], keyAndValue[1]);
        }
        new SmallHeapSink().run(Long.parseLong(arguments[0]), properties);
    }

    private static Schema schema() {
        SchemaBuilder builder =
                SchemaBuilder.struct().field("path", Schema.STRING_SCHEMA).field("id", Schema.INT64_SCHEMA);
        for (int i = 2; i < COLUMNS; i++) {
            builder.field(
                    "column" + i,
                    switch (i % 4) {
                        case 0 -> Schema.OPTIONAL_INT64_SCHEMA;
                        case 1 -> Schema.OPTIONAL_FLOAT64_SCHEMA;
                        case 2 -> Schema.OPTIONAL_STRING_SCHEMA;
                        default -> Schema.INT32_SCHEMA;
                    });
        }
        return builder.build();
    }

    private SinkRecord record(long offset) {
        Struct value =
                new Struct(schema).put("path", "p" + random.nextInt(PATHS)).put("id", offset);
        for (int i = 2; i < COLUMNS; i++) {
            value.put(
                    "column" + i,
                    switch (i % 4) {
                        case 0 -> (Object) random.nextLong();
                        case 1 -> random.nextDouble();
                        case 2 -> "value " + random.nextInt(10_000);
                        default -> random.nextInt(100);
                    });
        }
        return new SinkRecord(PARTITION.topic(), 0, null, null, schema, value, offset, 0L, TimestampType.CREATE_TIME);
    }

    private void run(long records, Map<String, String> properties) {
        MemoryBudget budget = MemoryBudget.OF_WORKER;
        ParquetSinkTask task = new ParquetSinkTask(
                Storages::open, Clock.systemUTC(), new EntryAges(System::currentTimeMillis), budget, settings -> null);
        FakeWorker context = new FakeWorker(Map.of(PARTITION, new TreeMap<>()), properties, null, Clock.systemUTC());
        task.initialize(context);
        task.start(properties);
        task.open(List.of(PARTITION));
        long began = System.nanoTime();
        for (long offset = 0; offset < records; ) {
            List<SinkRecord> batch = new ArrayList<>();
            for (; batch.size() < BATCH && offset < records; offset++) {
                batch.add(record(offset));
            }
            task.put(batch);
        }
        Map<TopicPartition, OffsetAndMetadata> consumed = Map.of(PARTITION, new OffsetAndMetadata(records));
        long limit = budget.limitBytes();
        task.preCommit(consumed);
        task.close(List.of(PARTITION));
        task.stop();
        System.out.printf(
                "records=%d seconds=%d limit=%d most=%d heap=%d%n",
                records,
                (System.nanoTime() - began) / 1_000_000_000,
                limit,
                budget.peakBytes(),
                Runtime.getRuntime().maxMemory());
    }
}
