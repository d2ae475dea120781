package io.parquetry.cli.layout;

import io.parquetry.cli.layout.FileRegion.Kind;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.ColumnChunkMetadata.Range;
import io.parquetry.format.metadata.FileMetadata;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Divides all bytes of a file into regions.
 *
 * <p>Invariants of the result: (a) regions are in the order of the file; (b) none overlaps another, none is empty; (c)
 * their lengths add up to that of the file.
 */
final class FileRegions {
    private static final int MAGIC_BYTES = 4;
    private static final int ENDING_BYTES = 8;

    private final long fileBytes;
    private final List<FileRegion> stated = new ArrayList<>();

    private FileRegions(long fileBytes) {
        this.fileBytes = fileBytes;
    }

    /** @param problems gets the regions that contradict each other or the file */
    static List<FileRegion> of(
            FileMetadata metadata, long fileBytes, long footerBytes, BloomFilters blooms, List<Problem> problems) {
        FileRegions regions = new FileRegions(fileBytes);
        regions.frame(footerBytes);
        for (int group = 0; group < metadata.rowGroups().size(); group++) {
            List<ColumnChunkMetadata> chunks = metadata.rowGroups().get(group).columns();
            for (int column = 0; column < chunks.size(); column++) {
                ColumnChunkMetadata chunk = chunks.get(column);
                if (!isElsewhere(chunk)) {
                    regions.chunk(chunk, group, column, blooms);
                }
            }
        }
        return regions.withoutOverlaps(problems);
    }

    /** The regions of a file whose footer cannot be used. */
    static List<FileRegion> ofBroken(
            long fileBytes, boolean beginsWithMagic, long footerBytes, List<FileRegion> pages, List<Problem> problems) {
        FileRegions regions = new FileRegions(fileBytes);
        if (footerBytes > 0) {
            regions.frame(footerBytes);
        } else if (beginsWithMagic) {
            regions.state(FileRegion.of(Kind.MAGIC, 0, MAGIC_BYTES));
        }
        pages.forEach(regions::state);
        return regions.withoutOverlaps(problems);
    }

    /** Finds the length of a bloom filter, header included, at a position. */
    interface BloomFilters {
        Optional<Long> length(ColumnChunkMetadata chunk, long offset);
    }

    /** Whether another file has the chunk. */
    static boolean isElsewhere(ColumnChunkMetadata chunk) {
        return chunk.filePath().filter(path -> !path.isEmpty()).isPresent();
    }

    private void frame(long footerBytes) {
        state(FileRegion.of(Kind.MAGIC, 0, MAGIC_BYTES));
        state(FileRegion.of(Kind.FOOTER, fileBytes - ENDING_BYTES - footerBytes, footerBytes));
        state(FileRegion.of(Kind.FOOTER_LENGTH, fileBytes - ENDING_BYTES, ENDING_BYTES - MAGIC_BYTES));
        state(FileRegion.of(Kind.MAGIC, fileBytes - MAGIC_BYTES, MAGIC_BYTES));
    }

    private void chunk(ColumnChunkMetadata chunk, int group, int column, BloomFilters blooms) {
        state(new FileRegion(
                Kind.CHUNK, chunk.offsets().firstPage(), chunk.bytes().compressed(), group, column));
        chunk.indexes().columnIndex().ifPresent(range -> index(Kind.COLUMN_INDEX, range, group, column));
        chunk.indexes().offsetIndex().ifPresent(range -> index(Kind.OFFSET_INDEX, range, group, column));
        if (chunk.indexes().bloomFilterOffset().isPresent()) {
            long offset = chunk.indexes().bloomFilterOffset().getAsLong();
            blooms.length(chunk, offset)
                    .ifPresent(length -> state(new FileRegion(Kind.BLOOM_FILTER, offset, length, group, column)));
        }
    }

    private void index(Kind kind, Range range, int group, int column) {
        state(new FileRegion(kind, range.offset(), range.length(), group, column));
    }

    private void state(FileRegion region) {
        if (region.length() > 0) {
            stated.add(region);
        }
    }

    private List<FileRegion> withoutOverlaps(List<Problem> problems) {
        stated.sort(Comparator.comparingLong(FileRegion::offset));
        List<FileRegion> regions = new ArrayList<>();
        long position = 0;
        for (FileRegion each : stated) {
            if (each.offset() < position || each.length() > fileBytes - each.offset()) {
                problems.add(new Problem(
                        text(each),
                        "claims the " + each.length() + " bytes from " + each.offset() + " on; "
                                + (each.offset() < position
                                        ? "those up to " + position + " belong to something else"
                                        : "the file has " + fileBytes),
                        each.offset()));
            }
            long from = Math.max(position, each.offset());
            long to = Math.min(fileBytes, Math.max(each.offset(), 0) + each.length());
            if (from < to) {
                if (from > position) {
                    regions.add(FileRegion.of(Kind.UNKNOWN, position, from - position));
                }
                regions.add(new FileRegion(each.kind(), from, to - from, each.rowGroup(), each.column()));
                position = to;
            }
        }
        if (position < fileBytes) {
            regions.add(FileRegion.of(Kind.UNKNOWN, position, fileBytes - position));
        }
        return regions;
    }

    private static String text(FileRegion region) {
        String kind = region.kind().name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
        return region.rowGroup() < 0
                ? kind
                : kind + " of row group " + region.rowGroup() + ", column number " + region.column();
    }
}
