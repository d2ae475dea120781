package io.parquetry.format.variant;

/** The type of a variant value (VariantEncoding.md, "Encoding types"); {@link #id} is the number in the encoding. */
enum VariantType {
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
    UUID(20, 16);

    static final int PRIMITIVE = 0;
    static final int SHORT_STRING = 1;
    static final int OBJECT = 2;
    static final int ARRAY = 3;

    private static final VariantType[] BY_ID = values();

    final int id;
    /** Bytes behind the header byte; -1 for those that begin with their length. */
    final int bytes;

    VariantType(int id, int bytes) {
        this.id = id;
        this.bytes = bytes;
    }

    /** The primitive with this number, or null. */
    static VariantType known(int id) {
        return id < BY_ID.length ? BY_ID[id] : null;
    }
}
