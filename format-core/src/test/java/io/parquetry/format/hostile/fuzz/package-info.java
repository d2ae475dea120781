/**
 * Targets for a fuzzer: each takes bytes, gives them to one part of the engine, and lets go through whatever is not one
 * of the engine's own exceptions for what files hold. They need no library of the fuzzer, whose profile is {@code fuzz}.
 */
package io.parquetry.format.hostile.fuzz;
