package io.parquetry.cli.verify;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.describe.ColumnText;
import io.parquetry.cli.describe.PageHeaders;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.file.ParquetReader.Page;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.PageEncodingStats;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.metadata.PageType;
import io.parquetry.format.metadata.RowGroupMetadata;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** Checks the totals of the footer for column chunks and row groups against the pages of the file. */
final class ChunkTotals {
    /** Early writers left the header of the dictionary page out of the bytes of a chunk. */
    private static final int OMITTED_BYTES_MAX = 100;

    private static final Set<Integer> COUNTED =
            Set.of(PageType.DATA_PAGE.id(), PageType.DATA_PAGE_V2.id(), PageType.DICTIONARY_PAGE.id());

    /** Of a chunk whose pages have nothing but ids of a dictionary, as old writers say it. */
    private static final Set<Integer> ONLY_DICTIONARY =
            Set.of(Encoding.PLAIN_DICTIONARY.id(), Encoding.RLE.id(), Encoding.BIT_PACKED.id());

    private ChunkTotals() {}

    /** Bytes of all pages with their headers, in the file. */
    static void compressedBytes(ColumnChunkMetadata chunk, List<Page> pages, Place place) {
        bytes("total_compressed_size", chunk.bytes().compressed(), pages, PageHeader::compressedBytes, place);
    }

    /** Bytes of all pages with their headers, uncompressed. */
    static void uncompressedBytes(ColumnChunkMetadata chunk, List<Page> pages, Place place) {
        bytes("total_uncompressed_size", chunk.bytes().uncompressed(), pages, PageHeader::uncompressedBytes, place);
    }

    private static void bytes(
            String what, long stated, List<Page> pages, ToLongFunction<PageHeader> body, Place place) {
        long actual = 0;
        long dictionaryHeaders = 0;
        for (Page page : pages) {
            actual += page.headerBytes() + body.applyAsLong(page.header());
            dictionaryHeaders += PageHeaders.isDictionary(page) ? page.headerBytes() : 0;
        }
        total(what, stated, actual, dictionaryHeaders <= OMITTED_BYTES_MAX ? dictionaryHeaders : 0, place);
    }

    private static void total(String what, long stated, long actual, long omitted, Place place) {
        if (stated != actual && stated != actual - omitted) {
            throw new CorruptFileException(
                    place,
                    what + " is " + NumberText.grouped(stated) + ", but the pages with their headers have "
                            + NumberText.counted(actual, "byte"));
        }
    }

    /**
     * The number of pages of data and dictionaries per encoding. Data pages V1 and V2 are not distinguished, because a
     * common writer confuses them here and no reader depends on it.
     */
    static void encodings(ColumnChunkMetadata chunk, List<Page> pages, Place place) {
        if (chunk.pageEncodings().isEmpty()) {
            requireNoOtherThanDictionary(chunk, pages, place);
            return;
        }
        Map<String, Long> stated = new TreeMap<>();
        for (PageEncodingStats each : chunk.pageEncodings()) {
            if (COUNTED.contains(each.pageTypeId())) {
                stated.merge(pages(each.pageTypeId(), each.encodingId()), (long) each.pages(), Long::sum);
            }
        }
        Map<String, Long> actual = new TreeMap<>();
        for (Page page : pages) {
            if (!PageHeaders.isOther(page)) {
                actual.merge(pages(page.header().content()), 1L, Long::sum);
            }
        }
        stated.values().removeIf(count -> count == 0);
        if (!stated.equals(actual)) {
            throw new CorruptFileException(place, "encoding_stats lists pages " + stated + ", but there are " + actual);
        }
    }

    /**
     * Where nothing counts pages, parquet-java and Trino go by the encodings of the chunk: if these are an old
     * dictionary and those of levels, they leave out row groups whose dictionary lacks a value.
     */
    private static void requireNoOtherThanDictionary(ColumnChunkMetadata chunk, List<Page> pages, Place place) {
        boolean isDictionaryAlone = chunk.encodings().contains(Encoding.PLAIN_DICTIONARY)
                && ONLY_DICTIONARY.containsAll(chunk.encodingIds())
                && pages.stream().anyMatch(PageHeaders::isDictionary);
        if (!isDictionaryAlone) {
            return;
        }
        for (Page page : pages) {
            int encoding = dataEncoding(page.header().content());
            if (encoding != Encoding.PLAIN_DICTIONARY.id() && encoding != Encoding.RLE_DICTIONARY.id()) {
                throw new CorruptFileException(
                        place,
                        "the encodings are " + ColumnText.encodings(chunk) + ", but a page has "
                                + ColumnText.encoding(encoding) + "; readers pass over its values");
            }
        }
    }

    /** RLE_DICTIONARY for pages without data. */
    private static int dataEncoding(PageHeader.Content content) {
        if (content instanceof PageHeader.DataV1 v1) {
            return v1.encodingId();
        }
        return content instanceof PageHeader.DataV2 v2 ? v2.encodingId() : Encoding.RLE_DICTIONARY.id();
    }

    private static String pages(PageHeader.Content content) {
        if (content instanceof PageHeader.DataV1 v1) {
            return pages(PageType.DATA_PAGE.ordinal(), v1.encodingId());
        }
        if (content instanceof PageHeader.DataV2 v2) {
            return pages(PageType.DATA_PAGE.ordinal(), v2.encodingId());
        }
        return pages(PageType.DICTIONARY_PAGE.ordinal(), ((PageHeader.Dictionary) content).encodingId());
    }

    private static String pages(int type, int encoding) {
        int kind = type == PageType.DATA_PAGE_V2.ordinal() ? PageType.DATA_PAGE.ordinal() : type;
        return ColumnText.pageType(kind) + " " + ColumnText.encoding(encoding);
    }

    /** The bytes of a row group in the file, where the footer states them. */
    static void rowGroup(RowGroupMetadata rowGroup, Place place) {
        long actual = rowGroup.columns().stream()
                .mapToLong(chunk -> chunk.bytes().compressed())
                .sum();
        if (rowGroup.compressedBytes().isPresent() && rowGroup.compressedBytes().getAsLong() != actual) {
            throw new CorruptFileException(
                    place,
                    sum("total_compressed_size", rowGroup.compressedBytes().getAsLong(), actual));
        }
    }

    /**
     * A deviation in the uncompressed bytes of a row group. Writers disagree whether headers count and no reader
     * depends on it, so the file is not bad.
     */
    static Optional<String> deviation(RowGroupMetadata rowGroup) {
        long actual = rowGroup.columns().stream()
                .mapToLong(chunk -> chunk.bytes().uncompressed())
                .sum();
        return rowGroup.uncompressedBytes() == actual
                ? Optional.empty()
                : Optional.of(sum("total_byte_size", rowGroup.uncompressedBytes(), actual));
    }

    private static String sum(String what, long stated, long actual) {
        return what + " is " + NumberText.grouped(stated) + ", but that of the column chunks together is "
                + NumberText.grouped(actual);
    }
}
