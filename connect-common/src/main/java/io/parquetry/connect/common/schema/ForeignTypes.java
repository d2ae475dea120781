package io.parquetry.connect.common.schema;

import java.util.Objects;

/**
 * The Connect types of columns that the sink never writes so, where there is a choice.
 *
 * @param marksNulls whether the schema of a column of nulls without a type says so, for {@link NullColumns}
 */
public record ForeignTypes(Int96As int96, InvalidUtf8 invalidUtf8, boolean marksNulls) {
    public static final ForeignTypes DEFAULT = new ForeignTypes(Int96As.MICROS, InvalidUtf8.FAIL, false);

    public ForeignTypes {
        Objects.requireNonNull(int96, "int96");
        Objects.requireNonNull(invalidUtf8, "invalidUtf8");
    }
}
