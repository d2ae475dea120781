package io.parquetry.cli.layout;

import io.parquetry.cli.describe.ColumnText;
import io.parquetry.cli.layout.ChunkOutline.PagesAre;
import io.parquetry.format.CorruptFileException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnIndex;
import io.parquetry.format.metadata.OffsetIndex;
import io.parquetry.format.metadata.OffsetIndex.PageLocation;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Finds the pages of chunks: by the offset index, or where there is none by walking from header to header. A defect is
 * noted and ends the chunk, not the search.
 */
final class ChunkPageFinder {
    /** Early writers left the header of the dictionary page out of the bytes of a chunk. */
    private static final int MISSING_BYTES_MAX = 100;

    private final ParquetReader reader;
    private final WindowedFile file;
    private final List<Problem> problems;
    private final long pagesEnd;
    private int pagesLeft;
    private int headersLeft;
    private final int headersPerChunk;

    ChunkPageFinder(
            ParquetReader reader, WindowedFile file, long pagesEnd, LayoutLimits limits, List<Problem> problems) {
        this.reader = reader;
        this.file = file;
        this.pagesEnd = pagesEnd;
        this.problems = problems;
        this.pagesLeft = limits.pagesMax();
        this.headersLeft = limits.headersMax();
        int chunks = reader.metadata().rowGroups().size()
                * Math.max(1, reader.schema().leaves().size());
        this.headersPerChunk = Math.max(3, limits.headersMax() / Math.max(1, chunks));
    }

    ChunkOutline find(int rowGroup, LeafColumn leaf) throws IOException {
        ColumnChunkMetadata chunk =
                reader.metadata().rowGroups().get(rowGroup).columns().get(leaf.ordinal());
        ChunkOutline outline = new ChunkOutline(rowGroup, leaf, chunk, List.of(), PagesAre.UNKNOWN, Optional.empty());
        if (FileRegions.isElsewhere(chunk)) {
            return with(outline, List.of(), PagesAre.ELSEWHERE, Optional.empty());
        }
        if (pagesLeft <= 0) {
            return outline;
        }
        Optional<OffsetIndex> offsets =
                readable(outline, () -> reader.offsetIndex(rowGroup, leaf)).filter(index -> fits(index, outline));
        if (offsets.isPresent() && offsets.get().pages().size() > pagesLeft) {
            pagesLeft = 0;
            return outline;
        }
        ChunkOutline found = offsets.isPresent() ? byIndex(outline, offsets.get()) : byHeaders(outline);
        pagesLeft -= found.pages().size();
        return found;
    }

    private interface Source<T> {
        Optional<T> read() throws IOException;
    }

    private <T> Optional<T> readable(ChunkOutline chunk, Source<T> index) throws IOException {
        try {
            return index.read();
        } catch (CorruptFileException e) {
            problems.add(new Problem(chunk.place(), e.reason(), chunk.from()));
            return Optional.empty();
        }
    }

    private boolean fits(OffsetIndex index, ChunkOutline chunk) {
        long position = chunk.from();
        for (PageLocation page : index.pages()) {
            if (page.offset() < position
                    || page.compressedBytes() <= 0
                    || page.offset() + page.compressedBytes() > chunk.to() + MISSING_BYTES_MAX) {
                problems.add(new Problem(
                        chunk.place(),
                        "the offset index has a page of " + page.compressedBytes() + " bytes at " + page.offset()
                                + ", but the chunk's pages are stored from " + position + " to " + chunk.to(),
                        page.offset()));
                return false;
            }
            position = page.offset() + page.compressedBytes();
        }
        return !index.pages().isEmpty();
    }

    private static ChunkOutline with(
            ChunkOutline chunk, List<PageOutline> pages, PagesAre pagesAre, Optional<ColumnIndex.BoundaryOrder> order) {
        return new ChunkOutline(chunk.rowGroup(), chunk.leaf(), chunk.metadata(), pages, pagesAre, order);
    }

    private ChunkOutline byIndex(ChunkOutline chunk, OffsetIndex offsets) throws IOException {
        List<PageLocation> locations = offsets.pages();
        Optional<ColumnIndex> bounds = bounds(chunk, locations.size());
        List<PageOutline> pages = new ArrayList<>();
        if (chunk.from() < locations.get(0).offset()) {
            pages.add(before(chunk, locations.get(0).offset()));
        }
        long rows = reader.metadata().rowGroups().get(chunk.rowGroup()).rows();
        for (int i = 0; i < locations.size(); i++) {
            PageLocation at = locations.get(i);
            long end = i + 1 < locations.size() ? locations.get(i + 1).firstRow() : rows;
            OptionalLong count = OptionalLong.of(Math.max(0, end - at.firstRow()));
            boolean bounded = bounds.isPresent() && !bounds.get().nullPages().get(i);
            int page = i;
            pages.add(new PageOutline(
                    at.offset(),
                    at.compressedBytes(),
                    PageOutline.Kind.DATA,
                    OptionalLong.empty(),
                    chunk.leaf().maxRepetitionLevel() == 0 ? count : OptionalLong.empty(),
                    OptionalLong.of(at.firstRow()),
                    count,
                    bounds.map(index -> nulls(index, page)).orElse(OptionalLong.empty()),
                    bounded ? Optional.of(bounds.get().mins().get(i)) : Optional.empty(),
                    bounded ? Optional.of(bounds.get().maxs().get(i)) : Optional.empty()));
        }
        return with(chunk, pages, PagesAre.ALL, bounds.map(ColumnIndex::boundaryOrder));
    }

