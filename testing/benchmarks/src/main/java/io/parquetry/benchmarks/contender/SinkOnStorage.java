package io.parquetry.benchmarks.contender;

import io.parquetry.benchmarks.data.Dataset;
import io.parquetry.benchmarks.measure.Contender;
import io.parquetry.benchmarks.measure.CostMeter;
import io.parquetry.benchmarks.measure.RunCost;
import io.parquetry.connect.common.access.StorageSettings;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.sink.ParquetSinkTask;
import io.parquetry.connect.sink.config.SinkConfig;
import io.parquetry.local.LocalAzurite;
import io.parquetry.storage.s3.S3ProxyProcess;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Puts batches of records, as a worker does, into the sink's task, which closes a file every so many records. Measured:
 * all from the start of the task to its end, when all files are visible, with the CPU time of the whole process, since
 * uploads have threads of their own. Not measured: the creation of the records, which all exist before, and the process
 * of the store.
 */
final class SinkOnStorage implements Contender {
    private static final int BATCH_ROWS = 500;
    private static final TopicPartition PARTITION = new TopicPartition("topic", 0);
    private static final String BUCKET = "benchmark";
    private static final Path AZURITE = Path.of("testing", "azurite", "azurite.sh");

    private final String name;
    private final Dataset data;
    private final int rows;
    private final Map<String, String> properties;
    private final Closeable store;

    private SinkOnStorage(String name, Dataset data, int rows, Map<String, String> properties, Closeable store) {
        this.name = name;
        this.data = data;
        this.rows = rows;
        this.properties = properties;
        this.store = store;
    }

    static Contender local(Dataset data, int rows, int files, Codec codec, Path folder) throws IOException {
        Path target = Files.createTempDirectory(folder, "local-");
        Map<String, String> properties = properties(target.toString(), rows, files, codec);
        return new SinkOnStorage(name("local disk", files), data, rows, properties, () -> {});
    }

    /** @param checksum of parts, as the key {@code s3.checksum.algorithm} says */
    static Contender s3(String checksum, Dataset data, int rows, int files, Codec codec, Path folder)
            throws IOException {
        Path ofStore = Files.createTempDirectory(folder, "s3-" + checksum + "-");
        S3ProxyProcess store = S3ProxyProcess.start(ofStore, BUCKET);
        Map<String, String> properties = new HashMap<>(store.keys());
        properties.putAll(properties("s3://" + BUCKET + "/run", rows, files, codec));
        properties.put("s3.checksum.algorithm", checksum);
        properties.put("staging.dir", ofStore.resolve("staging").toString());
        return new SinkOnStorage(name("S3 with " + checksum, files), data, rows, properties, store::close);
    }

    static Contender azure(Dataset data, int rows, int files, Codec codec, Path folder) throws IOException {
        Path ofStore = Files.createTempDirectory(folder, "azure-");
        Path azurite = azurite();
        LocalAzurite.fetch(azurite);
        LocalAzurite store = LocalAzurite.start(azurite, ofStore.resolve("store"), BUCKET, event -> {});
        Map<String, String> properties = new HashMap<>(store.keys());
        properties.putAll(properties("azure://" + BUCKET + "/run", rows, files, codec));
        properties.put("staging.dir", ofStore.resolve("staging").toString());
        return new SinkOnStorage(name("Azure", files), data, rows, properties, store::close);
    }

    /** In the source tree, in or below which the benchmarks run. */
    private static Path azurite() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.exists(directory.resolve(AZURITE)) && directory.getParent() != null) {
            directory = directory.getParent();
        }
        return directory.resolve(AZURITE);
    }

    private static String name(String storage, int files) {
        return "the sink, " + files + " files, " + storage;
    }

    private static Map<String, String> properties(String url, int rows, int files, Codec codec) {
        return Map.of(
                "name",
                "benchmark",
                "storage.url",
                url,
                "flush.size",
                Integer.toString(Math.max(1, rows / files)),
                "parquet.codec",
                codec.key());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public RunCost run() throws IOException {
        List<List<SinkRecord>> batches = batches();
        CostMeter meter = new CostMeter();
        meter.start();
        ParquetSinkTask task = new ParquetSinkTask();
        task.initialize(new NoOpSinkContext(properties));
        task.start(properties);
        task.open(List.of(PARTITION));
        batches.forEach(task::put);
        task.preCommit(Map.of(PARTITION, new OffsetAndMetadata(rows)));
        task.close(List.of(PARTITION));
        task.stop();
        meter.stop();
        return meter.cost(rows, deleteFiles());
    }

    private List<List<SinkRecord>> batches() {
        List<List<SinkRecord>> batches = new ArrayList<>();
        for (int first = 0; first < rows; first += BATCH_ROWS) {
            List<SinkRecord> batch = new ArrayList<>(BATCH_ROWS);
            for (int row = first; row < Math.min(rows, first + BATCH_ROWS); row++) {
                batch.add(new SinkRecord(
                        PARTITION.topic(),
                        PARTITION.partition(),
                        null,
                        null,
                        data.schema(),
                        data.row(row),
                        row,
                        0L,
                        TimestampType.CREATE_TIME));
            }
            batches.add(batch);
        }
        return batches;
    }

    /** Deletes all that the run has left in the storage, and returns the size of the data files. */
    private long deleteFiles() throws IOException {
        StorageSettings settings = SinkConfig.storage(properties);
        List<StoredFile> files = new ArrayList<>();
        try (Storage storage = settings.factory().open(settings.url(), settings.blockBytesLeast())) {
            storage.list("", files::add);
            for (StoredFile file : files) {
                storage.delete(file.path());
            }
        }
        return files.stream()
                .filter(file -> file.path().endsWith(".parquet"))
                .mapToLong(StoredFile::bytes)
                .sum();
    }

    @Override
    public void close() throws IOException {
        store.close();
    }
}
