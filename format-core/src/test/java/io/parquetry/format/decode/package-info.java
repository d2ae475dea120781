/**
 * Decoding without records, for the measurements of the module {@code benchmarks}, which may not import the engine's
 * internal packages. No class here has an internal type in its signatures.
 */
package io.parquetry.format.decode;
