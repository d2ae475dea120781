package io.parquetry.connect.source;

import io.parquetry.connect.common.access.StorageKeys;
import io.parquetry.connect.common.retry.RetryPauses;
import io.parquetry.connect.source.config.AllowedTopics;
import io.parquetry.connect.source.config.DiscoverySettings;
import io.parquetry.connect.source.config.RowSettings;
import io.parquetry.connect.source.convert.TopicLimits;
import io.parquetry.connect.source.convert.TopicState;
import io.parquetry.connect.source.discover.TaskAssignment;
import io.parquetry.connect.source.memory.OpenFileMemory;
import io.parquetry.connect.source.send.TaskHost;
import io.parquetry.connect.source.tracking.Clocks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.internals.Topic;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/** Runs a task as the framework does, with a clock that the test sets. */
final class TaskHarness {
    static final long SCAN_MS = 1_000;

    final CountingStorage storage;
    final FakeContext context = new FakeContext();
    final Map<String, String> config = new HashMap<>();

    /** The topics that the brokers have. */
    final Map<String, TopicState.Present> topics = new HashMap<>();

    boolean brokersCreate;

    /** How often the brokers were asked. */
    int asked;

    /** While the storage fails. */
    RetryPauses pauses = new RetryPauses(1_000, 60_000, () -> 0.5);

    /** How long a producer may wait for a missing partition. */
    long partitionWaitMsMax = 60_000;

    long nowMs;

    /** The memory of open files, with the tasks of this test only. */
    OpenFileMemory memory = new OpenFileMemory(() -> nowMs);

    private ParquetSourceTask task;

    TaskHarness(TestTree tree) {
        this.storage = new CountingStorage(tree.root);
        config.put(StorageKeys.STORAGE_URL, tree.root.toString());
        config.put(DiscoverySettings.SCAN_INTERVAL_MS, Long.toString(SCAN_MS));
        config.put(RowSettings.TOPIC, "strange");
        config.put(AllowedTopics.KEY, ".*");
    }

    TaskHarness with(String key, String value) {
        config.put(key, value);
        return this;
    }

    TaskHarness assignment(int index, int count) {
        new TaskAssignment(index, count).toMap(config);
        return this;
    }

    /** Lets the brokers have a topic that takes any record. */
    TaskHarness topic(String name, int partitions) {
        topics.put(name, new TopicState.Present(partitions, TopicLimits.NONE));
        return this;
    }

    /** What the brokers say, as Kafka does. */
    private TopicState topic(String name) {
        asked++;
        return topics.containsKey(name)
                ? topics.get(name)
                : new TopicState.Missing(
                        brokersCreate,
                        topics.keySet().stream()
                                .filter(other -> Topic.hasCollision(name, other))
                                .findFirst(),
                        TopicLimits.NONE);
    }

    /** Starts a new task, which knows only the committed offsets. */
    void start() {
        task = new ParquetSourceTask(new TaskHost(
                new TestClocks(), url -> storage, admin -> this::topic, memory, pauses, partitionWaitMsMax, 1));
        task.initialize(context);
        task.start(config);
    }

    /** The wall clock runs like the steady clock, from the start of the test on. */
    private final class TestClocks implements Clocks {
        private final long startMs = System.currentTimeMillis();

        @Override
        public long steadyMs() {
            return nowMs;
        }

        @Override
        public long wallMs() {
            return startMs + nowMs;
        }
    }

    void stop() {
        task.stop();
    }

    /** The worker reports that the records are in their topics, and commits their offsets. */
    void acknowledge(List<SourceRecord> records) {
        answer(records);
        records.forEach(context::commit);
    }

    /** The worker reports that the records are in their topics; their offsets are not committed yet. */
    void answer(List<SourceRecord> records) {
        for (SourceRecord record : records) {
            task.commitRecord(record, new RecordMetadata(new TopicPartition(record.topic(), 0), 0, 0, 0, 0, 0));
        }
    }

    /** The worker reports that a transformation dropped the records. */
    void drop(List<SourceRecord> records) {
        records.forEach(record -> task.commitRecord(record, null));
    }

    List<SourceRecord> poll() {
        try {
            List<SourceRecord> batch = task.poll();
            return batch == null ? List.of() : batch;
        } catch (InterruptedException e) {
            throw new IllegalStateException("no thread interrupts tests", e);
        }
    }

    /** Everything that is sent after one scan. */
    List<SourceRecord> scan() {
        nowMs += SCAN_MS;
        List<SourceRecord> all = new ArrayList<>();
        for (List<SourceRecord> batch = poll(); !batch.isEmpty(); batch = poll()) {
            all.addAll(batch);
        }
        return all;
    }

    /** Has the task scan and send until it fails, acknowledges each batch, and adds it to those that were sent. */
    void sendUntilFailure(List<SourceRecord> sent) {
        for (int poll = 0; poll < 10; poll++) {
            nowMs += SCAN_MS;
            List<SourceRecord> batch = poll();
            acknowledge(batch);
            sent.addAll(batch);
        }
    }

    /** Everything that is sent after two scans, which is all rows of unchanged files. */
    List<SourceRecord> scanTwice() {
        List<SourceRecord> all = new ArrayList<>(scan());
        all.addAll(scan());
        return all;
    }

    /** The {@code id} of each order. */
    static List<Long> ids(List<SourceRecord> records) {
        return records.stream()
                .map(record -> ((Struct) record.value()).getInt64("id"))
                .toList();
    }

    /** The {@code n} of each row of a foreign file. */
    static List<Integer> numbers(List<SourceRecord> records) {
        return records.stream()
                .map(record -> ((Struct) record.value()).getInt32("n"))
                .toList();
    }
}
