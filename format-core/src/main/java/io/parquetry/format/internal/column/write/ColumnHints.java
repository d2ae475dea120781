package io.parquetry.format.internal.column.write;

import io.parquetry.format.metadata.Encoding;

/**
 * What the chunks of one column so far have decided about its pages.
 *
 * @param encoding how the column is best encoded
 * @param level which compressor of the choice its data pages take
 */
record ColumnHints(Hint<EncodingDecision> encoding, Hint<LevelDecision> level) {
    ColumnHints() {
        this(new Hint<>(), new Hint<>());
    }

    /**
     * How a column is best written.
     *
     * @param dictionary whether a dictionary pays
     * @param values the encoding of values that are not dictionary-coded
     */
    record EncodingDecision(boolean dictionary, Encoding values) {}

    /**
     * Which compressor is best.
     *
     * @param encoding of the page that was measured
     * @param compressor its place in the choice
     */
    record LevelDecision(Encoding encoding, int compressor) {}
}
