package io.parquetry.format.internal.thrift;

import io.parquetry.format.UsageException;
import io.parquetry.format.metadata.ColumnOrder;

/** {@code ColumnOrder}, a union whose members are empty structs. */
final class ColumnOrderThrift {
    /** What an element, which is shared, takes in memory, about. */
    static final int BYTES_EACH = 8;

    private static final int TYPE_ORDER = 1;
    private static final int IEEE_754_TOTAL_ORDER = 2;

    private ColumnOrderThrift() {}

    static ColumnOrder read(CompactReader in) {
        return switch (in.readUnion("ColumnOrder")) {
            case TYPE_ORDER -> ColumnOrder.TYPE_DEFINED;
            case IEEE_754_TOTAL_ORDER -> ColumnOrder.IEEE_754_TOTAL;
            default -> ColumnOrder.UNRECOGNIZED;
        };
    }

    static void write(CompactWriter out, ColumnOrder order) {
        out.beginStruct();
        out.emptyStruct(
                switch (order) {
                    case TYPE_DEFINED -> TYPE_ORDER;
                    case IEEE_754_TOTAL -> IEEE_754_TOTAL_ORDER;
                    case UNRECOGNIZED ->
                        throw new UsageException("a column order that was not recognized cannot be written;"
                                + " write TYPE_DEFINED or IEEE_754_TOTAL, with bounds that follow it");
                });
        out.endStruct();
    }
}
