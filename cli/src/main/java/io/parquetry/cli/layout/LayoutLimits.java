package io.parquetry.cli.layout;

/**
 * Bounds of what is read and put into the page, so that the page of any file can be opened.
 *
 * @param chunksMax most column chunks; row groups behind them are drawn without columns
 * @param pagesMax most pages that are drawn; indexes of chunks behind them are not read
 * @param detailsMax most pages and other structures whose bytes are shown
 * @param decodedBytesMax most bytes of pages and dictionaries that are decoded for their first values
 */
record LayoutLimits(int chunksMax, int pagesMax, int detailsMax, long decodedBytesMax) {
    /** Bytes that are shown of a header, a footer or an index. */
    static final int STRUCT_BYTES_MAX = 1 << 10;

    /** Bytes that are shown of a page behind its header. */
    static final int BODY_BYTES_MAX = 256;

    /** Fields that are shown of one structure. */
    static final int FIELDS_MAX = 120;

    /** Entries that are shown of a page. */
    static final int ENTRIES_MAX = 32;

    static LayoutLimits of(int detailsMax) {
        return new LayoutLimits(60_000, 20_000, detailsMax, 64L << 20);
    }

    /** Page headers that are read of a file to find its pages, where it has no offset index. */
    int headersMax() {
        return detailsMax;
    }
}
