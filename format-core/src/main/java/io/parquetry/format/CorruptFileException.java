package io.parquetry.format;

import java.util.Optional;

/**
 * Bytes that contradict the Parquet format. Code that decodes bytes does not know the file they came from; it throws
 * without a place, and the reader that does know adds it with {@link #at}.
 */
public final class CorruptFileException extends ParquetException {
    private static final long serialVersionUID = 1L;

    private final String reason;
    /** Null when it is not known. */
    private final transient Place place;

    /** @param reason what is wrong, with the value found and what is allowed */
    public CorruptFileException(String reason) {
        this(reason, null, null);
    }

    public CorruptFileException(String reason, Throwable cause) {
        this(reason, null, cause);
    }

    public CorruptFileException(Place place, String reason) {
        this(reason, place, null);
    }

    private CorruptFileException(String reason, Place place, Throwable cause) {
        super(place == null ? reason : place + ": " + reason, cause);
        this.reason = reason;
        this.place = place;
    }

    /** The same trouble with its place; a place that is already known is kept, since it is the nearer one. */
    public CorruptFileException at(Place outer) {
        return place != null ? this : new CorruptFileException(reason, outer, this);
    }

    /** The same trouble in the same place, with something else that is wrong. */
    public CorruptFileException and(String further) {
        return new CorruptFileException(reason + "; " + further, place, this);
    }

    @Override
    public Optional<Place> place() {
        return Optional.ofNullable(place);
    }

    /** What is wrong, without the place. */
    public String reason() {
        return reason;
    }
}
