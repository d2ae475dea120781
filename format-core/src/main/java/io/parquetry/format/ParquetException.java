package io.parquetry.format;

import java.util.Objects;
import java.util.Optional;

/**
 * A defect of a file, a record or a call; never a failure of the storage.
 *
 * <p>Code that decodes bytes does not know the file that holds them: it throws without a place, and the reader that
 * knows the place adds it with {@link #at} while the exception passes.
 */
public abstract sealed class ParquetException extends RuntimeException
        permits CorruptFileException, MemoryLimitException, UnsupportedFeatureException, UsageException {
    private static final long serialVersionUID = 1L;

    private final String reason;
    /** Null until it is known. */
    private Place place;

    /** @param place null when it is not known */
    ParquetException(Place place, String reason, Throwable cause) {
        super(reason, cause);
        this.reason = reason;
        this.place = place;
    }

    /**
     * Adds the place; a place that is already known is kept, because it is the nearer one.
     *
     * @return this exception
     */
    public ParquetException at(Place outer) {
        Objects.requireNonNull(outer, "outer");
        if (place == null) {
            place = outer;
        }
        return this;
    }

    /** The place in a file, as far as it is known. */
    public final Optional<Place> place() {
        return Optional.ofNullable(place);
    }

    /** What is wrong, without the place. */
    public final String reason() {
        return reason;
    }

    /** The reason, with its place inside a record where it has one. */
    String text() {
        return reason;
    }

    @Override
    public final String getMessage() {
        return place == null ? text() : place + ": " + text();
    }
}
