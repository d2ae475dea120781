/**
 * Who is measured, and what each of them pays within the measured time. A contender's preparation (records made anew,
 * a table filled) is outside it.
 */
package io.parquetry.benchmarks.contender;
