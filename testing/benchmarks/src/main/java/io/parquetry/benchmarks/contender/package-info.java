/**
 * The contenders, and the part of the work that is measured for each. The preparation of a contender (creation of
 * records, a table in memory) is not measured.
 */
package io.parquetry.benchmarks.contender;
