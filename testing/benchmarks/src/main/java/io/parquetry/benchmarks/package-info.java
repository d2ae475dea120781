/**
 * Measures Parquetry beside other Parquet implementations, with the same data in one run. {@link
 * io.parquetry.benchmarks.Benchmarks} is the program. The records are in {@code data}, the contenders in {@code
 * contender} and clocks and rounds in {@code measure}. Nothing here is part of the product, and no build fails because
 * of a slow result.
 */
package io.parquetry.benchmarks;
