package io.parquetry.format.variant;

/** The type of a variant value (VariantEncoding.md, "Encoding types"). */
public enum VariantType {
    NULL(0, 0),
    TRUE(1, 0),
    FALSE(2, 0),
    INT8(3, 1),
    INT16(4, 2),
    INT32(5, 4),
    INT64(6, 8),
    DOUBLE(7, 8),
    DECIMAL4(8, 5),
    DECIMAL8(9, 9),
    DECIMAL16(10, 17),
    DATE(11, 4),
    TIMESTAMP_MICROS(12, 8),
    TIMESTAMP_NTZ_MICROS(13, 8),
    FLOAT(14, 4),
    BINARY(15, -1),
    STRING(16, -1),
    TIME_NTZ_MICROS(17, 8),
    TIMESTAMP_NANOS(18, 8),
    TIMESTAMP_NTZ_NANOS(19, 8),
    UUID(20, 16),
    OBJECT(VariantType.NOT_PRIMITIVE, -1),
    ARRAY(VariantType.NOT_PRIMITIVE, -1);

    private static final int NOT_PRIMITIVE = -1;

    /** The basic types, which are the lowest two bits of a value's header. */
    static final int BASIC_PRIMITIVE = 0;

    static final int BASIC_SHORT_STRING = 1;
    static final int BASIC_OBJECT = 2;
    static final int BASIC_ARRAY = 3;

    private static final VariantType[] BY_ID = values();

    /** The number of a primitive type in the encoding. */
    final int id;

    /** Bytes behind the header byte; -1 for those that begin with their length. */
    final int bytes;

    VariantType(int id, int bytes) {
        this.id = id;
        this.bytes = bytes;
    }

    /** The primitive with this number, or null. */
    static VariantType known(int id) {
        return id <= UUID.id ? BY_ID[id] : null;
    }
}
