/** What a task of the sink tells about itself. Nothing here decides anything. */
package io.parquetry.connect.sink.metrics;
