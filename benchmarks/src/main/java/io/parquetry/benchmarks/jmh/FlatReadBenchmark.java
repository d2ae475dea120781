package io.parquetry.benchmarks.jmh;

import io.parquetry.benchmarks.data.Dataset;
import io.parquetry.benchmarks.data.Flights;

/** How long do flat records take to come back? */
public class FlatReadBenchmark extends RecordReadBenchmark {
    @Override
    Dataset data() {
        return new Flights();
    }
}
