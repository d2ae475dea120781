/** Clocks, rounds and statistics of the results. It knows no Parquet. */
package io.parquetry.benchmarks.measure;
