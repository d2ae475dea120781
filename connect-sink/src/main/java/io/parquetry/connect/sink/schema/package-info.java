/**
 * Which schemas a file has, and how a record comes to them. {@link io.parquetry.connect.sink.schema.RecordSchemas} decides
 * for the records of one topic-partition; {@link io.parquetry.connect.sink.schema.FileSchema} is what it gives to a file.
 * Files and their ends are not known here: whether one can still grow is for {@code write} to find out.
 */
package io.parquetry.connect.sink.schema;
