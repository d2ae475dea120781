package io.parquetry.format.metadata;

import io.parquetry.format.UnsupportedFeatureException;
import java.util.Optional;

/** The encoding of values or levels in a page ({@code Encoding} in parquet.thrift, Encodings.md). */
public enum Encoding {
    PLAIN(0),
    /** The older name of {@link #RLE_DICTIONARY}; read, never written. */
    PLAIN_DICTIONARY(2),
    RLE(3),
    /** Legacy levels, most significant bit first; read, never written. */
    BIT_PACKED(4),
    DELTA_BINARY_PACKED(5),
    DELTA_LENGTH_BYTE_ARRAY(6),
    DELTA_BYTE_ARRAY(7),
    RLE_DICTIONARY(8),
    BYTE_STREAM_SPLIT(9),
    ALP(10);

    private static final Encoding[] BY_ID = new Encoding[11];

    static {
        for (Encoding encoding : values()) {
            BY_ID[encoding.id] = encoding;
        }
    }

    private final int id;

    Encoding(int id) {
        this.id = id;
    }

    /** The number on the wire. */
    public int id() {
        return id;
    }

    /** The encoding with this number, if this engine knows it. */
    public static Optional<Encoding> known(int id) {
        return id < 0 || id >= BY_ID.length ? Optional.empty() : Optional.ofNullable(BY_ID[id]);
    }

    /** The encoding with this number. */
    public static Encoding of(int id) {
        return known(id).orElseThrow(() -> new UnsupportedFeatureException("unsupported: encoding number " + id));
    }
}
