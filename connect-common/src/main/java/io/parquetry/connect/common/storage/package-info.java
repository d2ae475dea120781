/**
 * One interface to the place where files live, and the local file system behind it. It knows paths,
 * bytes, durability and atomic steps; it knows neither Parquet, nor topics, nor what the files are for. Everything is
 * {@link java.io.IOException} here: trouble of a storage may pass.
 */
package io.parquetry.connect.common.storage;
