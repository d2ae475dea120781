/** What a task of the source tells about itself. Nothing here decides anything. */
package io.parquetry.connect.source.metrics;
