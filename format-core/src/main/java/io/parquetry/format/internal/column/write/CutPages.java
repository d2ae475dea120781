package io.parquetry.format.internal.column.write;

/** How much the pages of a chunk hold that have been cut. */
final class CutPages {
    private boolean exist;
    private long values;
    private long bytes;

    /** Whether a page has been cut, be it without values. */
    boolean exist() {
        return exist;
    }

    long values() {
        return values;
    }

    /** Bytes of the values in PLAIN form. */
    long bytes() {
        return bytes;
    }

    void add(int pageValues, long pageBytes) {
        exist = true;
        values += pageValues;
        bytes += pageBytes;
    }

    void clear() {
        exist = false;
        values = 0;
        bytes = 0;
    }
}