    /** What is before the data pages is the dictionary. */
    private static PageOutline before(ChunkOutline chunk, long end) {
        OptionalLong none = OptionalLong.empty();
        return new PageOutline(
                chunk.from(),
                end - chunk.from(),
                PageOutline.Kind.DICTIONARY,
                none,
                none,
                none,
                none,
                none,
                Optional.empty(),
                Optional.empty());
    }

    private static OptionalLong nulls(ColumnIndex index, int page) {
        return index.nulls().isEmpty() || index.nulls().get(page) < 0
                ? OptionalLong.empty()
                : OptionalLong.of(index.nulls().get(page));
    }

    private Optional<ColumnIndex> bounds(ChunkOutline chunk, int pages) throws IOException {
        Optional<ColumnIndex> index = readable(chunk, () -> reader.columnIndex(chunk.rowGroup(), chunk.leaf()));
        if (index.isPresent() && index.get().nullPages().size() != pages) {
            problems.add(new Problem(
                    chunk.place(),
                    "the column index has " + index.get().nullPages().size() + " pages, the offset index " + pages,
                    chunk.metadata().indexes().columnIndex().orElseThrow().offset()));
            return Optional.empty();
        }
        return index;
    }

    private ChunkOutline byHeaders(ChunkOutline chunk) throws IOException {
        List<PageOutline> pages = new ArrayList<>();
        long end = Math.min(chunk.to() + MISSING_BYTES_MAX, pagesEnd);
        long entriesLeft = chunk.metadata().entries();
        long position = chunk.from();
        OptionalLong row = OptionalLong.of(0);
        PagesAre pagesAre = PagesAre.ALL;
        while (position < chunk.to() && (entriesLeft > 0 || pages.isEmpty())) {
            if (headersLeft <= 0 || pages.size() >= headersPerChunk) {
                pagesAre = pages.isEmpty() ? PagesAre.UNKNOWN : PagesAre.SOME;
                break;
            }
            headersLeft--;
            HeaderOfPage header = HeaderOfPage.read(file, position, end, bounds(chunk.leaf()));
            Optional<String> defect = header.defect(end);
            if (defect.isPresent()) {
                problems.add(new Problem(chunk.place(), defect.get(), position));
                pagesAre = PagesAre.BROKEN;
                break;
            }
            PageOutline page = page(header, chunk.leaf(), row);
            pages.add(page);
            if (page.kind() == PageOutline.Kind.DATA) {
                entriesLeft -= header.entries().orElse(0);
                row = row.isPresent() && page.rows().isPresent()
                        ? OptionalLong.of(row.getAsLong() + page.rows().getAsLong())
                        : OptionalLong.empty();
            }
            position = page.end();
        }
        if (pagesAre == PagesAre.ALL
                && pages.stream().filter(ChunkPageFinder::isData).count() == 1) {
            long rows = reader.metadata().rowGroups().get(chunk.rowGroup()).rows();
            pages.replaceAll(page ->
                    isData(page) ? page.ofWholeChunk(rows, chunk.metadata().statistics()) : page);
        }
        return with(chunk, pages, pagesAre, Optional.empty());
    }

    private static boolean isData(PageOutline page) {
        return page.kind() == PageOutline.Kind.DATA;
    }

    /** Shows bounds in the form of the column's values. */
    static ThriftStruct.ValueText bounds(LeafColumn leaf) {
        return (name, value) -> switch (name) {
            case "min_value", "max_value", "min", "max" -> Optional.of(ColumnText.bound(leaf.type(), value));
            default -> Optional.empty();
        };
    }

    private static PageOutline page(HeaderOfPage header, LeafColumn leaf, OptionalLong row) {
        boolean data = header.isData();
        OptionalLong rows = leaf.maxRepetitionLevel() == 0 ? header.entries() : header.number("num_rows");
        return new PageOutline(
                header.offset(),
                header.bytes(),
                data
                        ? PageOutline.Kind.DATA
                        : header.isDictionary() ? PageOutline.Kind.DICTIONARY : PageOutline.Kind.OTHER,
                header.number("encoding"),
                header.entries(),
                data ? row : OptionalLong.empty(),
                data ? rows : OptionalLong.empty(),
                data ? header.nulls() : OptionalLong.empty(),
                data ? header.min() : Optional.empty(),
                data ? header.max() : Optional.empty());
    }
}
