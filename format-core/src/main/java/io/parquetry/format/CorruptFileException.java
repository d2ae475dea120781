package io.parquetry.format;

/** Bytes that contradict the Parquet format. */
public final class CorruptFileException extends ParquetException {
    private static final long serialVersionUID = 1L;

    /** @param reason what is wrong, with the value found and what is allowed */
    public CorruptFileException(String reason) {
        super(null, reason, null);
    }

    public CorruptFileException(String reason, Throwable cause) {
        super(null, reason, cause);
    }

    public CorruptFileException(Place place, String reason) {
        super(place, reason, null);
    }

    private CorruptFileException(Place place, String reason, Throwable cause) {
        super(place, reason, cause);
    }

    @Override
    public CorruptFileException at(Place outer) {
        super.at(outer);
        return this;
    }

    /** The same defect at the same place, with another defect of the file. */
    public CorruptFileException and(String further) {
        return new CorruptFileException(place().orElse(null), reason() + "; " + further, this);
    }
}
