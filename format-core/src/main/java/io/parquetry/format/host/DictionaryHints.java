package io.parquetry.format.host;

import io.parquetry.format.internal.column.SchemaDictionaryHints;

/**
 * What writers learn about dictionaries: for which columns they do not pay. To find that out takes some thousand values
 * in each row group, which is much where files are short. Writers that share a memory ({@code WriterOptions.Builder.dictionaryHints})
 * spare each other that: a column whose dictionary was given up goes without for one row group, then for 3, 7 and at
 * most 15, until one is tried again and pays.
 *
 * <p>Share it among files of one origin, such as a topic. Columns are known by the schema of their file, whole; files of
 * other schemas neither profit nor do harm. What a file looks like depends on what its memory held when it was written:
 * the same rows with a memory of the same past give the same bytes. A memory takes some 30 bytes for each column that it
 * knows, and at most 20,000 columns.
 *
 * <p>One thread at a time, for all writers that share it.
 */
public final class DictionaryHints {
    private final SchemaDictionaryHints verdicts = new SchemaDictionaryHints();

    /** For the engine, which records and reads the hints. */
    @SuppressWarnings("exports")
    public SchemaDictionaryHints verdicts() {
        return verdicts;
    }
}
