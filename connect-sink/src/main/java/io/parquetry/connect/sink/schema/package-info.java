/**
 * Which schemas a file has, and how a record is converted to them. {@link
 * io.parquetry.connect.sink.schema.RecordSchemas} decides for the records of one topic-partition; {@link
 * io.parquetry.connect.sink.schema.FileSchema} is the decision for one file. Whether an open file can still grow is
 * decided in {@code write}.
 */
package io.parquetry.connect.sink.schema;
