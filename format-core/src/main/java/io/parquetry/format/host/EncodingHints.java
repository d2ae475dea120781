package io.parquetry.format.host;

import io.parquetry.format.internal.column.write.SchemaEncodingHints;

/**
 * What writers have decided about the pages of columns: where a dictionary does not pay, with {@code
 * EncodingChoice.AUTO} which encoding is the smallest, and with ZSTD which level makes the smallest pages.
 * To decide that takes some thousand values in each row group, which is much where files are short. Writers that share
 * hints ({@code WriterOptions.Builder.encodingHints}) share their decisions: one row group takes over the last one,
 * then 3, 7 and at most 15 while decisions are the same.
 *
 * <p>Share hints among files of one origin, such as a topic. Columns are known by the whole schema of their file;
 * files of other schemas gain and lose nothing. The bytes of a file depend on its hints: the same rows with hints of
 * the same past give the same bytes. Hints take some 120 bytes for each column that they know, and know at most 20,000
 * columns.
 *
 * <p>For one thread at a time, together with all writers that share the hints.
 */
public final class EncodingHints {
    private final SchemaEncodingHints bySchema = new SchemaEncodingHints();

    /** Hints that know no column yet. */
    public EncodingHints() {}

    /** For the engine, which records and reads the hints. */
    @SuppressWarnings("exports")
    public SchemaEncodingHints bySchema() {
        return bySchema;
    }
}
