package io.parquetry.format.host;

import io.parquetry.format.internal.column.SchemaDictionaryHints;

/**
 * What writers have learned about the columns for which a dictionary does not pay. To learn that takes some thousand
 * values in each row group, which is much where files are short. Writers that share hints ({@code
 * WriterOptions.Builder.dictionaryHints}) share what they learn: a column whose dictionary was given up is written
 * without one for one row group, then for 3, 7 and at most 15, until a dictionary is tried again and pays.
 *
 * <p>Share hints among files of one origin, such as a topic. Columns are known by the whole schema of their file; files
 * of other schemas gain and lose nothing. The bytes of a file depend on its hints: the same rows with hints of the same
 * past give the same bytes. Hints take some 30 bytes for each column that they know, and know at most 20,000 columns.
 *
 * <p>For one thread at a time, together with all writers that share the hints.
 */
public final class DictionaryHints {
    private final SchemaDictionaryHints verdicts = new SchemaDictionaryHints();

    /** Hints that know no column yet. */
    public DictionaryHints() {}

    /** For the engine, which records and reads the hints. */
    @SuppressWarnings("exports")
    public SchemaDictionaryHints verdicts() {
        return verdicts;
    }
}
