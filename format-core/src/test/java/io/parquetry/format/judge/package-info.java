/**
 * Strangers judge the engine: parquet-java and DuckDB read what it writes, and it reads what they write. The helpers here
 * turn records of {@code PlainRecords} into what each judge works with, and back.
 */
package io.parquetry.format.judge;
