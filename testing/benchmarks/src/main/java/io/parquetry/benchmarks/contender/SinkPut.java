package io.parquetry.benchmarks.contender;

import io.parquetry.benchmarks.data.Dataset;
import io.parquetry.benchmarks.measure.Contender;
import io.parquetry.benchmarks.measure.CostMeter;
import io.parquetry.benchmarks.measure.RunCost;
import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.common.data.RecordMetadata;
import io.parquetry.connect.common.schema.ColumnTypes;
import io.parquetry.connect.sink.ParquetSinkTask;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.WriterOptions;
import io.parquetry.format.host.EncodingHints;
import io.parquetry.format.io.LocalOutputFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Puts batches of records, as a worker does, into the sink's task or into the engine alone. Measured: each batch, and
 * the final commit, which makes the files durable and visible. Not measured: the creation of the records, 500 at a time
 * as a consumer polls by default.
 */
final class SinkPut implements Contender {
    private static final int BATCH_ROWS = 500;
    private static final TopicPartition PARTITION = new TopicPartition("topic", 0);
    private static final Map<String, String> PATHS = Map.of("path.template", "path=${key}");

    private final String name;
    private final IntFunction<SinkRecord> records;
    private final int rows;
    private final Path folder;
    private final TargetFactory factory;

    private SinkPut(String name, Dataset data, int rows, int paths, Path folder, TargetFactory factory) {
        this(name, row -> record(data, row, paths), rows, folder, factory);
    }

    private SinkPut(String name, IntFunction<SinkRecord> records, int rows, Path folder, TargetFactory factory) {
        this.name = name;
        this.records = records;
        this.rows = rows;
        this.folder = folder;
        this.factory = factory;
    }

    /** The receiver of the batches; closing finishes the files. */
    private interface Target extends Closeable {
        void put(List<SinkRecord> batch) throws IOException;
    }

    private interface TargetFactory {
        Target open(Path folder) throws IOException;
    }

    /** The engine alone with {@code files} open files, which share dictionary hints as a sink's files do. */
    static Contender engine(Dataset data, int rows, int files, Codec codec, Path folder) {
        String name = String.format(Locale.ROOT, "the engine alone, %,d file%s", files, files == 1 ? "" : "s");
        return new SinkPut(name, data, rows, files, folder.resolve("engine-" + files), target -> {
            RecordLayout layout = RecordLayout.of(null, data.schema(), RecordMetadata.NONE, ColumnTypes.DEFAULT);
            WriterOptions options =
                    codec.options().encodingHints(new EncodingHints()).build();
            Map<Object, ParquetWriter<SinkRecord>> writers = new HashMap<>();
            return new Target() {
                @Override
                public void put(List<SinkRecord> batch) throws IOException {
                    for (SinkRecord record : batch) {
                        ParquetWriter<SinkRecord> writer = writers.get(record.key());
                        if (writer == null) {
                            writer = ParquetWriter.create(
                                    LocalOutputFile.create(target.resolve(record.key() + ".parquet")),
                                    layout.schema(),
                                    layout.walker(),
                                    options);
                            writers.put(record.key(), writer);
                        }
                        writer.write(record);
                    }
                }

                @Override
                public void close() throws IOException {
                    for (ParquetWriter<SinkRecord> writer : writers.values()) {
                        try (writer) {
                            layout.keyValueMetadata().forEach(writer::putKeyValue);
                            writer.finish();
                        }
                    }
                }
            };
        });
    }

    /** The sink with {@code paths} open paths, to which records go in turn. */
    static Contender sink(Dataset data, int rows, int paths, Codec codec, Path folder) {
        String name = String.format(Locale.ROOT, "the sink, %,d open path%s", paths, paths == 1 ? "" : "s");
        return sink(name, data, rows, paths, 0, codec, folder.resolve("sink-" + paths));
    }

    /** The sink with one path, which rotates after {@code recordsPerFile} records. */
    static Contender rotatingSink(Dataset data, int rows, int recordsPerFile, Codec codec, Path folder) {
        String name = String.format(Locale.ROOT, "the sink, 1 path, %,d a file", recordsPerFile);
        return sink(name, data, rows, 1, recordsPerFile, codec, folder.resolve("sink-rotating"));
    }

