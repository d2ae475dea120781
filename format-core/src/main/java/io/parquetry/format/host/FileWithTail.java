package io.parquetry.format.host;

import io.parquetry.format.UsageException;
import io.parquetry.format.io.InputFile;
import java.util.Objects;

/**
 * A file whose last bytes the host has read before, for example to see whether the footer has changed. A reader takes
 * the footer from the tail, and reads it again only when it begins before the tail.
 */
public final class FileWithTail implements InputFile.Wrapper {
    /** Bytes of the shortest tail: the length of the footer (4 bytes) and the mark {@code PAR1}. */
    public static final int BYTES_MIN = 8;

    private final InputFile file;
    private final byte[] tail;

    /**
     * @param file closed with this file
     * @param tail the last bytes of the file, {@value #BYTES_MIN} or more; it is not copied, and must not be changed
     */
    public FileWithTail(InputFile file, byte[] tail) {
        this.file = Objects.requireNonNull(file, "file");
        this.tail = Objects.requireNonNull(tail, "tail");
        if (tail.length < BYTES_MIN || tail.length > file.length()) {
            throw new UsageException(file.name() + ": the tail has " + tail.length + " bytes; it must have " + BYTES_MIN
                    + " to " + file.length());
        }
    }

    /** The last bytes of the file; the array must not be changed. */
    public byte[] tail() {
        return tail;
    }

    @Override
    public InputFile wrapped() {
        return file;
    }
}
