/** Clocks, rounds and the figures that come of them. Knows nothing of Parquet. */
package io.parquetry.benchmarks.measure;
