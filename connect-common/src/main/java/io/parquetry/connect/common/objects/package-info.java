/**
 * A storage on the requests of an object store, {@link io.parquetry.connect.common.objects.ObjectClient}: files on the
 * local disk until they are uploaded, uploads in parts, completing them, dropping those that nobody completes, reading
 * ranges of one version, and a test of what a store promises. The clients are in modules of their own. What is written
 * where and when is decided by the callers of {@link io.parquetry.connect.common.storage.Storage}.
 */
package io.parquetry.connect.common.objects;
