/**
 * From records to finished files: which files of a topic-partition are open, when each ends, and what happens when the
 * storage or a record fails. {@link io.parquetry.connect.sink.write.TaskWriter} is the way in. What makes finished files
 * visible, exactly once, is {@code commit}'s business.
 */
package io.parquetry.connect.sink.write;
