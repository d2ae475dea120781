/**
 * What the footer, the page headers and the indexes of a file say, as records (parquet.thrift). Enum numbers are kept
 * as the numbers of the wire, so that one newer than this engine survives; accessors turn them into the enums or refuse
 * them by name. It knows no bytes: {@code internal.thrift} reads and writes these records.
 */
package io.parquetry.format.metadata;
