package io.parquetry.cli.layout;

import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnIndex.BoundaryOrder;
import io.parquetry.format.schema.LeafColumn;
import java.util.List;
import java.util.Optional;

/**
 * One column of one row group with its pages.
 *
 * @param pages in the order of the file; empty when they were not looked for
 * @param pagesAre how far {@code pages} goes
 * @param order of the bounds, where there is a column index that fits
 */
record ChunkOutline(
        int rowGroup,
        LeafColumn leaf,
        ColumnChunkMetadata metadata,
        List<PageOutline> pages,
        PagesAre pagesAre,
        Optional<BoundaryOrder> order) {
    ChunkOutline {
        pages = List.copyOf(pages);
    }

    /** How many of a chunk's pages are known. */
    enum PagesAre {
        ALL,
        /** There are more behind them. */
        SOME,
        /** They were not looked for. */
        UNKNOWN,
        /** Their headers are broken from some page on. */
        BROKEN,
        /** Another file has them. */
        ELSEWHERE
    }

    /** The same chunk with more known of its pages. */
    ChunkOutline with(List<PageOutline> known) {
        return new ChunkOutline(rowGroup, leaf, metadata, known, pagesAre, order);
    }

    long from() {
        return metadata.offsets().firstPage();
    }

    /** Some early writers left the dictionary's header out of the bytes, so pages may go on behind this. */
    long to() {
        return from() + metadata.bytes().compressed();
    }

    List<PageOutline> dataPages() {
        return pages.stream()
                .filter(page -> page.kind() == PageOutline.Kind.DATA)
                .toList();
    }

    Optional<PageOutline> dictionary() {
        return pages.stream()
                .filter(page -> page.kind() == PageOutline.Kind.DICTIONARY)
                .findFirst();
    }

    /** The place, for a user. */
    String place() {
        return "row group " + rowGroup + ", column " + leaf.dottedPath();
    }
}
