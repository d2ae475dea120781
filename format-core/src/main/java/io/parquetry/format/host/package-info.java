/**
 * For hosts that keep many files open for a long time, such as connectors: what writers learn about encodings
 * ({@link io.parquetry.format.host.EncodingHints}), the cores that the host uses itself ({@link
 * io.parquetry.format.host.CoreReservation}), and files whose footer the host has read before ({@link
 * io.parquetry.format.host.FileWithTail}). All of it saves work and changes no result. A program that writes or reads a
 * file now and then needs nothing of this package.
 */
package io.parquetry.format.host;
