package io.parquetry.benchmarks;

/** What can be measured. */
enum Question {
    WRITE
}
