/**
 * A client of the topics for callers: creates topics, produces records and reads back the committed ones, as bytes. It
 * is not for data that does not fit in memory.
 */
package io.parquetry.local.topics;
