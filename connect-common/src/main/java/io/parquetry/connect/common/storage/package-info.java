/**
 * The interface of a storage, and the local file system behind it. A storage knows paths, bytes, durability and atomic
 * steps; it knows neither Parquet nor topics. Every failure is an {@link java.io.IOException}: it may be temporary.
 */
package io.parquetry.connect.common.storage;
