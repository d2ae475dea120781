package io.parquetry.benchmarks;

/** What can be measured. */
enum Scenario {
    /** How fast do records become a file, and how large is it? */
    WRITE,
    /** How fast does a file become records? */
    READ,
    /** How fast are three columns of a file decoded, without records? Only for data set d. */
    DECODE,
    /** How long does it take to get one row by its number? Only for data set d. */
    SEEK,
    /** How much longer do ten times as many rows take? */
    GROWTH,
    /** What does the sink cost beside the engine, and what do many open paths cost? */
    SINK,
    /** What does the source cost beside the engine, for rows and for records that come back? */
    SOURCE,
    /** How much heap do many open writers hold? Not for any data set. */
    HEAP
}
