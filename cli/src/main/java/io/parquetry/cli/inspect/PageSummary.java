package io.parquetry.cli.inspect;

import io.parquetry.cli.console.NumberText;
import io.parquetry.cli.describe.ColumnText;
import io.parquetry.cli.describe.PageHeaders;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetReader.Page;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.PageHeader;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A page with what header and indexes say of it. An index that cannot be read, or has another number of pages than the
 * chunk, says nothing here, since nobody knows which pages it means.
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
        String min,
        String max) {
    private static final String UNSAID = "-";

    /** The pages of a column chunk in the order of the file. */
    static List<PageSummary> of(ParquetReader reader, int rowGroup, LeafColumn leaf) throws IOException {
        List<Page> pages = reader.pages(rowGroup, leaf);
        long dataPages =
                pages.stream().filter(page -> !PageHeaders.isDictionary(page)).count();
        Optional<OffsetIndex> offsets = readable(() -> reader.offsetIndex(rowGroup, leaf))
                .filter(index -> index.pages().size() == dataPages);
        Optional<ColumnIndex> bounds = readable(() -> reader.columnIndex(rowGroup, leaf))
                .filter(index -> index.mins().size() == dataPages);
        long groupRows = reader.metadata().rowGroups().get(rowGroup).rows();
        List<PageSummary> facts = new ArrayList<>();
        long nextRow = 0;
        int ordinal = 0;
        for (Page page : pages) {
            if (PageHeaders.isDictionary(page)) {
                facts.add(dictionary(page, leaf));
                continue;
            }
            OptionalLong rows = rows(page, leaf, offsets, ordinal, groupRows);
            OptionalLong firstRow = nextRow < 0 ? OptionalLong.empty() : OptionalLong.of(nextRow);
            if (offsets.isPresent()) {
                firstRow = OptionalLong.of(offsets.get().pages().get(ordinal).firstRow());
            }
            nextRow = firstRow.isPresent() && rows.isPresent() ? firstRow.getAsLong() + rows.getAsLong() : -1;
            facts.add(data(page, leaf, ordinal, firstRow, rows, bounds));
            ordinal++;
        }
        return facts;
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
        return new PageSummary(page, leaf, none, none, none, none, UNSAID, UNSAID);
    }

    private static PageSummary data(
            Page page,
            LeafColumn leaf,
            int ordinal,
            OptionalLong firstRow,
            OptionalLong rows,
            Optional<ColumnIndex> index) {
        Optional<Statistics> own = PageHeaders.statistics(page);
        OptionalLong nulls = page.header().content() instanceof PageHeader.DataV2 v2
                ? OptionalLong.of(v2.nulls())
                : index.filter(each -> !each.nulls().isEmpty())
                        .map(each -> counted(each.nulls().get(ordinal)))
                        .orElse(own.map(Statistics::nulls).orElse(OptionalLong.empty()));
        if (index.isPresent()) {
            boolean none = index.get().nullPages().get(ordinal);
            return new PageSummary(
                    page,
                    leaf,
                    OptionalLong.of(ordinal),
                    firstRow,
                    rows,
                    nulls,
                    none
                            ? UNSAID
                            : ColumnText.bound(leaf.type(), index.get().mins().get(ordinal)),
                    none
                            ? UNSAID
                            : ColumnText.bound(leaf.type(), index.get().maxs().get(ordinal)));
        }
        return new PageSummary(
                page,
                leaf,
                OptionalLong.of(ordinal),
                firstRow,
                rows,
                nulls,
                own.flatMap(Statistics::min)
                        .map(bound -> ColumnText.bound(leaf.type(), bound))
                        .orElse(UNSAID),
                own.flatMap(Statistics::max)
                        .map(bound -> ColumnText.bound(leaf.type(), bound))
                        .orElse(UNSAID));
    }

    /** Some writers give -1 for what they have not counted. */
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

    /** In the order of the table of {@code pages}. */
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
            min,
            max,
            header.crc().isPresent() ? String.format("%08x", header.crc().getAsInt()) : UNSAID
        };
    }

    private static String count(OptionalLong count) {
        return count.isPresent() ? NumberText.grouped(count.getAsLong()) : UNSAID;
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
                : UNSAID;
    }
}
