package io.parquetry.format.internal.thrift;

import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.LogicalType.Form;
import io.parquetry.format.schema.TimeUnit;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * {@code ConvertedType}, the deprecated annotations. They are still written beside the logical types, as parquet.thrift
 * requires at {@code LogicalType}, for old readers.
 */
final class ConvertedTypes {
    static final int DECIMAL = 5;

    /** The annotations by number, without DECIMAL, whose precision and scale are in other fields. */
    private static final LogicalType[] BY_ID = {
        LogicalType.STRING,
        LogicalType.MAP,
        LogicalType.MAP_KEY_VALUE,
        LogicalType.LIST,
        LogicalType.ENUM,
        null,
        LogicalType.DATE,
        new LogicalType.Time(true, TimeUnit.MILLIS, Form.CONVERTED_TYPE),
        new LogicalType.Time(true, TimeUnit.MICROS, Form.CONVERTED_TYPE),
        new LogicalType.Timestamp(true, TimeUnit.MILLIS, Form.CONVERTED_TYPE),
        new LogicalType.Timestamp(true, TimeUnit.MICROS, Form.CONVERTED_TYPE),
        new LogicalType.Int(8, false),
        new LogicalType.Int(16, false),
        new LogicalType.Int(32, false),
        new LogicalType.Int(64, false),
        new LogicalType.Int(8, true),
        new LogicalType.Int(16, true),
        new LogicalType.Int(32, true),
        new LogicalType.Int(64, true),
        LogicalType.JSON,
        LogicalType.BSON,
        LogicalType.INTERVAL
    };

    private ConvertedTypes() {}

    /** The annotation with this number; empty for DECIMAL and unknown numbers. */
    static Optional<LogicalType> of(int id) {
        return id < 0 || id >= BY_ID.length ? Optional.empty() : Optional.ofNullable(BY_ID[id]);
    }

    /** The number of the converted type for this annotation, if there is one. */
    static OptionalInt id(LogicalType type) {
        if (type instanceof LogicalType.Decimal) {
            return OptionalInt.of(DECIMAL);
        }
        if (type instanceof LogicalType.Time time) {
            return find(new LogicalType.Time(true, time.unit()));
        }
        if (type instanceof LogicalType.Timestamp timestamp) {
            return find(new LogicalType.Timestamp(true, timestamp.unit()));
        }
        return find(type);
    }

    private static OptionalInt find(LogicalType type) {
        for (int id = 0; id < BY_ID.length; id++) {
            if (type.equals(BY_ID[id])) {
                return OptionalInt.of(id);
            }
        }
        return OptionalInt.empty();
    }
}
