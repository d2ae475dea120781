package io.parquetry.format.internal.rowgroup;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata.Range;
import java.io.IOException;

/**
 * Reads the bytes of a page index. An index is read whole, and the objects that are made of it take up to fifty times
 * its bytes. One that only saves reading is not used where that could fill the heap; others are read as far as there is
 * memory for them.
 */
public final class IndexBytes {
    /** Of one index that only saves reading, and of the offset indexes that are held together. */
    static final long SAVING_BYTES_MAX = Runtime.getRuntime().maxMemory() / 128;

    private static final long BYTES_MAX = Runtime.getRuntime().maxMemory() / 4;

    private IndexBytes() {}

    /**
     * Reads an index.
     *
     * @param what its name, or "it", for messages
     */
    public static byte[] read(InputFile file, Range range, String what) throws IOException {
        return read(file, range, what, BYTES_MAX);
    }

    /** Reads an index that only saves reading. */
    static byte[] readToSave(InputFile file, Range range) throws IOException {
        return read(file, range, "it", SAVING_BYTES_MAX);
    }

    private static byte[] read(InputFile file, Range range, String what, long bytesMax) throws IOException {
        if (range.offset() <= 0 || range.length() <= 0 || range.offset() > file.length() - range.length()) {
            throw new CorruptFileException(what + " claims the " + range.length() + " bytes from " + range.offset()
                    + " on; they must be behind the first byte of the file, which has " + file.length());
        }
        if (range.length() > bytesMax) {
            throw new UnsupportedFeatureException("unsupported: " + what + " claims " + range.length()
                    + " bytes; with this heap it may have " + bytesMax);
        }
        byte[] bytes = new byte[range.length()];
        file.readFully(range.offset(), bytes, 0, bytes.length);
        return bytes;
    }
}
