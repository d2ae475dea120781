/**
 * Storage in a bucket of S3, or of a store that speaks its protocol. A file is staged as a multipart upload and
 * published by completing it, both without a rename. What is written where and when is decided by the callers of {@link
 * io.parquetry.connect.common.storage.Storage}.
 */
package io.parquetry.storage.s3;
