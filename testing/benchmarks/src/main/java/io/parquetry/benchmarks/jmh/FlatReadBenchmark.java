package io.parquetry.benchmarks.jmh;

import io.parquetry.benchmarks.data.Dataset;
import io.parquetry.benchmarks.data.Flights;

/** How long does reading a file of flat records take? */
public class FlatReadBenchmark extends RecordReadBenchmark {
    @Override
    Dataset data() {
        return new Flights();
    }
}
