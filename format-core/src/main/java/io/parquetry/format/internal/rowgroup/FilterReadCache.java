package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.Place;
import io.parquetry.format.internal.column.ChunkFiles;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Spares the storage a second look at the same bytes: what the filter has read of a column that the records have too is
 * kept, within bounds, until the next row group.
 */
public final class FilterReadCache {
    private static final long BYTES_MAX = 1 << 25;

    private final ChunkFiles files;
    private final Map<ColumnChunkMetadata, List<Piece>> kept = new IdentityHashMap<>();
    private long bytes;

    /** A range of a file that is in memory. */
    private record Piece(long begin, byte[] bytes) {
        long end() {
            return begin + bytes.length;
        }
    }

    public FilterReadCache(ChunkFiles files) {
        this.files = files;
    }

    /** Forgets everything. */
    void clear() {
        kept.clear();
        bytes = 0;
    }

    /** The files as the filter reads them; only what it reads of these chunks is kept. */
    public ChunkFiles keeping(Predicate<ColumnChunkMetadata> isShared) {
        return (chunk, place) -> open(chunk, place, isShared.test(chunk));
    }

    /** The files as the records read them. */
    public ChunkFiles using() {
        return (chunk, place) -> open(chunk, place, false);
    }

    private InputFile open(ColumnChunkMetadata chunk, Place place, boolean keep) throws IOException {
        return new Shared(files.of(chunk, place), chunk, keep);
    }

    private final class Shared implements InputFile {
        private final InputFile file;
        private final ColumnChunkMetadata chunk;
        private final boolean keep;

        Shared(InputFile file, ColumnChunkMetadata chunk, boolean keep) {
            this.file = file;
            this.chunk = chunk;
            this.keep = keep;
        }

        @Override
        public String name() {
            return file.name();
        }

        @Override
        public long length() {
            return file.length();
        }

        @Override
        public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
            int known = copyKnown(position, buffer, offset, length);
            if (known == length) {
                return;
            }
            file.readFully(position + known, buffer, offset + known, length - known);
            if (keep && length - known <= BYTES_MAX - bytes) {
                byte[] copy = new byte[length - known];
                System.arraycopy(buffer, offset + known, copy, 0, copy.length);
                kept.computeIfAbsent(chunk, each -> new ArrayList<>()).add(new Piece(position + known, copy));
                bytes += copy.length;
            }
        }

        /** Copies as much as is known of the range from its beginning on. */
        private int copyKnown(long position, byte[] buffer, int offset, int length) {
            int known = 0;
            for (Piece piece : kept.getOrDefault(chunk, List.of())) {
                long from = position + known;
                if (known < length && piece.begin <= from && from < piece.end()) {
                    int count = (int) Math.min(length - known, piece.end() - from);
                    System.arraycopy(piece.bytes, (int) (from - piece.begin), buffer, offset + known, count);
                    known += count;
                }
            }
            return known;
        }

        @Override
        public void close() {
            // The file belongs to whoever opened it.
        }
    }
}
