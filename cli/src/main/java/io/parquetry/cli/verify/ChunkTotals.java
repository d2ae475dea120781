package io.parquetry.cli.verify;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.describe.ColumnText;
import io.parquetry.cli.describe.PageHeaders;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.file.ParquetReader.Page;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.PageEncodingStats;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.metadata.PageType;
import io.parquetry.format.metadata.RowGroupMetadata;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Holds the sums that a footer gives for its chunks and row groups against the pages that are there. */
final class ChunkTotals {
    /** Writers of the first years left the header of the dictionary page out of the bytes of a chunk. */
    private static final int FORGOTTEN_BYTES_MAX = 100;

    private ChunkTotals() {}

    /** Bytes of all pages with their headers, in the file and uncompressed. */
    static void bytes(ColumnChunkMetadata chunk, List<Page> pages, Place place) {
        long compressed = 0;
        long uncompressed = 0;
        long dictionaryHeaders = 0;
        for (Page page : pages) {
            compressed += (long) page.headerBytes() + page.header().compressedBytes();
            uncompressed += (long) page.headerBytes() + page.header().uncompressedBytes();
            dictionaryHeaders += PageHeaders.isDictionary(page) ? page.headerBytes() : 0;
        }
        long forgotten = dictionaryHeaders <= FORGOTTEN_BYTES_MAX ? dictionaryHeaders : 0;
        total("total_compressed_size", chunk.bytes().compressed(), compressed, forgotten, place);
        total("total_uncompressed_size", chunk.bytes().uncompressed(), uncompressed, forgotten, place);
    }

    private static void total(String what, long said, long found, long forgotten, Place place) {
        if (said != found && said != found - forgotten) {
            throw new CorruptFileException(
                    place,
                    what + " is " + NumberText.grouped(said) + ", but the pages with their headers have "
                            + NumberText.counted(found, "byte"));
        }
    }

    /**
     * How many pages have each encoding. The two kinds of data pages are not told apart: a common writer takes the one for
     * the other here, which misleads nobody.
     */
    static void encodings(ColumnChunkMetadata chunk, List<Page> pages, Place place) {
        if (chunk.pageEncodings().isEmpty()) {
            return;
        }
        Map<String, Long> said = new TreeMap<>();
        for (PageEncodingStats each : chunk.pageEncodings()) {
            said.merge(pages(each.pageTypeId(), each.encodingId()), (long) each.pages(), Long::sum);
        }
        Map<String, Long> found = new TreeMap<>();
        for (Page page : pages) {
            found.merge(pages(page.header().content()), 1L, Long::sum);
        }
        said.values().removeIf(count -> count == 0);
        if (!said.equals(found)) {
            throw new CorruptFileException(place, "encoding_stats tells of pages " + said + ", but there are " + found);
        }
    }

    private static String pages(PageHeader.Content content) {
        if (content instanceof PageHeader.DataV1 v1) {
            return pages(PageType.DATA_PAGE.ordinal(), v1.encodingId());
        }
        if (content instanceof PageHeader.DataV2 v2) {
            return pages(PageType.DATA_PAGE.ordinal(), v2.encodingId());
        }
        return content instanceof PageHeader.Dictionary dictionary
                ? pages(PageType.DICTIONARY_PAGE.ordinal(), dictionary.encodingId())
                : "other";
    }

    private static String pages(int type, int encoding) {
        int kind = type == PageType.DATA_PAGE_V2.ordinal() ? PageType.DATA_PAGE.ordinal() : type;
        return ColumnText.pageType(kind) + " " + ColumnText.encoding(encoding);
    }

    /** The sum of a row group's bytes in the file, where it is said. */
    static void rowGroup(RowGroupMetadata rowGroup, Place place) {
        long found = rowGroup.columns().stream()
                .mapToLong(chunk -> chunk.bytes().compressed())
                .sum();
        if (rowGroup.compressedBytes().isPresent() && rowGroup.compressedBytes().getAsLong() != found) {
            throw new CorruptFileException(
                    place,
                    sum("total_compressed_size", rowGroup.compressedBytes().getAsLong(), found));
        }
    }

    /**
     * What is odd about the uncompressed bytes of a row group. Writers do not agree whether headers count, and no reader
     * goes by it, so that a file is not bad because of it.
     */
    static Optional<String> oddity(RowGroupMetadata rowGroup) {
        long found = rowGroup.columns().stream()
                .mapToLong(chunk -> chunk.bytes().uncompressed())
                .sum();
        return rowGroup.uncompressedBytes() == found
                ? Optional.empty()
                : Optional.of(sum("total_byte_size", rowGroup.uncompressedBytes(), found));
    }

    private static String sum(String what, long said, long found) {
        return what + " is " + NumberText.grouped(said) + ", but that of the column chunks together is "
                + NumberText.grouped(found);
    }
}
