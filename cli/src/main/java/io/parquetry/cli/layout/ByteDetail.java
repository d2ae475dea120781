package io.parquetry.cli.layout;

import java.util.List;
import java.util.Optional;

/**
 * The bytes of one structure with what they say: a page, an index, the footer.
 *
 * @param title what it is
 * @param length bytes of the whole structure in the file
 * @param bytes the first of them
 * @param headerBytes of a page; 0 for others
 * @param fields what these bytes say
 * @param entries the first entries of a data page, or values of a dictionary
 * @param defect what is wrong with it
 */
record ByteDetail(
        String title,
        long offset,
        long length,
        byte[] bytes,
        int headerBytes,
        List<ByteField> fields,
        List<Entry> entries,
        Optional<String> defect) {
    ByteDetail {
        fields = List.copyOf(fields);
        entries = List.copyOf(entries);
    }

    /**
     * An entry of a page.
     *
     * @param repetitionLevel -1 for the value of a dictionary, as is its definition level
     * @param value as text; absent for a null
     */
    record Entry(int repetitionLevel, int definitionLevel, Optional<String> value) {}
}
