/**
 * The caller's side of the topics: make them, fill them, and read back what is committed.
 *
 * <p>Bytes in, bytes out: what they mean is the caller's business. It is not a client for data that does not fit in
 * memory.
 */
package io.parquetry.local.topics;
