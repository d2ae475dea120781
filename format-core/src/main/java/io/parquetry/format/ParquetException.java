package io.parquetry.format;

/** Whatever the engine has to say about a file, a record or a call; never about the storage. */
public abstract sealed class ParquetException extends RuntimeException
        permits CorruptFileException, UnsupportedFeatureException, UsageException {
    private static final long serialVersionUID = 1L;

    ParquetException(String message, Throwable cause) {
        super(message, cause);
    }
}
