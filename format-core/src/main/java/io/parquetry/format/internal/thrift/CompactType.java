package io.parquetry.format.internal.thrift;

/** The types of fields and elements, in the low half of a field header or list header. */
final class CompactType {
    static final int STOP = 0;
    static final int TRUE = 1;
    static final int FALSE = 2;
    static final int I8 = 3;
    static final int I16 = 4;
    static final int I32 = 5;
    static final int I64 = 6;
    static final int DOUBLE = 7;
    static final int BINARY = 8;
    static final int LIST = 9;
    static final int SET = 10;
    static final int MAP = 11;
    static final int STRUCT = 12;
    static final int UUID = 13;

    private static final String[] NAMES = {
        "STOP", "BOOL", "BOOL", "I8", "I16", "I32", "I64", "DOUBLE", "BINARY", "LIST", "SET", "MAP", "STRUCT", "UUID"
    };

    private CompactType() {}

    static boolean isBool(int type) {
        return type == TRUE || type == FALSE;
    }

    /** The integer types, which have one encoding; the readers that Thrift generates accept each for the others. */
    static boolean isVarint(int type) {
        return type == I16 || type == I32 || type == I64;
    }

    static String name(int type) {
        return type < NAMES.length ? NAMES[type] : "type number " + type;
    }
}
