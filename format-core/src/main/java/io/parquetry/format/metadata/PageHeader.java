package io.parquetry.format.metadata;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The header of a page ({@code PageHeader} in parquet.thrift).
 *
 * @param uncompressedBytes bytes of the page after decompression, levels included
 * @param compressedBytes bytes of the page in the file, levels included, this header not
 * @param crc CRC32 of the bytes of the page in the file
 */
public record PageHeader(int uncompressedBytes, int compressedBytes, OptionalInt crc, Content content) {
    public PageHeader {
        Objects.requireNonNull(crc, "crc");
        Objects.requireNonNull(content, "content");
    }

    /** Values and nulls of a data page; 0 for other pages. */
    public int entries() {
        if (content instanceof DataV1 page) {
            return page.entries();
        }
        return content instanceof DataV2 page ? page.entries() : 0;
    }

    /** What kind of page it is. */
    public sealed interface Content permits DataV1, DataV2, Dictionary, Other {}

    /** A data page whose levels are compressed with its values. */
    public record DataV1(
            int entries,
            int encodingId,
            int definitionEncodingId,
            int repetitionEncodingId,
            Optional<Statistics> statistics)
            implements Content {
        public DataV1 {
            Objects.requireNonNull(statistics, "statistics");
        }
    }

    /**
     * A data page whose levels are stored uncompressed before the values.
     *
     * @param nulls as the writer counted them, which may be wrong, and below 0 where it did not count
     * @param rows as the writer counted them, which may be wrong
     */
    public record DataV2(
            int entries,
            int nulls,
            int rows,
            int encodingId,
            int definitionBytes,
            int repetitionBytes,
            boolean compressed,
            Optional<Statistics> statistics)
            implements Content {
        public DataV2 {
            Objects.requireNonNull(statistics, "statistics");
        }

        /** The same page with values that are not compressed. */
        public DataV2 stored() {
            return new DataV2(entries, nulls, rows, encodingId, definitionBytes, repetitionBytes, false, statistics);
        }
    }

    /** The distinct values of a chunk. */
    public record Dictionary(int entries, int encodingId, Optional<Boolean> sorted) implements Content {
        public Dictionary {
            Objects.requireNonNull(sorted, "sorted");
        }
    }

    /** A page to step over: an index page, or a type newer than this engine. */
    public record Other(int pageTypeId) implements Content {}
}
