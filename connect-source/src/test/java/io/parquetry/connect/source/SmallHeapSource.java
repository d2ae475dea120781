package io.parquetry.connect.source;

import com.sun.management.GarbageCollectionNotificationInfo;
import io.parquetry.connect.source.discover.TaskAssignment;
import io.parquetry.connect.source.memory.OpenFileMemory;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * A program that runs the tasks of a connector, each in a thread as in a worker, until all rows were sent or one fails.
 * Its arguments are the directory, the number of tasks, the number of rows of each partition, and further keys as
 * {@code key=value}; its last line says how it went, also as {@code key=value}.
 */
final class SmallHeapSource {
    private final Map<String, String> config = new HashMap<>();
    private final int tasks;
    private final long rowsOfPartition;

    /** The offset that each partition goes on with. */
    private final Map<Integer, Long> nextOffsets = new HashMap<>();

    private long rows;
    private volatile long limitBytes;
    private Throwable failure;

    private SmallHeapSource(String[] arguments) {
        config.put("storage.url", arguments[0]);
        config.put("name", "small-heap");
        config.put("mode", "restore");
        config.put("scan.interval.ms", "100");
        tasks = Integer.parseInt(arguments[1]);
        rowsOfPartition = Long.parseLong(arguments[2]);
        Arrays.stream(arguments).skip(3).map(key -> key.split("=", 2)).forEach(key -> config.put(key[0], key[1]));
    }

    public static void main(String[] arguments) throws InterruptedException {
        SmallHeapSource program = new SmallHeapSource(arguments);
        program.run();
        if (program.failure != null) {
            program.failure.printStackTrace(System.out);
            System.exit(1);
        }
    }

    private void run() throws InterruptedException {
        long begun = System.nanoTime();
        UsedHeap used = new UsedHeap();
        List<Thread> threads = new ArrayList<>();
        for (int index = 0; index < tasks; index++) {
            int task = index;
            Thread thread = new Thread(() -> runTask(task), "task-" + index);
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.printf(
                "rows=%d partitions=%d ms=%d claimed=%d limit=%d used=%d heap=%d%n",
                rows,
                nextOffsets.size(),
                (System.nanoTime() - begun) / 1_000_000,
                OpenFileMemory.OF_WORKER.peakBytes(),
                limitBytes,
                used.most.get(),
                Runtime.getRuntime().maxMemory());
    }

    /** The most heap that a collection has left. */
    private static final class UsedHeap implements NotificationListener {
        private final AtomicLong most = new AtomicLong();

        UsedHeap() {
            ManagementFactory.getGarbageCollectorMXBeans()
                    .forEach(collector -> ((NotificationEmitter) collector).addNotificationListener(this, null, null));
        }

        @Override
        public void handleNotification(Notification notification, Object none) {
            GarbageCollectionNotificationInfo info =
                    GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData());
            long used = info.getGcInfo().getMemoryUsageAfterGc().values().stream()
                    .mapToLong(MemoryUsage::getUsed)
                    .sum();
            most.accumulateAndGet(used, Math::max);
        }
    }

    private void runTask(int index) {
        ParquetSourceTask task = new ParquetSourceTask();
        try {
            Map<String, String> own = new HashMap<>(config);
            new TaskAssignment(index, tasks).toMap(own);
            task.initialize(new FakeContext());
            task.start(own);
            while (!isDone()) {
                List<SourceRecord> batch = task.poll();
                if (batch != null) {
                    batch.forEach(this::check);
                    for (SourceRecord record : batch) {
                        task.commitRecord(
                                record, new RecordMetadata(new TopicPartition(record.topic(), 0), 0, 0, 0, 0, 0));
                    }
                }
            }
        } catch (Throwable e) {
            fail(e);
        } finally {
            limitBytes = OpenFileMemory.OF_WORKER.limitBytes();
            task.stop();
        }
    }

    private synchronized void fail(Throwable e) {
        failure = failure == null ? e : failure;
    }

    private synchronized boolean isDone() {
        return failure != null || rows == tasks * rowsOfPartition;
    }

    private synchronized void check(SourceRecord record) {
        int partition = record.kafkaPartition();
        String key = (String) record.key();
        long expected = nextOffsets.getOrDefault(partition, 0L);
        if (!key.equals("k" + expected)) {
            throw new IllegalStateException("partition " + partition + ": " + key + " instead of row " + expected);
        }
        nextOffsets.put(partition, expected + 1);
        rows++;
    }
}
