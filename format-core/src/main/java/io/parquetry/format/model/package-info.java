/**
 * How a host's records are walked ({@link io.parquetry.format.model.RecordWalker}, when writing) and built ({@link
 * io.parquetry.format.model.RecordBuilder}, when reading). Both are asked once per field of the {@link
 * io.parquetry.format.schema.Shape} when a file is opened; per value only the accessor that they gave is called. Hosts
 * such as Kafka Connect implement them elsewhere; {@link io.parquetry.format.model.PlainRecords} does so for plain Java
 * maps and lists.
 */
package io.parquetry.format.model;
