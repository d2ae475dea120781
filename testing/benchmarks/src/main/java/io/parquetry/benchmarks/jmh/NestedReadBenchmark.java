package io.parquetry.benchmarks.jmh;

import io.parquetry.benchmarks.data.Dataset;
import io.parquetry.benchmarks.data.Orders;

/** How long does reading a file of nested records take? */
public class NestedReadBenchmark extends RecordReadBenchmark {
    @Override
    Dataset data() {
        return new Orders();
    }
}
