/**
 * From the configuration to an open storage: {@link io.parquetry.connect.common.access.StorageKeys}, the settings that
 * they become, {@link io.parquetry.connect.common.access.Storages} that opens them, and {@link
 * io.parquetry.connect.common.access.StorageProbe} that tests a storage before it is used. Local files are built in;
 * every other kind of storage is a module with a {@link io.parquetry.connect.common.access.StorageProvider}. How a
 * storage works is not known here, nor what its files are for.
 */
package io.parquetry.connect.common.access;
