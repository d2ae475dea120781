package io.parquetry.format.internal.footer;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.Place;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.column.read.ChunkRange;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.schema.LeafColumn;
import java.util.List;

/** Checks what a footer claims against its own schema and the length of the file, before anything relies on it. */
public final class FooterChecks {
    private static final int MAGIC_BYTES = 4;

    /** As many as one page has, which takes a few bytes where all are null. */
    private static final long ROWS_WITHOUT_COLUMNS_MAX = Integer.MAX_VALUE;

    private final FileMetadata metadata;
    private final Place file;
    private final long pagesEnd;
    private final Siblings siblings;

    /** Whether each chunk begins behind the one before it, in the file itself, as writers write them. */
    private boolean inOrder = true;

    private long previousEnd;

    /** Whether chunks may be in other files, of which only the name is checked here: their length is not known. */
    public enum Siblings {
        REFUSED,
        ALLOWED
    }

    private FooterChecks(FileMetadata metadata, Place file, long pagesEnd, Siblings siblings) {
        this.metadata = metadata;
        this.file = file;
        this.pagesEnd = pagesEnd;
        this.siblings = siblings;
    }

    /**
     * Checks a footer.
     *
     * @param pagesEnd position of the footer; all pages end before it
     * @return the footer, with the number of rows filled in where an old writer left 0
     */
    static FileMetadata check(FileMetadata metadata, Place file, long pagesEnd, Siblings siblings) {
        FooterChecks checks = new FooterChecks(metadata, file, pagesEnd, siblings);
        long rows = 0;
        for (int ordinal = 0; ordinal < metadata.rowGroups().size(); ordinal++) {
            RowGroupMetadata rowGroup = metadata.rowGroups().get(ordinal);
            checks.rowGroup(rowGroup, ordinal);
            rows += rowGroup.rows();
            if (rows < 0) {
                throw new CorruptFileException(file, "the rows of the row groups add up to more than 63 bits");
            }
        }
        if (!checks.inOrder) {
            ChunkOverlaps.requireNone(metadata, file);
        }
        // A _common_metadata has the schema of a table, and of some writers the number of its rows, but no row group. A
        // file that has pages and no row group has lost its rows.
        boolean schemaOnly =
                siblings == Siblings.ALLOWED && metadata.rowGroups().isEmpty() && pagesEnd == MAGIC_BYTES;
        if (rows != metadata.rows() && metadata.rows() != 0 && !schemaOnly) {
            throw new CorruptFileException(
                    file, "the footer says " + metadata.rows() + " rows, but its row groups have " + rows);
        }
        return rows == metadata.rows() ? metadata : withRows(metadata, rows);
    }

    private static FileMetadata withRows(FileMetadata metadata, long rows) {
        return metadata.toBuilder().rows(rows).build();
    }

    private void rowGroup(RowGroupMetadata rowGroup, int ordinal) {
        if (rowGroup.rows() < 0) {
            throw new CorruptFileException(file.rowGroup(ordinal), "the row group claims " + rowGroup.rows() + " rows");
        }
        List<LeafColumn> leaves = metadata.schema().leaves();
        if (leaves.isEmpty() && rowGroup.rows() > ROWS_WITHOUT_COLUMNS_MAX) {
            throw new UnsupportedFeatureException(
                    file.rowGroup(ordinal),
                    "unsupported: " + rowGroup.rows() + " rows without columns, of which nothing shows that they are"
                            + " there; there may be " + ROWS_WITHOUT_COLUMNS_MAX);
        }
        if (rowGroup.columns().size() != leaves.size()) {
            throw new CorruptFileException(
                    file.rowGroup(ordinal),
                    "the row group has " + rowGroup.columns().size() + " column chunks, but the schema has "
                            + leaves.size() + " columns");
        }
        for (LeafColumn leaf : leaves) {
            chunk(rowGroup.columns().get(leaf.ordinal()), leaf, rowGroup.rows(), ordinal);
        }
    }

    /** Makes the place only where something is wrong with it: a footer may have a million chunks. */
    private void chunk(ColumnChunkMetadata chunk, LeafColumn leaf, long rows, int ordinal) {
        boolean elsewhere = chunk.filePath().filter(path -> !path.isEmpty()).isPresent();
        if (elsewhere) {
            SiblingPath.requireConfined(chunk.filePath().get(), place(ordinal, leaf));
            requireSiblings(chunk.filePath().get(), place(ordinal, leaf));
        }
        boolean fitting = leaf.maxRepetitionLevel() == 0 ? chunk.entries() == rows : chunk.entries() >= rows;
        if (!fitting) {
            throw new CorruptFileException(
                    place(ordinal, leaf),
                    "the column chunk has " + chunk.entries() + " values and nulls, but its row group has " + rows
                            + " rows");
        }
        if (!chunk.path().equals(leaf.path())) {
            throw new CorruptFileException(
                    place(ordinal, leaf),
                    "the chunk in its place is of column " + chunk.dottedPath()
                            + "; the chunks of a row group must be in the order of the schema");
        }
        if (chunk.type() != leaf.type().physicalType()) {
            throw new CorruptFileException(
                    place(ordinal, leaf),
                    "the column chunk has type " + chunk.type() + ", but the schema says type "
                            + leaf.type().physicalType());
        }
        ChunkRange range = ChunkRange.of(chunk);
        long end = elsewhere ? Long.MAX_VALUE : pagesEnd;
        if (!holdsPages(range, chunk, end)) {
            throw withoutPages(range, chunk, end, place(ordinal, leaf));
        }
        inOrder &= !elsewhere && range.from() >= previousEnd && range.to() >= range.from();
        previousEnd = range.to();
    }

    private Place place(int ordinal, LeafColumn leaf) {
        return file.rowGroup(ordinal).column(leaf.dottedPath());
    }

    private void requireSiblings(String path, Place place) {
        if (siblings == Siblings.REFUSED) {
            throw new UnsupportedFeatureException(
                    place,
                    "unsupported: column chunk in another file, " + path
                            + "; open this as a summary file, with access to its siblings");
        }
    }

    /** Checks that the pages of a chunk are between the magic number of its file and the footer. */
    static void requirePages(ChunkRange range, ColumnChunkMetadata chunk, long pagesEnd, Place place) {
        if (!holdsPages(range, chunk, pagesEnd)) {
            throw withoutPages(range, chunk, pagesEnd, place);
        }
    }

    private static boolean holdsPages(ChunkRange range, ColumnChunkMetadata chunk, long pagesEnd) {
        boolean empty = chunk.entries() == 0 && range.to() == range.from();
        return empty || range.from() >= MAGIC_BYTES && range.to() >= range.from() && range.to() <= pagesEnd;
    }

    private static CorruptFileException withoutPages(
            ChunkRange range, ColumnChunkMetadata chunk, long pagesEnd, Place place) {
        return new CorruptFileException(
                place,
                "the column chunk claims the " + chunk.bytes().compressed() + " bytes from " + range.from() + " on"
                        + chunk.filePath()
                                .filter(path -> !path.isEmpty())
                                .map(path -> " of the file " + path)
                                .orElse("")
                        + ", but pages are stored from " + MAGIC_BYTES + " to " + pagesEnd);
    }
}
