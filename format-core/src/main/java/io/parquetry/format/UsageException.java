package io.parquetry.format;

/** A call or an option that cannot be honoured; nothing was written because of it. */
public non-sealed class UsageException extends ParquetException {
    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(null, message, null);
    }
}
