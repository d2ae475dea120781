package io.parquetry.benchmarks;

/** The scenarios that can be measured. */
enum Scenario {
    /** How fast do records become a file, and how large is it? */
    WRITE,
    /** How much of writing has every writer of these records to do? With SNAPPY, or ZSTD of one level. */
    FLOOR,
    /** How much of reading has every reader to these records to do? With the codecs of {@link #FLOOR}. */
    READ_FLOOR,
    /** What do lower and higher levels of ZSTD cost and save? Once, whatever the codecs. */
    LEVELS,
    /** What does it cost to choose the smallest encoding, in a first file and in later ones? */
    ENCODINGS,
    /** How fast does a file become records? */
    READ,
    /** How fast are three columns decoded without records? Only for data set d. */
    DECODE,
    /** How fast are three of many columns summed without records? Only for data set f. */
    SUM,
    /** How long does it take to read one row by its number? Only for data set d. */
    SEEK,
    /** How much longer does ten times the number of rows take? */
    GROWTH,
    /** What does the sink cost compared with the engine alone, and what do many open paths cost? */
    SINK,
    /** What does the sink cost with a table of Iceberg compared with files only? */
    TABLE,
    /** What do documents without schema cost as JSON text, as columns and as variants? Only for data set g. */
    SCHEMALESS,
    /** What does the source cost compared with the engine alone, for rows and for restored records? */
    SOURCE,
    /** What does the sink cost on object stores compared with the local disk? Needs the jars of s3proxy, and Node. */
    STORES,
    /** What does it cost to open files with large footers? Uses no data set. */
    FOOTERS,
    /** How much heap do many open writers hold? Uses no data set. */
    HEAP
}
