package io.parquetry.format.file;

import io.parquetry.format.internal.column.read.ChunkLimits;
import io.parquetry.format.internal.page.CompressionFlags;
import io.parquetry.format.internal.page.PageLimits;
import io.parquetry.format.metadata.FileMetadata;

/** How much is fetched and decoded at once, by the number of columns and the options. */
final class ReadLimits {
    /** Bytes that are read ahead for each column; all columns together share one budget. */
    private static final int READ_AHEAD_BYTES_LEAST = 1 << 16;

    private static final int READ_AHEAD_BYTES_MOST = 1 << 20;
    private static final int READ_AHEAD_BYTES_TOGETHER = 1 << 25;

    /** Entries of a batch: enough to make its fixed cost small, few enough for the processor cache. */
    private static final int BATCH_ENTRIES_LEAST = 1 << 6;

    private static final int BATCH_ENTRIES_MOST = 1 << 10;
    private static final int BATCH_ENTRIES_TOGETHER = 1 << 20;

    /** Without read ahead: the header of a page, and small pages, in one access. */
    private static final int PAGE_BEGIN_BYTES = 1 << 13;

    private static final int BATCH_ENTRIES_LEAN = 1 << 5;

    private ReadLimits() {}

    static ChunkLimits of(FileMetadata metadata, ReaderOptions options) {
        int columns = metadata.schema().leaves().size();
        boolean compressedAnyway = CompressionFlags.areWrong(metadata.createdBy());
        boolean verify = options.checksums() == ReaderOptions.Checksums.VERIFY;
        return switch (options.readAhead()) {
            case USUAL -> {
                int each = Math.max(1, columns);
                int readAhead = clamp(READ_AHEAD_BYTES_TOGETHER / each, READ_AHEAD_BYTES_LEAST, READ_AHEAD_BYTES_MOST);
                yield new ChunkLimits(
                        new PageLimits(readAhead, true, verify, compressedAnyway),
                        clamp(BATCH_ENTRIES_TOGETHER / each, BATCH_ENTRIES_LEAST, BATCH_ENTRIES_MOST));
            }
            case LEAST ->
                new ChunkLimits(new PageLimits(PAGE_BEGIN_BYTES, false, verify, compressedAnyway), BATCH_ENTRIES_LEAN);
        };
    }

    private static int clamp(int value, int least, int most) {
        return Math.min(Math.max(value, least), most);
    }
}
