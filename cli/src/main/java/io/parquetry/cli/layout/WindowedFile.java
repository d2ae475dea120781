package io.parquetry.cli.layout;

import io.parquetry.format.io.InputFile;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A file whose small reads are served from larger ones that were made before: the indexes and page headers of a file
 * are many, small and near each other, and on S3 each read is a request.
 */
final class WindowedFile implements InputFile.Wrapper {
    private static final int WINDOW_BYTES = 1 << 16;
    private static final int WINDOWS_MAX = 64;

    private final InputFile file;
    private final Map<Long, byte[]> windows = new LinkedHashMap<>(WINDOWS_MAX, 0.75f, true);

    WindowedFile(InputFile file) {
        this.file = Objects.requireNonNull(file, "file");
    }

    @Override
    public InputFile wrapped() {
        return file;
    }

    @Override
    public long heldBytesMax() {
        return file.heldBytesMax() + (long) WINDOW_BYTES * WINDOWS_MAX;
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
        if (length > WINDOW_BYTES || position < 0 || position > file.length() - length) {
            file.readFully(position, buffer, offset, length);
            return;
        }
        int done = 0;
        while (done < length) {
            long window = (position + done) / WINDOW_BYTES;
            byte[] bytes = window(window);
            int at = (int) (position + done - window * WINDOW_BYTES);
            int count = Math.min(length - done, bytes.length - at);
            System.arraycopy(bytes, at, buffer, offset + done, count);
            done += count;
        }
    }

    private byte[] window(long number) throws IOException {
        byte[] known = windows.get(number);
        if (known != null) {
            return known;
        }
        long from = number * WINDOW_BYTES;
        byte[] bytes = new byte[(int) Math.min(WINDOW_BYTES, file.length() - from)];
        file.readFully(from, bytes, 0, bytes.length);
        windows.put(number, bytes);
        if (windows.size() > WINDOWS_MAX) {
            Iterator<Long> oldest = windows.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        return bytes;
    }

    /** The bytes from a position on, fewer at the end of the file. */
    byte[] upTo(long position, int length) throws IOException {
        byte[] bytes = new byte[(int) Math.max(0, Math.min(length, file.length() - position))];
        readFully(position, bytes, 0, bytes.length);
        return bytes;
    }
}
