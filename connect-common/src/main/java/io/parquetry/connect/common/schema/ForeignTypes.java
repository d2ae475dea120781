package io.parquetry.connect.common.schema;

import java.util.Objects;

/** The Connect types of columns that the sink never writes so, where there is a choice. */
public record ForeignTypes(Int96As int96, InvalidUtf8 invalidUtf8) {
    public static final ForeignTypes DEFAULT = new ForeignTypes(Int96As.MICROS, InvalidUtf8.FAIL);

    public ForeignTypes {
        Objects.requireNonNull(int96, "int96");
        Objects.requireNonNull(invalidUtf8, "invalidUtf8");
    }
}
