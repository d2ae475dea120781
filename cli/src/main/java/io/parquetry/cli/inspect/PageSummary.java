package io.parquetry.cli.inspect;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.describe.ColumnText;
import io.parquetry.cli.describe.PageHeaders;
import io.parquetry.cli.input.FileLocation;
import io.parquetry.cli.json.JsonRow;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetReader.Page;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A page as its header and the page indexes describe it. An index that cannot be read, or whose number of pages is not
 * that of the chunk, is ignored, because its entries cannot be assigned to pages.
 *
 * @param ordinal of a data page among the data pages; absent for a dictionary
 */
record PageSummary(
        Page page,
        LeafColumn leaf,
        OptionalLong ordinal,
        OptionalLong firstRow,
        OptionalLong rows,
        OptionalLong nulls,
        Optional<Statistics.Bound> min,
        Optional<Statistics.Bound> max) {
    private static final String UNKNOWN = "-";

    /** The pages of a column chunk in the order of the file. */
    static List<PageSummary> of(ParquetReader reader, int rowGroup, LeafColumn leaf) throws IOException {
        List<Page> pages = reader.pages(rowGroup, leaf);
        long dataPages =
                pages.stream().filter(page -> !PageHeaders.isDictionary(page)).count();
        Optional<OffsetIndex> offsets = readable(() -> reader.offsetIndex(rowGroup, leaf))
                .filter(index -> index.pages().size() == dataPages);
        Optional<ColumnIndex> bounds = readable(() -> reader.columnIndex(rowGroup, leaf))
                .filter(index -> index.mins().size() == dataPages);
        RowGroupMetadata group = reader.metadata().rowGroups().get(rowGroup);
        Optional<Statistics> ofOnlyPage =
                dataPages == 1 ? group.columns().get(leaf.ordinal()).statistics() : Optional.empty();
        List<PageSummary> summaries = new ArrayList<>();
        long nextRow = 0;
        int ordinal = 0;
        for (Page page : pages) {
            if (PageHeaders.isDictionary(page)) {
                summaries.add(dictionary(page, leaf));
                continue;
            }
            OptionalLong rows =
                    dataPages == 1 ? OptionalLong.of(group.rows()) : rows(page, leaf, offsets, ordinal, group.rows());
            OptionalLong firstRow = nextRow < 0 ? OptionalLong.empty() : OptionalLong.of(nextRow);
            if (offsets.isPresent()) {
                firstRow = OptionalLong.of(offsets.get().pages().get(ordinal).firstRow());
            }
            nextRow = firstRow.isPresent() && rows.isPresent() ? firstRow.getAsLong() + rows.getAsLong() : -1;
            Optional<Statistics> statistics = PageHeaders.statistics(page).or(() -> ofOnlyPage);
            summaries.add(data(page, leaf, ordinal, firstRow, rows, bounds, statistics));
            ordinal++;
        }
        return summaries;
    }

    private interface Source<T> {
        Optional<T> read() throws IOException;
    }

    private static <T> Optional<T> readable(Source<T> index) throws IOException {
        try {
            return index.read();
        } catch (CorruptFileException e) {
            return Optional.empty();
        }
    }

    private static PageSummary dictionary(Page page, LeafColumn leaf) {
        OptionalLong none = OptionalLong.empty();
        return new PageSummary(page, leaf, none, none, none, none, Optional.empty(), Optional.empty());
    }

    private static PageSummary data(
            Page page,
            LeafColumn leaf,
            int ordinal,
            OptionalLong firstRow,
            OptionalLong rows,
            Optional<ColumnIndex> index,
            Optional<Statistics> own) {
        OptionalLong nulls = page.header().content() instanceof PageHeader.DataV2 v2
                ? counted(v2.nulls())
                : index.filter(each -> !each.nulls().isEmpty())
                        .map(each -> counted(each.nulls().get(ordinal)))
                        .orElse(ColumnText.nulls(own));
        if (index.isPresent()) {
            boolean none = index.get().nullPages().get(ordinal);
            return new PageSummary(
                    page,
                    leaf,
                    OptionalLong.of(ordinal),
                    firstRow,
                    rows,
                    nulls,
                    none ? Optional.empty() : bound(index.get().mins().get(ordinal)),
                    none ? Optional.empty() : bound(index.get().maxs().get(ordinal)));
        }
        return new PageSummary(
                page,
                leaf,
                OptionalLong.of(ordinal),
                firstRow,
                rows,
                nulls,
                own.flatMap(Statistics::min),
                own.flatMap(Statistics::max));
    }

    private static Optional<Statistics.Bound> bound(byte[] value) {
        return Optional.of(new Statistics.Bound(value, Optional.empty()));
    }

    /** Some writers give -1 for a count that they have not made. */
    private static OptionalLong counted(long count) {
        return count < 0 ? OptionalLong.empty() : OptionalLong.of(count);
    }

    private static OptionalLong rows(
            Page page, LeafColumn leaf, Optional<OffsetIndex> offsets, int ordinal, long groupRows) {
        if (page.header().content() instanceof PageHeader.DataV2 v2) {
            return OptionalLong.of(v2.rows());
        }
        if (leaf.maxRepetitionLevel() == 0) {
            return OptionalLong.of(PageHeaders.entries(page));
        }
        if (offsets.isEmpty()) {
            return OptionalLong.empty();
        }
        List<OffsetIndex.PageLocation> pages = offsets.get().pages();
        long end = ordinal + 1 < pages.size() ? pages.get(ordinal + 1).firstRow() : groupRows;
        return OptionalLong.of(end - pages.get(ordinal).firstRow());
    }

    /** The cells of a row in the table of {@code pages}. */
    String[] cells() {
        PageHeader header = page.header();
        return new String[] {
            ordinal.isPresent() ? Long.toString(ordinal.getAsLong()) : "dict",
            Long.toString(page.offset()),
            kind(header.content()),
            encoding(header.content()),
            NumberText.grouped(page.headerBytes()),
            NumberText.grouped(header.compressedBytes()),
            NumberText.grouped(header.uncompressedBytes()),
            NumberText.grouped(PageHeaders.entries(page)),
            count(firstRow),
            count(rows),
            count(nulls),
            text(min),
            text(max),
            header.crc().isPresent() ? String.format("%08x", header.crc().getAsInt()) : UNKNOWN
        };
    }

    /** The same as an object. */
    JsonRow object(FileLocation file, int rowGroup) {
        PageHeader header = page.header();
        return new JsonRow()
                .put("file", file.toString())
                .put("rowGroup", rowGroup)
                .put("column", leaf.dottedPath())
                .put("page", ordinal)
                .put("offset", page.offset())
                .put("type", kind(header.content()))
                .put("encoding", encoding(header.content()))
                .put("headerBytes", page.headerBytes())
                .put("bytes", header.compressedBytes())
                .put("rawBytes", header.uncompressedBytes())
                .put("entries", PageHeaders.entries(page))
                .put("firstRow", firstRow)
                .put("rows", rows)
                .put("nulls", nulls)
                .put("min", value(min))
                .put("max", value(max))
                .put(
                        "crc",
                        header.crc().isPresent()
                                ? String.format("%08x", header.crc().getAsInt())
                                : null);
    }

    private String text(Optional<Statistics.Bound> bound) {
        return bound.map(value -> ColumnText.bound(leaf.type(), value)).orElse(UNKNOWN);
    }

    private Object value(Optional<Statistics.Bound> bound) {
        return bound.map(value -> ColumnText.boundValue(leaf.type(), value.value()))
                .orElse(null);
    }

    private static String count(OptionalLong count) {
        return count.isPresent() ? NumberText.grouped(count.getAsLong()) : UNKNOWN;
    }

    private static String kind(PageHeader.Content content) {
        if (content instanceof PageHeader.DataV1) {
            return "data v1";
        }
        if (content instanceof PageHeader.DataV2 v2) {
            return v2.compressed() ? "data v2" : "data v2 uncompressed";
        }
        return content instanceof PageHeader.Other other ? ColumnText.pageType(other.pageTypeId()) : "dictionary";
    }

    private static String encoding(PageHeader.Content content) {
        if (content instanceof PageHeader.DataV1 v1) {
            return ColumnText.encoding(v1.encodingId());
        }
        if (content instanceof PageHeader.DataV2 v2) {
            return ColumnText.encoding(v2.encodingId());
        }
        return content instanceof PageHeader.Dictionary dictionary
                ? ColumnText.encoding(dictionary.encodingId())
                : UNKNOWN;
    }
}
