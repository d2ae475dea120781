package io.parquetry.format.metadata;

import java.util.List;

/**
 * The position of each data page of a chunk (PageIndex.md, {@code OffsetIndex} in parquet.thrift).
 *
 * @param unencodedBytes for each page, bytes of its BYTE_ARRAY values without lengths; empty when not given
 */
public record OffsetIndex(List<PageLocation> pages, List<Long> unencodedBytes) {
    public OffsetIndex {
        pages = List.copyOf(pages);
        unencodedBytes = List.copyOf(unencodedBytes);
    }

    /**
     * How many rows each page has.
     *
     * @param rows of the row group
     */
    public long[] rowsOfPages(long rows) {
        long[] counts = new long[pages.size()];
        for (int page = 0; page < counts.length; page++) {
            long end = page + 1 < counts.length ? pages.get(page + 1).firstRow() : rows;
            counts[page] = end - pages.get(page).firstRow();
        }
        return counts;
    }

    /**
     * One data page.
     *
     * @param offset position of the page header in the file
     * @param compressedBytes bytes of header and page in the file
     * @param firstRow number of the page's first row in its row group
     */
    public record PageLocation(long offset, int compressedBytes, long firstRow) {}
}