    /** The sink with the directories of its default. */
    static Contender files(Dataset data, int rows, Codec codec, Path folder) {
        return new SinkPut(
                "the sink, files only", data, rows, 1, folder.resolve("files"), task(rows, 0, codec, Map.of()));
    }

    /**
     * The sink with a table, which is created anew each time, in a catalog of its own.
     *
     * @param fields that the table is partitioned by; may be empty
     */
    static Contender table(Dataset data, int rows, String fields, Codec codec, Path folder) {
        String name = fields.isEmpty() ? "the sink, a table" : "the sink, a table by " + fields;
        return new SinkPut(name, data, rows, 1, folder.resolve("table"), target -> {
            Map<String, String> keys = new HashMap<>();
            keys.put("table.format", "iceberg");
            keys.put("table.identifier", "lake.records");
            keys.put("table.partition.by", fields);
            keys.put("table.commit.interval.ms", "1000");
            keys.put("iceberg.catalog.type", "jdbc");
            keys.put("iceberg.catalog.uri", "jdbc:sqlite:" + target.resolve("catalog.db"));
            return task(rows, 0, codec, keys).open(target);
        });
    }

    /** The sink with one path and records that are documents without schema. */
    static Contender schemaless(Dataset data, int rows, Map<String, String> keys, Codec codec, Path folder) {
        IntFunction<SinkRecord> documents = row -> new SinkRecord(
                PARTITION.topic(),
                PARTITION.partition(),
                Schema.STRING_SCHEMA,
                "0",
                null,
                data.document(row).orElseThrow(),
                row,
                0L,
                TimestampType.CREATE_TIME);
        String name = "the sink, " + new TreeMap<>(keys);
        Map<String, String> all = new HashMap<>(PATHS);
        all.putAll(keys);
        return new SinkPut(name, documents, rows, folder.resolve("schemaless"), task(rows, 0, codec, all));
    }

    private static Contender sink(
            String name, Dataset data, int rows, int paths, int recordsPerFile, Codec codec, Path folder) {
        return new SinkPut(name, data, rows, paths, folder, task(rows, recordsPerFile, codec, PATHS));
    }

    private static TargetFactory task(int rows, int recordsPerFile, Codec codec, Map<String, String> more) {
        return target -> {
            Map<String, String> properties = new HashMap<>(Map.of(
                    "name",
                    "benchmark",
                    "storage.url",
                    target.toString(),
                    "max.open.paths",
                    "100000",
                    "flush.size",
                    Integer.toString(recordsPerFile),
                    "parquet.codec",
                    codec.key()));
            properties.putAll(more);
            ParquetSinkTask task = new ParquetSinkTask();
            task.initialize(new NoOpSinkContext(properties));
            task.start(properties);
            task.open(List.of(PARTITION));
            return new Target() {
                @Override
                public void put(List<SinkRecord> batch) {
                    task.put(batch);
                }

                @Override
                public void close() {
                    task.preCommit(Map.of(PARTITION, new OffsetAndMetadata(rows)));
                    task.close(List.of(PARTITION));
                    task.stop();
                }
            };
        };
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public RunCost run() throws IOException {
        Files.createDirectories(folder);
        CostMeter meter = new CostMeter();
        Target target = factory.open(folder);
        for (int first = 0; first < rows; first += BATCH_ROWS) {
            List<SinkRecord> batch = new ArrayList<>(BATCH_ROWS);
            for (int row = first; row < Math.min(rows, first + BATCH_ROWS); row++) {
                batch.add(records.apply(row));
            }
            meter.start();
            target.put(batch);
            meter.stop();
        }
        meter.start();
        target.close();
        meter.stop();
        return meter.cost(rows, deleteFiles());
    }

    private static SinkRecord record(Dataset data, int row, int paths) {
        return new SinkRecord(
                PARTITION.topic(),
                PARTITION.partition(),
                Schema.STRING_SCHEMA,
                Integer.toString(row % paths),
                data.schema(),
                data.row(row),
                row,
                0L,
                TimestampType.CREATE_TIME);
    }

    /** Deletes the files and returns their size. */
    private long deleteFiles() throws IOException {
        long bytes = 0;
        try (Stream<Path> found = Files.walk(folder)) {
            for (Path path : found.sorted(Comparator.reverseOrder()).toList()) {
                bytes += path.toString().endsWith(".parquet") ? Files.size(path) : 0;
                Files.delete(path);
            }
        }
        return bytes;
    }
}
