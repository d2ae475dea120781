package io.parquetry.format;

/** A file that may be good but uses a feature that the engine does not read or write; the message names the feature. */
public final class UnsupportedFeatureException extends ParquetException {
    private static final long serialVersionUID = 1L;

    public UnsupportedFeatureException(String reason) {
        super(null, reason, null);
    }

    public UnsupportedFeatureException(Place place, String reason) {
        super(place, reason, null);
    }

    @Override
    public UnsupportedFeatureException at(Place outer) {
        super.at(outer);
        return this;
    }
}
