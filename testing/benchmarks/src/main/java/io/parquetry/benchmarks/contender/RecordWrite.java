package io.parquetry.benchmarks.contender;

import io.parquetry.benchmarks.data.Dataset;
import io.parquetry.benchmarks.measure.Contender;
import io.parquetry.benchmarks.measure.CostMeter;
import io.parquetry.benchmarks.measure.RunCost;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.data.Struct;

/**
 * Writes a file record by record. Measured: opening the file, writing each record, finishing the file. Not measured:
 * the creation of the records, in batches of 500, in the form that the contender starts from.
 *
 * @param <T> the form of the records
 */
public abstract class RecordWrite<T> implements Contender {
    private static final int BATCH_ROWS = 500;

    private final Dataset data;
    private final int rows;
    private final Path file;
    private final List<T> records = new ArrayList<>();

    RecordWrite(Dataset data, int rows, Path file) {
        this.data = data;
        this.rows = rows;
        this.file = file;
    }

    /** An open file; closing finishes it. */
    interface Target<T> extends Closeable {
        void write(T record) throws IOException;
    }

    /** Converts a record to the form that the contender starts from; not measured. */
    abstract T prepare(Struct record);

    abstract Target<T> open(Path file) throws IOException;

    /** The file that is written. */
    public final Path file() {
        return file;
    }

    /** Creates all records for {@link #write}. */
    public final void renew() {
        records.clear();
        for (int row = 0; row < rows; row++) {
            records.add(prepare(data.row(row)));
        }
    }

    /** Writes the records of {@link #renew} and returns the length of the file. */
    public final long write() throws IOException {
        Files.deleteIfExists(file);
        try (Target<T> target = open(file)) {
            for (T record : records) {
                target.write(record);
            }
        }
        return Files.size(file);
    }

    /** Creates a file, writes some rows and leaves it open. */
    public final Closeable leaveOpen(Path path, int count) throws IOException {
        Target<T> target = open(path);
        for (int row = 0; row < count; row++) {
            target.write(prepare(data.row(row)));
        }
        return target;
    }

    @Override
    public final RunCost run() throws IOException {
        Files.deleteIfExists(file);
        List<T> batch = new ArrayList<>(BATCH_ROWS);
        CostMeter meter = new CostMeter();
        Target<T> target = null;
        for (int first = 0; first < rows; first += BATCH_ROWS) {
            int end = Math.min(rows, first + BATCH_ROWS);
            batch.clear();
            for (int row = first; row < end; row++) {
                batch.add(prepare(data.row(row)));
            }
            meter.start();
            if (target == null) {
                target = open(file);
            }
            for (T record : batch) {
                target.write(record);
            }
            if (end == rows) {
                target.close();
            }
            meter.stop();
        }
        return meter.cost(rows, Files.size(file));
    }
}
