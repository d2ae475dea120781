package io.parquetry.benchmarks.jmh;

import io.parquetry.benchmarks.contender.Contenders;
import io.parquetry.benchmarks.data.Dataset;
import io.parquetry.benchmarks.data.Flights;
import io.parquetry.benchmarks.measure.Contender;
import java.nio.file.Path;
import java.util.List;

/** How long does decoding two INT64 columns take, without records: a timestamp and a sequence? */
public class ColumnDecodeBenchmark extends ReadBenchmark {
    @Override
    Dataset data() {
        return new Flights();
    }

    @Override
    Contender contender(Path file) {
        return Contenders.parquetryDecode(file, List.of("departure", "sequence"));
    }
}
