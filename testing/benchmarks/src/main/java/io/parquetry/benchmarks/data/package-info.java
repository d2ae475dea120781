/** The data sets: Connect records that are the same in every run. */
package io.parquetry.benchmarks.data;
