/**
 * The schema tree ({@link io.parquetry.format.schema.MessageType}, groups and primitives), physical and logical types,
 * the leaf columns with their highest levels, and {@link io.parquetry.format.schema.Shape}, which reads the tree as
 * structs, lists and maps. It knows no bytes: how a schema stands in a footer is {@code internal.thrift}'s business.
 */
package io.parquetry.format.schema;
