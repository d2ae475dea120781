/**
 * Tests against other implementations: parquet-java and DuckDB read the engine's files, and the engine reads theirs.
 * The helpers convert records of {@code PlainRecords} to the records of each implementation and back.
 */
package io.parquetry.format.judge;
