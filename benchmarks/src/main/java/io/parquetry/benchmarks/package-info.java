/**
 * Measures Parquetry beside other Parquet implementations, on the same data in one run. {@link
 * io.parquetry.benchmarks.Benchmarks} is the program; what is measured is data ({@code data}), who is measured a contender
 * ({@code contender}), and how it is measured lies in {@code measure}. Nothing here is part of the product, and no build
 * fails because something is slow.
 */
package io.parquetry.benchmarks;
