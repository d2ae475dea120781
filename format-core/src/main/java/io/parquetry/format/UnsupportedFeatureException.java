package io.parquetry.format;

/** A file that may be good but uses something that we do not read or write; the message names the feature. */
public final class UnsupportedFeatureException extends ParquetException {
    private static final long serialVersionUID = 1L;

    private final String reason;
    private final boolean placed;

    public UnsupportedFeatureException(String reason) {
        this(reason, null, null);
    }

    public UnsupportedFeatureException(Place place, String reason) {
        this(reason, place, null);
    }

    private UnsupportedFeatureException(String reason, Place place, Throwable cause) {
        super(place == null ? reason : place + ": " + reason, cause);
        this.reason = reason;
        this.placed = place != null;
    }

    /** The same with its place; a place that is already known is kept. */
    public UnsupportedFeatureException at(Place place) {
        return placed ? this : new UnsupportedFeatureException(reason, place, this);
    }

    /** What is not supported, without the place. */
    public String reason() {
        return reason;
    }
}
