package io.parquetry.benchmarks.contender;

import io.parquetry.benchmarks.data.Dataset;
import io.parquetry.benchmarks.measure.Contender;
import io.parquetry.benchmarks.measure.CostMeter;
import io.parquetry.benchmarks.measure.RunCost;
import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.source.ParquetSourceTask;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.io.LocalOutputFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Polls a source's task, as a worker does, until it has returned all rows of a file. Measured: each poll from the one
 * that opens the file, and what the task does when a record is confirmed. Not measured: the scan before it, and the
 * work of the worker with the records.
 */
final class SourcePoll implements Contender {
    private static final int SCAN_MS = 10;
    private static final int BATCH_RECORDS = 1000;
    private static final RecordMetadata CONFIRMED = new RecordMetadata(new TopicPartition("topic", 0), 0, 0, 0, 0, 0);

    private final String name;
    private final Path file;
    private final int rows;
    private final Map<String, String> properties;

    private SourcePoll(String name, Path file, int rows, Map<String, String> properties) {
        this.name = name;
        this.file = file;
        this.rows = rows;
        this.properties = properties;
    }

    /**
     * The only file of a folder, as the sink writes it, with keys, timestamps and a header if the layout keeps them.
     */
    static Path file(Dataset data, int rows, Codec codec, RecordLayout layout, Path folder) throws IOException {
        Files.createDirectories(folder);
        try (DirectoryStream<Path> earlier = Files.newDirectoryStream(folder)) {
            for (Path file : earlier) {
                Files.delete(file);
            }
        }
        Path file = folder.resolve("topic+0+0000000000+" + String.format("%010d", rows - 1) + ".parquet");
        WriterOptions options = codec.options().build();
        try (ParquetWriter<SinkRecord> writer =
                ParquetWriter.create(LocalOutputFile.create(file), layout.schema(), layout.walker(), options)) {
            for (int row = 0; row < rows; row++) {
                writer.write(record(data, row));
            }
            layout.keyValueMetadata().forEach(writer::putKeyValue);
            writer.finish();
        }
        return file;
    }

    private static SinkRecord record(Dataset data, int row) {
        SinkRecord record = new SinkRecord(
                "topic",
                0,
                Schema.STRING_SCHEMA,
                "key " + row,
                data.schema(),
                data.row(row),
                row,
                1_700_000_000_000L + row,
                TimestampType.CREATE_TIME);
        record.headers().addString("trace", "t-" + row);
        return record;
    }

    /** The engine alone with page checksums, which the source verifies too. */
    static Contender reader(String name, Path file) {
        ReaderOptions options = ReaderOptions.builder()
                .checksums(ReaderOptions.Checksums.VERIFY)
                .build();
        return new FileRead(name, file, path -> ParquetryRead.structs(path, options, 0, Long.MAX_VALUE));
    }

    /** The engine and a source record for each Struct, in batches, which any source needs. */
    static Contender bareRecords(String name, Path file) {
        ReaderOptions options = ReaderOptions.builder()
                .checksums(ReaderOptions.Checksums.VERIFY)
                .build();
        return new FileRead(name, file, path -> ParquetryRead.sourceRecords(path, options, BATCH_RECORDS));
    }

    /** @param properties of the connector, without the storage */
    static Contender source(String name, Path file, int rows, Map<String, String> properties) {
        return new SourcePoll(name, file, rows, properties);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public RunCost run() throws IOException {
        Map<String, String> config = new HashMap<>(properties);
        config.put("storage.url", file.getParent().toString());
        config.put("scan.interval.ms", Integer.toString(SCAN_MS));
        ParquetSourceTask task = new ParquetSourceTask();
        task.initialize(new NoOpSourceContext(config));
        task.start(config);
        try {
            return run(task);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            task.stop();
        }
    }

    /**
     * The first poll scans for files, the second finds that the size of the file is stable. The clocks are read once:
     * for each poll they would take as long as thirty of its records.
     */
    private RunCost run(ParquetSourceTask task) throws InterruptedException, IOException {
        task.poll();
        Thread.sleep(SCAN_MS);
        CostMeter meter = new CostMeter();
        meter.start();
        long polled = 0;
        while (polled < rows) {
            List<SourceRecord> batch = task.poll();
            for (SourceRecord record : batch == null ? List.<SourceRecord>of() : batch) {
                task.commitRecord(record, CONFIRMED);
                polled++;
            }
        }
        meter.stop();
        return meter.cost(polled, Files.size(file));
    }
}
