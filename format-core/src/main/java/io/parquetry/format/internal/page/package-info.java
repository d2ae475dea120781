/**
 * One page: levels and values to header, checksum and compressed bytes, and back (parquet.thrift, {@code PageHeader}).
 * The package knows neither the types of values nor the chunk of the page.
 */
package io.parquetry.format.internal.page;
