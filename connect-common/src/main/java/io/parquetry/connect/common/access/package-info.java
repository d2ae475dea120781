/**
 * Which storage a configuration means, who the connector is to it, and whether it works: the keys that sink and source share,
 * the settings that they become, {@link io.parquetry.connect.common.access.Storages} that opens what the settings say, and
 * {@link io.parquetry.connect.common.access.StorageProbe} that tries it. How a storage does its work is not known here, nor
 * what the files are for.
 */
package io.parquetry.connect.common.access;
