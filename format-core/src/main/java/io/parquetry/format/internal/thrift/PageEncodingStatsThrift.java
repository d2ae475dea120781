package io.parquetry.format.internal.thrift;

import io.parquetry.format.metadata.PageEncodingStats;

/** {@code PageEncodingStats}. */
final class PageEncodingStatsThrift {
    /** What an element takes in memory, about. */
    static final int BYTES_EACH = 32;

    private static final long REQUIRED = CompactReader.fields(1, 2, 3);

    private PageEncodingStatsThrift() {}

    static PageEncodingStats read(CompactReader in) {
        int pageTypeId = 0;
        int encodingId = 0;
        int pages = 0;
        in.beginStruct("PageEncodingStats");
        while (in.nextField()) {
            switch (in.fieldId()) {
                case 1 -> pageTypeId = in.fieldI32();
                case 2 -> encodingId = in.fieldI32();
                case 3 -> pages = in.fieldCount32();
                default -> in.skip();
            }
        }
        in.require("PageEncodingStats", REQUIRED);
        return new PageEncodingStats(pageTypeId, encodingId, pages);
    }

    static void write(CompactWriter out, PageEncodingStats stats) {
        out.beginStruct();
        out.i32(1, stats.pageTypeId());
        out.i32(2, stats.encodingId());
        out.i32(3, stats.pages());
        out.endStruct();
    }
}
