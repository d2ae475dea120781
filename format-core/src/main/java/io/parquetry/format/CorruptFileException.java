package io.parquetry.format;

/**
 * Bytes that contradict the Parquet format. Code that decodes bytes does not know the file they came from; it throws
 * without a place, and the reader that does know adds it with {@link #at}.
 */
public final class CorruptFileException extends ParquetException {
    private static final long serialVersionUID = 1L;

    private final String reason;
    private final boolean placed;

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
        this.placed = place != null;
    }

    /** The same trouble with its place; a place that is already known is kept, since it is the nearer one. */
    public CorruptFileException at(Place place) {
        return placed ? this : new CorruptFileException(reason, place, this);
    }

    /** What is wrong, without the place. */
    public String reason() {
        return reason;
    }
}
