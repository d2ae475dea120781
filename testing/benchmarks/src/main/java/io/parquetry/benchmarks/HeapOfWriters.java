package io.parquetry.benchmarks;

import io.parquetry.benchmarks.contender.Codec;
import io.parquetry.benchmarks.contender.Contenders;
import io.parquetry.benchmarks.contender.RecordWrite;
import io.parquetry.benchmarks.data.Dense;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The heap that many writers hold when each has a few rows, as in a sink with many open files. */
final class HeapOfWriters {
    private static final int WRITERS = 1_000;
    private static final int COLUMNS = 50;
    private static final int ROWS = 10;

    private HeapOfWriters() {}

    static void measure(Path folder, PrintWriter out) throws IOException {
        Dense data = new Dense(COLUMNS);
        out.println();
        out.printf(Locale.ROOT, "heap of %,d open writers, each with %d columns and %d rows%n", WRITERS, COLUMNS, ROWS);
        print("parquetry", Contenders.parquetryWrite(data, ROWS, Codec.ZSTD, folder), folder, out);
        print("parquet-java", Contenders.parquetJavaWrite(data, ROWS, Codec.ZSTD, folder), folder, out);
    }

    private static void print(String name, RecordWrite<?> write, Path folder, PrintWriter out) throws IOException {
        long before = used();
        List<Closeable> open = new ArrayList<>();
        long held;
        try {
            for (int i = 0; i < WRITERS; i++) {
                open.add(write.leaveOpen(folder.resolve(name + i + ".parquet"), ROWS));
            }
            held = used() - before;
        } finally {
            for (Closeable one : open) {
                one.close();
            }
        }
        out.printf(Locale.ROOT, "%-42s %,10.1f MiB%n", name, held / (double) (1 << 20));
        out.flush();
    }

    /** The least heap in use after several collections. */
    private static long used() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }
}
