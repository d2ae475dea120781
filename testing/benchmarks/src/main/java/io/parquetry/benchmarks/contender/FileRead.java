package io.parquetry.benchmarks.contender;

import io.parquetry.benchmarks.measure.Contender;
import io.parquetry.benchmarks.measure.CostMeter;
import io.parquetry.benchmarks.measure.RunCost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a file. Measured: opening, reading and closing. */
public final class FileRead implements Contender {
    private final String name;
    private final Path file;
    private final Work work;

    /** The work on the file. */
    interface Work {
        /** Returns the number of rows read. */
        long apply(Path file) throws IOException;
    }

    FileRead(String name, Path file, Work work) {
        this.name = name;
        this.file = file;
        this.work = work;
    }

    /**
     * Does the work on the file again and again; each time counts as a record.
     *
     * @param work returns 1 or more, for what it found in the file
     */
    static FileRead repeated(String name, Path file, int times, Work work) {
        return new FileRead(name, file, path -> {
            long found = 0;
            for (int i = 0; i < times; i++) {
                found += work.apply(path);
            }
            if (found < times) {
                throw new IOException(path + ": " + name + " found nothing");
            }
            return times;
        });
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public RunCost run() throws IOException {
        CostMeter meter = new CostMeter();
        meter.start();
        long rows = work.apply(file);
        meter.stop();
        return meter.cost(rows, Files.size(file));
    }
}
