package io.parquetry.format.metadata;

/** What a page holds ({@code PageType} in parquet.thrift; the ordinal is the number there). */
public enum PageType {
    DATA_PAGE,
    INDEX_PAGE,
    DICTIONARY_PAGE,
    DATA_PAGE_V2;

    /** The number on the wire. */
    public int id() {
        return ordinal();
    }
}
