package io.parquetry.benchmarks.contender;

import io.parquetry.benchmarks.measure.Contender;
import io.parquetry.benchmarks.measure.CostMeter;
import io.parquetry.benchmarks.measure.RunCost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Opens and closes a file again and again; an opening counts as a record. */
final class FileOpen implements Contender {
    private final String name;
    private final Path file;
    private final int opens;
    private final FileRead.Work work;

    /** @param work opens and closes the file; it returns 1 or more, for what it found there */
    FileOpen(String name, Path file, int opens, FileRead.Work work) {
        this.name = name;
        this.file = file;
        this.opens = opens;
        this.work = work;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public RunCost run() throws IOException {
        CostMeter meter = new CostMeter();
        meter.start();
        long found = 0;
        for (int i = 0; i < opens; i++) {
            found += work.apply(file);
        }
        meter.stop();
        if (found < opens) {
            throw new IOException(file + ": " + name + " found nothing");
        }
        return meter.cost(opens, Files.size(file));
    }
}
