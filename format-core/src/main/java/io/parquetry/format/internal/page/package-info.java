/**
 * One page: levels and values to header, checksum and compressed bytes, and back (parquet.thrift, {@code PageHeader}).
 * It knows neither the types of values nor the chunk that the page belongs to.
 */
package io.parquetry.format.internal.page;
