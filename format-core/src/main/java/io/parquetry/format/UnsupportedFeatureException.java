package io.parquetry.format;

import java.util.Optional;

/** A file that may be good but uses something that we do not read or write; the message names the feature. */
public final class UnsupportedFeatureException extends ParquetException {
    private static final long serialVersionUID = 1L;

    private final String reason;
    /** Null when it is not known. */
    private final transient Place place;

    public UnsupportedFeatureException(String reason) {
        this(reason, null, null);
    }

    public UnsupportedFeatureException(Place place, String reason) {
        this(reason, place, null);
    }

    private UnsupportedFeatureException(String reason, Place place, Throwable cause) {
        super(place == null ? reason : place + ": " + reason, cause);
        this.reason = reason;
        this.place = place;
    }

    /** The same with its place; a place that is already known is kept. */
    public UnsupportedFeatureException at(Place outer) {
        return place != null ? this : new UnsupportedFeatureException(reason, outer, this);
    }

    @Override
    public Optional<Place> place() {
        return Optional.ofNullable(place);
    }

    /** What is not supported, without the place. */
    public String reason() {
        return reason;
    }
}
