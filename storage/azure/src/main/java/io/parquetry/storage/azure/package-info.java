/**
 * Storage in a container of Azure Blob Storage. A file is staged as blocks that are not committed, and published by
 * committing their list, both without a rename. The kit of {@link io.parquetry.connect.common.objects} makes a storage
 * of the requests.
 */
package io.parquetry.storage.azure;
