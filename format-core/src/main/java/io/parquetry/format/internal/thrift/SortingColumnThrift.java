package io.parquetry.format.internal.thrift;

import io.parquetry.format.metadata.SortingColumn;

/** {@code SortingColumn}. */
final class SortingColumnThrift {
    /** What an element takes in memory, about. */
    static final int BYTES_EACH = 24;

    private static final long REQUIRED = CompactReader.fields(1, 2, 3);

    private SortingColumnThrift() {}

    static SortingColumn read(CompactReader in) {
        int columnOrdinal = 0;
        boolean descending = false;
        boolean nullsFirst = false;
        in.beginStruct("SortingColumn");
        while (in.nextField()) {
            switch (in.fieldId()) {
                case 1 -> columnOrdinal = in.fieldCount32();
                case 2 -> descending = in.fieldBool();
                case 3 -> nullsFirst = in.fieldBool();
                default -> in.skip();
            }
        }
        in.require("SortingColumn", REQUIRED);
        return new SortingColumn(columnOrdinal, descending, nullsFirst);
    }

    static void write(CompactWriter out, SortingColumn column) {
        out.beginStruct();
        out.i32(1, column.columnOrdinal());
        out.bool(2, column.descending());
        out.bool(3, column.nullsFirst());
        out.endStruct();
    }
}
