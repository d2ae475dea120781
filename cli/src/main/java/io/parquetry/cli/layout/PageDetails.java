package io.parquetry.cli.layout;

import io.parquetry.cli.describe.ColumnText;
import io.parquetry.format.ParquetException;
import io.parquetry.format.file.ColumnCursor;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Reads the bytes of single pages, indexes and the footer, and the first entries of data pages. Every chunk gets as
 * many pages as every other one, from its first page on, as far as {@link LayoutLimits} go.
 */
final class PageDetails {
    private static final int INDEXES_PART = 10;

    private final WindowedFile file;
    private final LayoutLimits limits;
    private final Map<Long, ByteDetail> details = new LinkedHashMap<>();
    private final Map<Long, HeaderOfPage> headers = new LinkedHashMap<>();
    private final List<Problem> problems = new ArrayList<>();
    private long decodedBytes;
    private int entriesLeftOut;

    private PageDetails(WindowedFile file, LayoutLimits limits) {
        this.file = file;
        this.limits = limits;
    }

    /**
     * Reads details.
     *
     * @param reader absent for a file whose footer cannot be used
     * @param progress is told how many pages have been read
     */
    static PageDetails read(
            FileOutline outline,
            Optional<ParquetReader> reader,
            WindowedFile file,
            LayoutLimits limits,
            LongConsumer progress)
            throws IOException {
        PageDetails details = new PageDetails(file, limits);
        details.addStructures(outline);
        if (reader.isPresent()) {
            details.addPages(outline.chunks(), reader.get(), progress);
        } else {
            details.addLostPages(outline);
        }
        return details;
    }

    /** The details by the position of their first byte. */
    Map<Long, ByteDetail> byOffset() {
        return details;
    }

    /** Pages that cannot be decoded. */
    List<Problem> problems() {
        return problems;
    }

    /** The header of a page, if it was read. */
    Optional<HeaderOfPage> header(PageOutline page) {
        return Optional.ofNullable(headers.get(page.offset()));
    }

    /** Data pages whose entries are not shown, because others took the bytes that may be decoded. */
    int entriesLeftOut() {
        return entriesLeftOut;
    }

    private void addStructures(FileOutline outline) throws IOException {
        int left = limits.detailsMax() / INDEXES_PART + 1;
        for (FileRegion region : outline.regions()) {
            Optional<String> struct = struct(region.kind());
            if (struct.isPresent() && (region.kind() == FileRegion.Kind.FOOTER || left-- > 0)) {
                add(region, struct.get());
            }
        }
    }

    private static Optional<String> struct(FileRegion.Kind kind) {
        return switch (kind) {
            case FOOTER -> Optional.of("FileMetaData");
            case COLUMN_INDEX -> Optional.of("ColumnIndex");
            case OFFSET_INDEX -> Optional.of("OffsetIndex");
            case BLOOM_FILTER -> Optional.of("BloomFilterHeader");
            case METADATA_COPY -> Optional.of("ColumnMetaData");
            case MAGIC, CHUNK, FOOTER_LENGTH, LOST_PAGE, UNKNOWN -> Optional.empty();
        };
    }

    private void add(FileRegion region, String name) throws IOException {
        byte[] window = file.upTo(region.offset(), (int) Math.min(region.length(), LayoutLimits.STRUCT_BYTES_MAX));
        ThriftStruct struct =
                ThriftStruct.of(name, window, 0, window.length, LayoutLimits.FIELDS_MAX, ThriftStruct.ValueText.PLAIN);
        boolean whole = window.length == region.length();
        put(new ByteDetail(
                name,
                region.offset(),
                region.length(),
                window,
                0,
                struct.fields(),
                List.of(),
                whole ? struct.defect() : Optional.empty()));
    }

    private void put(ByteDetail detail) {
        details.put(detail.offset(), detail);
    }

    private void addLostPages(FileOutline outline) throws IOException {
        int left = limits.detailsMax();
        for (FileRegion region : outline.regions()) {
            if (region.kind() == FileRegion.Kind.LOST_PAGE && left-- > 0) {
                HeaderOfPage header =
                        HeaderOfPage.read(file, region.offset(), region.end(), ThriftStruct.ValueText.PLAIN);
                put(new ByteDetail(
                        title(header),
                        region.offset(),
                        region.length(),
                        bytes(header, region.length()),
                        header.headerBytes(),
                        header.struct().fields(),
                        List.of(),
                        header.struct().defect()));
            }
        }
    }

    private void addPages(List<ChunkOutline> chunks, ParquetReader reader, LongConsumer progress) throws IOException {
        int each = pagesOfEachChunk(chunks);
        int left = limits.detailsMax();
        for (ChunkOutline chunk : chunks) {
            List<PageOutline> pages = first(chunk.pages(), Math.min(each, left));
            if (!pages.isEmpty()) {
                addPages(chunk, pages, reader);
                left -= pages.size();
                progress.accept(limits.detailsMax() - left);
            }
        }
    }

