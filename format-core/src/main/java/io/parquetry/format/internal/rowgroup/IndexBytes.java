package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata.Range;
import java.io.IOException;

/**
 * Reads the bytes of a page index. An index is read whole, and the objects that are made of it take up to fifty times
 * its bytes, so neither a large file nor a footer that claims too much of it may fill the heap.
 */
public final class IndexBytes {
    /** Of one index, and of the offset indexes that are held together. */
    static final long BYTES_MAX = Runtime.getRuntime().maxMemory() / 128;

    private IndexBytes() {}

    /**
     * Reads an index.
     *
     * @param what its name, for messages
     */
    public static byte[] read(InputFile file, Range range, String what) throws IOException {
        if (range.offset() <= 0 || range.length() <= 0 || range.offset() > file.length() - range.length()) {
            throw new CorruptFileException("the " + what + " claims the " + range.length() + " bytes from "
                    + range.offset() + " on, but the file has " + file.length());
        }
        if (range.length() > BYTES_MAX) {
            throw new UnsupportedFeatureException("unsupported: the " + what + " claims " + range.length()
                    + " bytes; with this heap it may have " + BYTES_MAX);
        }
        byte[] bytes = new byte[range.length()];
        file.readFully(range.offset(), bytes, 0, bytes.length);
        return bytes;
    }
}
