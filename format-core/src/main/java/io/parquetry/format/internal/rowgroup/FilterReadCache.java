package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.Place;
import io.parquetry.format.internal.column.read.ChunkFiles;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Saves reading the same bytes twice: bytes that the filter has read, of columns which the records have too, are kept
 * until the next row group, up to {@code BYTES_MAX}.
 */
public final class FilterReadCache {
    private static final long BYTES_MAX = 1 << 25;

    private final ChunkFiles files;
    private final Map<ColumnChunkMetadata, List<Piece>> kept = new IdentityHashMap<>();
    private long bytes;

    /** A cached range of a file. */
    private record Piece(long begin, byte[] bytes) {
        long end() {
            return begin + bytes.length;
        }
    }

    public FilterReadCache(ChunkFiles files) {
        this.files = files;
    }

    /** Empties the cache. */
    void clear() {
        kept.clear();
        bytes = 0;
    }

    /** The files for the filter; bytes of the shared chunks are kept. */
    public ChunkFiles forFilter(Predicate<ColumnChunkMetadata> isShared) {
        return (chunk, place) -> open(chunk, place, isShared.test(chunk));
    }

    /** The files for the records. */
    public ChunkFiles forRecords() {
        return (chunk, place) -> open(chunk, place, false);
    }

    private InputFile open(ColumnChunkMetadata chunk, Place place, boolean keep) throws IOException {
        return new CachedFile(files.of(chunk, place), chunk, keep);
    }

    private final class CachedFile implements InputFile.Wrapper {
        private final InputFile file;
        private final ColumnChunkMetadata chunk;
        private final boolean keep;

        CachedFile(InputFile file, ColumnChunkMetadata chunk, boolean keep) {
            this.file = file;
            this.chunk = chunk;
            this.keep = keep;
        }

        @Override
        public InputFile wrapped() {
            return file;
        }

        @Override
        public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
            int cached = copyCached(position, buffer, offset, length);
            if (cached == length) {
                return;
            }
            file.readFully(position + cached, buffer, offset + cached, length - cached);
            if (keep && length - cached <= BYTES_MAX - bytes) {
                byte[] copy = new byte[length - cached];
                System.arraycopy(buffer, offset + cached, copy, 0, copy.length);
                kept.computeIfAbsent(chunk, each -> new ArrayList<>()).add(new Piece(position + cached, copy));
                bytes += copy.length;
            }
        }

        /** Copies as much of the range, from its beginning on, as is cached. */
        private int copyCached(long position, byte[] buffer, int offset, int length) {
            int cached = 0;
            for (Piece piece : kept.getOrDefault(chunk, List.of())) {
                long from = position + cached;
                if (cached < length && piece.begin <= from && from < piece.end()) {
                    int count = (int) Math.min(length - cached, piece.end() - from);
                    System.arraycopy(piece.bytes, (int) (from - piece.begin), buffer, offset + cached, count);
                    cached += count;
                }
            }
            return cached;
        }

        @Override
        public void close() {
            // The file is closed by the caller who opened it.
        }
    }
}
