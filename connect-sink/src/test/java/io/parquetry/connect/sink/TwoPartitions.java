package io.parquetry.connect.sink;

import io.parquetry.connect.common.storage.MemoryDisk;
import io.parquetry.connect.common.storage.MemoryStorage;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/** Two partitions of a topic, and a worker's configuration that archives them in memory. */
abstract class TwoPartitions {
    static final TopicPartition ZERO = new TopicPartition("orders", 0);
    static final TopicPartition ONE = new TopicPartition("orders", 1);
    private static final Schema VALUE =
            SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();

    final MemoryDisk disk = new MemoryDisk();
    final MemoryStorage storage = new MemoryStorage(disk);
    final Published published = new Published(disk);
    final ManualClock clock = new ManualClock();
    final NavigableMap<Long, SinkRecord> zero = new TreeMap<>();
    final NavigableMap<Long, SinkRecord> one = new TreeMap<>();
    final Map<String, String> properties =
            new HashMap<>(Map.of("name", "archive", "storage.url", "memory", "rotate.max.age.ms", "60000"));

    /** Of both partitions. */
    final FakeWorker worker() {
        return new FakeWorker(Map.of(ZERO, zero, ONE, one), properties, storage, clock);
    }

    final void append(long from, long to) {
        LongStream.range(from, to).forEach(offset -> {
            zero.put(offset, record(0, offset));
            one.put(offset, record(1, offset));
        });
    }

    static SinkRecord record(int partition, long offset) {
        Struct value = new Struct(VALUE).put("id", offset);
        return new SinkRecord("orders", partition, null, null, VALUE, value, offset, offset, TimestampType.CREATE_TIME);
    }
}
