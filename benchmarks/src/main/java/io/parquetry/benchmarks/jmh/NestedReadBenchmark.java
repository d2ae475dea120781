package io.parquetry.benchmarks.jmh;

import io.parquetry.benchmarks.data.Dataset;
import io.parquetry.benchmarks.data.Orders;

/** How long do nested records take to come back? */
public class NestedReadBenchmark extends RecordReadBenchmark {
    @Override
    Dataset data() {
        return new Orders();
    }
}