    /** The first pages; if there is to be one only, a data page rather than the dictionary. */
    private static List<PageOutline> first(List<PageOutline> pages, int count) {
        boolean isSecond = count == 1 && pages.size() > 1 && pages.get(0).kind() == PageOutline.Kind.DICTIONARY;
        int from = isSecond ? 1 : 0;
        return pages.subList(from, Math.min(from + count, pages.size()));
    }

    /** The largest number for which all chunks together stay within the limit; at least one. */
    private int pagesOfEachChunk(List<ChunkOutline> chunks) {
        int each = 1;
        while (each < limits.detailsMax()) {
            int more = each + 1;
            long pages = chunks.stream()
                    .mapToLong(chunk -> Math.min(more, chunk.pages().size()))
                    .sum();
            if (pages > limits.detailsMax()) {
                break;
            }
            each = more;
        }
        return each;
    }

    private void addPages(ChunkOutline chunk, List<PageOutline> pages, ParquetReader reader) throws IOException {
        LeafColumn leaf = chunk.leaf();
        ColumnCursor cursor = reader.column(leaf);
        for (PageOutline page : pages) {
            HeaderOfPage header = HeaderOfPage.read(file, page.offset(), page.end(), ChunkPageFinder.bounds(leaf));
            byte[] bytes = bytes(header, page.bytes());
            Optional<String> defect = header.defect(page.end());
            List<ByteField> fields = new ArrayList<>(header.struct().fields());
            List<ByteDetail.Entry> entries = List.of();
            if (defect.isEmpty()) {
                headers.put(page.offset(), header);
                int at = Math.min(header.headerBytes(), bytes.length);
                byte[] body = Arrays.copyOfRange(bytes, at, bytes.length);
                int bodyBytes = (int) header.compressedBytes();
                for (ByteField part : BodyParts.of(header, chunk.metadata().codecId(), leaf, body, bodyBytes)) {
                    fields.add(part.movedBy(header.headerBytes()));
                }
                try {
                    entries = entries(chunk, page, header, cursor, reader);
                } catch (ParquetException e) {
                    defect = Optional.of("the page cannot be decoded: " + e.reason());
                }
            }
            defect.ifPresent(what -> problems.add(new Problem(chunk.place(), what, page.offset())));
            put(new ByteDetail(
                    title(header), page.offset(), page.bytes(), bytes, header.headerBytes(), fields, entries, defect));
        }
    }

    private static String title(HeaderOfPage header) {
        return header.isV1()
                ? "data page V1"
                : header.isV2() ? "data page V2" : header.isDictionary() ? "dictionary page" : "page";
    }

    private byte[] bytes(HeaderOfPage header, long pageBytes) throws IOException {
        int shown = Math.min(header.headerBytes(), LayoutLimits.STRUCT_BYTES_MAX) + LayoutLimits.BODY_BYTES_MAX;
        return file.upTo(header.offset(), (int) Math.min(pageBytes, shown));
    }

    /** The first values of the chunk's dictionary, which have no levels. */
    private static List<ByteDetail.Entry> values(ChunkOutline chunk, ParquetReader reader) throws IOException {
        return reader.dictionary(chunk.rowGroup(), chunk.leaf()).orElse(List.of()).stream()
                .limit(LayoutLimits.ENTRIES_MAX)
                .map(value -> new ByteDetail.Entry(
                        -1, -1, Optional.of(ColumnText.value(chunk.leaf().type(), value))))
                .toList();
    }

    /** Levels that are decoded to find the rows of the page; a run of any number of them takes a few bytes. */
    private static long levelsToCount(ChunkOutline chunk, HeaderOfPage header) {
        return chunk.leaf().maxRepetitionLevel() > 0 ? header.entries().orElse(0) : 0;
    }

    /** The first entries of a data page whose first row is known; none when enough has been decoded. */
    private List<ByteDetail.Entry> entries(
            ChunkOutline chunk, PageOutline page, HeaderOfPage header, ColumnCursor cursor, ParquetReader reader)
            throws IOException {
        if (header.isDictionary()
                ? header.entries().orElse(0) == 0
                : !header.isData() || page.firstRow().isEmpty()) {
            return List.of();
        }
        long cost = header.struct().number("uncompressed_page_size").orElse(0)
                + chunk.dictionary().map(PageOutline::bytes).orElse(0L)
                + levelsToCount(chunk, header);
        if (decodedBytes + cost > limits.decodedBytesMax()) {
            entriesLeftOut++;
            return List.of();
        }
        decodedBytes += cost;
        if (header.isDictionary()) {
            return values(chunk, reader);
        }
        List<ByteDetail.Entry> entries = new ArrayList<>();
        long count = Math.min(header.entries().orElse(0), LayoutLimits.ENTRIES_MAX);
        if (count == 0) {
            return entries;
        }
        cursor.seek(chunk.rowGroup(), page.firstRow().getAsLong());
        while (entries.size() < count && cursor.next()) {
            entries.add(new ByteDetail.Entry(
                    cursor.repetitionLevel(),
                    cursor.definitionLevel(),
                    Optional.ofNullable(cursor.value())
                            .map(value -> ColumnText.value(chunk.leaf().type(), value))));
        }
        return entries;
    }
}
