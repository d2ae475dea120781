/** The metrics of a sink task. Nothing here decides anything. */
package io.parquetry.connect.sink.metrics;
