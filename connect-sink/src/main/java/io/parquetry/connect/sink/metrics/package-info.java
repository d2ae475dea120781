/**
 * What a task tells about itself: figures that it counts, and their way into the worker's metrics where the worker takes
 * any. Nothing here decides anything.
 */
package io.parquetry.connect.sink.metrics;
