package io.parquetry.format;

import java.util.Optional;

/** Whatever the engine has to say about a file, a record or a call; never about the storage. */
public abstract sealed class ParquetException extends RuntimeException
        permits CorruptFileException, UnsupportedFeatureException, UsageException {
    private static final long serialVersionUID = 1L;

    ParquetException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Where in a file it is, as far as that is known. */
    public Optional<Place> place() {
        return Optional.empty();
    }
}
