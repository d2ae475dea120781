package io.parquetry.format;

/**
 * What is read may be good but takes more memory than its reader may have. It says nothing about the file: with more
 * memory the same bytes can be read.
 */
public final class MemoryLimitException extends ParquetException {
    private static final long serialVersionUID = 1L;

    /** @param reason how much is needed, and how much the reader may have */
    public MemoryLimitException(String reason) {
        super(null, reason, null);
    }

    @Override
    public MemoryLimitException at(Place outer) {
        super.at(outer);
        return this;
    }
}
