package io.parquetry.benchmarks.jmh;

import io.parquetry.benchmarks.data.Dataset;
import io.parquetry.benchmarks.data.Orders;

/** How long does writing a file of nested records take: structs in lists, a map, nulls at every level? */
public class NestedWriteBenchmark extends WriteBenchmark {
    @Override
    Dataset data() {
        return new Orders();
    }
}
