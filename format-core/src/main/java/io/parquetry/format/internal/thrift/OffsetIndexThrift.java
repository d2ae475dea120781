package io.parquetry.format.internal.thrift;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.OffsetIndex.PageLocation;
import java.util.List;

/** {@code OffsetIndex} and its {@code PageLocation}s. {@code read} checks that row numbers do not decrease. */
public final class OffsetIndexThrift {
    /** What the place of a page takes in memory, about. */
    static final int BYTES_EACH = 40;

    private static final long REQUIRED = CompactReader.fields(1);
    private static final long LOCATION_REQUIRED = CompactReader.fields(1, 2, 3);

    private OffsetIndexThrift() {}

    public static OffsetIndex read(byte[] bytes, int offset, int length) {
        CompactReader in = new CompactReader("offset index", bytes, offset, length);
        List<PageLocation> pages = List.of();
        List<Long> unencodedBytes = List.of();
        in.beginStruct("OffsetIndex");
        while (in.nextField()) {
            switch (in.fieldId()) {
                case 1 -> pages = in.fieldStructs(BYTES_EACH, OffsetIndexThrift::readLocation);
                case 2 -> unencodedBytes = in.fieldCounts64();
                default -> in.skip();
            }
        }
        in.require("OffsetIndex", REQUIRED);
        if (!unencodedBytes.isEmpty() && unencodedBytes.size() != pages.size()) {
            throw new CorruptFileException(
                    "offset index: has " + unencodedBytes.size() + " byte counts for " + pages.size() + " pages");
        }
        for (int i = 1; i < pages.size(); i++) {
            if (pages.get(i).firstRow() < pages.get(i - 1).firstRow()) {
                throw new CorruptFileException("offset index: page " + i + " begins at row "
                        + pages.get(i).firstRow() + ", before page " + (i - 1) + ", which begins at row "
                        + pages.get(i - 1).firstRow());
            }
        }
        return new OffsetIndex(pages, unencodedBytes);
    }

    private static PageLocation readLocation(CompactReader in) {
        long offset = 0;
        int compressedBytes = 0;
        long firstRow = 0;
        in.beginStruct("PageLocation");
        while (in.nextField()) {
            switch (in.fieldId()) {
                case 1 -> offset = in.fieldCount64();
                case 2 -> compressedBytes = in.fieldCount32();
                case 3 -> firstRow = in.fieldCount64();
                default -> in.skip();
            }
        }
        in.require("PageLocation", LOCATION_REQUIRED);
        return new PageLocation(offset, compressedBytes, firstRow);
    }

    public static void write(OffsetIndex index, CompactWriter out) {
        out.beginStruct();
        out.structs(1, index.pages(), OffsetIndexThrift::writeLocation);
        if (!index.unencodedBytes().isEmpty()) {
            out.i64s(2, index.unencodedBytes());
        }
        out.endStruct();
    }

    private static void writeLocation(CompactWriter out, PageLocation page) {
        out.beginStruct();
        out.i64(1, page.offset());
        out.i32(2, page.compressedBytes());
        out.i64(3, page.firstRow());
        out.endStruct();
    }
}
