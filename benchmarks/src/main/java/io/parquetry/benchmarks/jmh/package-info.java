/**
 * JMH benchmarks, each named after its question. They run a small file again and again, for a look with JMH's profilers
 * ({@code -prof gc}, {@code -prof jfr}); figures that are published come from the side-by-side program.
 */
package io.parquetry.benchmarks.jmh;
