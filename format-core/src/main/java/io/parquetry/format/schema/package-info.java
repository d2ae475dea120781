/**
 * The schema tree ({@link io.parquetry.format.schema.MessageType}, groups and primitives), physical and logical types,
 * the leaf columns with their highest levels, and {@link io.parquetry.format.schema.Shape}, which reads the tree as
 * structs, lists and maps. It knows no bytes: {@code internal.thrift} reads and writes the schema of a footer.
 */
package io.parquetry.format.schema;
