package io.parquetry.format.internal.footer;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.internal.column.read.ChunkRange;
import io.parquetry.format.internal.page.PageLimits;
import io.parquetry.format.internal.page.PageReader;
import io.parquetry.format.internal.page.ReadMemory;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds further defects of a file whose footer is refused. One defect seldom comes alone, and the first one found need
 * not explain the others: so the page headers are read, as far as the footer leads to them, and their contradictions
 * are added to the message.
 */
final class FurtherDefects {
    private static final int DEFECTS_MAX = 3;
    private static final int PAGES_MAX = 10_000;

    /** Of all page headers that are read: chunks may overlap, and a header has up to 16 MiB. */
    private static final long HEADER_BYTES_TOGETHER = 1 << 25;

    private static final int HEADER_BYTES = 1 << 10;
    private static final int MAGIC_BYTES = 4;

    private final InputFile file;
    private final long pagesEnd;
    private final List<String> found = new ArrayList<>();
    private int pagesLeft = PAGES_MAX;
    private long headerBytesLeft = HEADER_BYTES_TOGETHER;

    private FurtherDefects(InputFile file, long pagesEnd) {
        this.file = file;
        this.pagesEnd = pagesEnd;
    }

    /** The same defect, with the contradictions of the page headers added to its message. */
    static CorruptFileException added(
            CorruptFileException refusal, InputFile file, FileMetadata metadata, long pagesEnd) throws IOException {
        FurtherDefects defects = new FurtherDefects(file, pagesEnd);
        for (int ordinal = 0; ordinal < metadata.rowGroups().size(); ordinal++) {
            defects.rowGroup(
                    metadata.rowGroups().get(ordinal),
                    ordinal,
                    metadata.schema().leaves());
        }
        return defects.found.isEmpty() ? refusal : refusal.and("moreover, in " + String.join("; in ", defects.found));
    }

    private void rowGroup(RowGroupMetadata rowGroup, int ordinal, List<LeafColumn> leaves) throws IOException {
        for (LeafColumn leaf : leaves) {
            if (leaf.ordinal() < rowGroup.columns().size() && found.size() < DEFECTS_MAX) {
                chunk(rowGroup.columns().get(leaf.ordinal()), leaf, "row group " + ordinal);
            }
        }
    }

    private boolean mayReadOn() {
        return pagesLeft > 0 && headerBytesLeft > 0;
    }

    private void chunk(ColumnChunkMetadata chunk, LeafColumn leaf, String where) throws IOException {
        ChunkRange range = ChunkRange.of(chunk);
        boolean elsewhere = chunk.filePath().filter(path -> !path.isEmpty()).isPresent();
        boolean isInFile = range.from() >= MAGIC_BYTES && range.from() < pagesEnd && range.to() > range.from();
        if (elsewhere || !isInFile || !mayReadOn()) {
            return;
        }
        String column = where + ", column " + leaf.dottedPath() + ": ";
        ReadMemory memory = new ReadMemory(Long.MAX_VALUE, Long.MAX_VALUE);
        PageReader pages = new PageReader(leaf, new PageLimits(HEADER_BYTES, true, false, false), memory);
        pages.open(file, range.from(), Math.min(range.to(), pagesEnd), CompressionCodec.UNCOMPRESSED, Place.of(""));
        try {
            long entries = 0;
            while (mayReadOn() && pages.next()) {
                pagesLeft--;
                headerBytesLeft -= pages.headerBytes();
                entries += pages.header().entries();
            }
            if (mayReadOn() && entries != chunk.entries() && range.to() <= pagesEnd) {
                found.add(column + "the pages have " + entries + " values and nulls, but the footer says "
                        + chunk.entries());
            }
        } catch (CorruptFileException e) {
            found.add(column + e.reason());
        }
    }
}
