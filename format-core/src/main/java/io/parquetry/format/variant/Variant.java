package io.parquetry.format.variant;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import java.util.Arrays;
import java.util.Objects;

/**
 * A variant value: the dictionary of its field names and the value that refers to it. The arrays are not copied.
 *
 * @param metadata VariantEncoding.md, "Metadata encoding"
 * @param value VariantEncoding.md, "Value encoding"
 */
public record Variant(byte[] metadata, byte[] value) {
    public Variant {
        Objects.requireNonNull(metadata, "metadata");
        Objects.requireNonNull(value, "value");
    }

    /**
     * The value as JSON text: numbers as they are, decimals exact, NaN and infinities as strings, dates and times in
     * ISO 8601, binary in base64 (VariantEncoding.md, "Conversion to JSON").
     *
     * @throws CorruptFileException when the bytes are no variant
     * @throws UnsupportedFeatureException when the text has more than 16 Mi characters and 16 for each byte of the
     *     variant, as when long names of fields are repeated very often
     */
    public String toJson() {
        return VariantJson.write(this);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Variant that
                && Arrays.equals(metadata, that.metadata)
                && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(metadata) + Arrays.hashCode(value);
    }

    /** The value as JSON text, or why there is none. */
    @Override
    public String toString() {
        try {
            return toJson();
        } catch (CorruptFileException e) {
            return "invalid variant: " + e.reason();
        } catch (UnsupportedFeatureException e) {
            return e.reason();
        }
    }
}
