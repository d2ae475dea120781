/** The metrics of a source task. Nothing here decides anything. */
package io.parquetry.connect.source.metrics;
