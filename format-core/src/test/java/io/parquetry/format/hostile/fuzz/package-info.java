/**
 * Fuzz targets: each passes bytes to one part of the engine and throws any exception except the engine's own for
 * corrupt or unsupported files. They do not depend on the fuzzer, which the profile {@code fuzz} adds.
 */
package io.parquetry.format.hostile.fuzz;
