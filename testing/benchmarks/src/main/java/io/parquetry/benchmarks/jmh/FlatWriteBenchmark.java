package io.parquetry.benchmarks.jmh;

import io.parquetry.benchmarks.data.Dataset;
import io.parquetry.benchmarks.data.Flights;

/** How long does writing a file of flat records take? */
public class FlatWriteBenchmark extends WriteBenchmark {
    @Override
    Dataset data() {
        return new Flights();
    }
}
