/**
 * JMH benchmarks, each named after its question. They use a small file and are meant for JMH's profilers ({@code -prof
 * gc}, {@code -prof jfr}); published results come from the side-by-side program.
 */
package io.parquetry.benchmarks.jmh;
