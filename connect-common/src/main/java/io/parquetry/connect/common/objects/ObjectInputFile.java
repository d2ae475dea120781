package io.parquetry.connect.common.objects;

import io.parquetry.connect.common.objects.ObjectClient.ByteRange;
import io.parquetry.connect.common.objects.ObjectClient.Content;
import io.parquetry.connect.common.objects.ObjectFailure.Kind;
import io.parquetry.connect.common.storage.ReplacedFileException;
import io.parquetry.format.io.InputFile;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.OptionalLong;

/**
 * An object that is read in ranges, all of the content that it had when it was opened: each request names its version.
 * Opening reads the end of the object, where the footer of a Parquet file is.
 *
 * <p>Neighbouring columns are read one after the other, so a range that follows the last one is fetched with bytes
 * behind it: an eighth of what was read since the last jump. After a jump nothing is fetched ahead, but small ranges
 * are fetched together. What was fetched ahead is not fetched again.
 */
final class ObjectInputFile implements InputFile {
    private static final int TAIL_BYTES = 64 << 10;
    private static final int AHEAD_BYTES_MOST = 1 << 20;

    /** What a request takes at least; its transfer takes less time than the request itself. */
    private static final int REQUEST_BYTES_LEAST = 1 << 18;

    /** A range that begins so little behind the last one still follows it; the bytes between are not fetched. */
    private static final int GAP_BYTES_MOST = 1 << 16;

    /**
     * Readers step back so far: to the begin of the next chunk when they have read the last one some bytes beyond its
     * end, and without memory to read ahead, to the next page.
     */
    private static final int STEP_BACK_BYTES_MOST = 1 << 14;

    private static final byte[] NO_BYTES = {};

    private final ObjectClient client;
    private final String path;
    private final String key;
    private final String version;
    private final long length;

    /** The end of the object. */
    private final Window tail;

    /** The last bytes that were asked for, and those behind them that were fetched ahead. */
    private Window ahead = new Window(0, NO_BYTES, 0);

    /** The range that was read since the last jump, with what was fetched ahead. */
    private long runBegin;

    private long runEnd = -1;

    /** Consecutive bytes of the object. */
    private record Window(long begin, byte[] bytes, int length) {
        long end() {
            return begin + length;
        }

        /** Copies the first bytes of a range, as many as there are; returns how many. */
        int copy(long position, byte[] buffer, int offset, int count) {
            if (position < begin || position >= end()) {
                return 0;
            }
            int copied = (int) Math.min(count, end() - position);
            System.arraycopy(bytes, (int) (position - begin), buffer, offset, copied);
            return copied;
        }
    }

    private ObjectInputFile(ObjectClient client, String path, String version, long length, Window tail) {
        this.client = client;
        this.path = path;
        this.key = client.root().key(path);
        this.version = version;
        this.length = length;
        this.tail = tail;
    }

    /**
     * @param version that the object must have; empty for whichever it has
     * @param bytes its length where the caller knows it
     * @throws NoSuchFileException when there is no object at the path
     */
    static ObjectInputFile open(ObjectClient client, String path, String version, OptionalLong bytes)
            throws IOException {
        try {
            return client.read(
                    client.root().key(path),
                    new ByteRange.Last(TAIL_BYTES, bytes),
                    version,
                    end -> opened(client, path, requireVersion(end, version)));
        } catch (ObjectFailure e) {
            if (e.is(Kind.REPLACED)) {
                throw new ReplacedFileException(
                        client.root() + path + ": was replaced by another object since it was listed", e);
            }
            throw missing(e, path);
        }
    }

    private static ObjectInputFile opened(ObjectClient client, String path, Content end) throws IOException {
        byte[] bytes = new byte[(int) (end.objectBytes() - end.begin())];
        readFully(end.bytes(), bytes, 0, bytes.length, client.root() + path);
        return new ObjectInputFile(
                client, path, end.version(), end.objectBytes(), new Window(end.begin(), bytes, bytes.length));
    }

    /** A cache between may ignore the condition of a request. */
    private static Content requireVersion(Content content, String version) throws ObjectFailure {
        if (!version.isEmpty() && !content.version().isEmpty() && !version.equals(content.version())) {
            throw new ObjectFailure(
                    Kind.REPLACED, "the answer has the version " + content.version() + ", not " + version);
        }
        return content;
    }

    private static void readFully(InputStream in, byte[] buffer, int offset, int length, String name)
            throws IOException {
        int read = in.readNBytes(buffer, offset, length);
        if (read < length) {
            throw new EOFException(name + ": the store sent " + read + " of " + length + " bytes");
        }
    }

    private static IOException missing(ObjectFailure e, String path) {
        if (!e.is(Kind.NOT_THERE)) {
            return e;
        }
        NoSuchFileException missing = new NoSuchFileException(path);
        missing.initCause(e);
        return missing;
    }

    @Override
    public String name() {
        return client.root() + path;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int count) throws IOException {
        if (count == 0) {
            return;
        }
        if (position < 0 || count > length - position) {
            throw new EOFException(name() + ": has " + length + " bytes, so bytes " + position + " to "
                    + (position + count) + " cannot be read");
        }
        int known = ahead.copy(position, buffer, offset, count);
        known += tail.copy(position + known, buffer, offset + known, count - known);
        if (known < count) {
            // What is missing ends where the tail begins, if not before.
            int fetched = (int) Math.min(count, tail.begin() - position);
            fetch(position, buffer, offset, known, fetched);
            tail.copy(position + fetched, buffer, offset + fetched, count - fetched);
        }
    }

    /** Fills the buffer with {@code count} bytes from the position on, of which the first {@code known} are there. */
    private void fetch(long position, byte[] buffer, int offset, int known, int count) throws IOException {
        long from = position + known;
        int missing = count - known;
        long end = Math.min(from + wanted(from, missing), tail.begin());
        int kept = Math.min(count, STEP_BACK_BYTES_MOST);
        int more = (int) (end - from) - missing;
        byte[] bytes = ahead.bytes().length >= kept + more ? ahead.bytes() : new byte[kept + more];
        ahead = new Window(0, bytes, 0);
        try {
            client.read(key, new ByteRange.Between(from, end), version, range -> {
                requireVersion(range, version);
                readFully(range.bytes(), buffer, offset + known, missing, name());
                readFully(range.bytes(), bytes, kept, more, name());
                return null;
            });
        } catch (ObjectFailure e) {
            if (e.is(Kind.REPLACED)) {
                throw new ReplacedFileException(name() + ": was replaced by another object while it was read", e);
            }
            throw missing(e, path);
        }
        System.arraycopy(buffer, offset + count - kept, bytes, 0, kept);
        ahead = new Window(position + count - kept, bytes, kept + more);
        if (!isNext(from)) {
            runBegin = from;
        }
        runEnd = end;
    }

    /** How many bytes a request for these takes. */
    private long wanted(long from, int missing) {
        if (!isNext(from)) {
            return Math.max(missing, REQUEST_BYTES_LEAST);
        }
        long more = Math.min((from + missing - runBegin) / 8, AHEAD_BYTES_MOST);
        return missing + Math.max(more, REQUEST_BYTES_LEAST);
    }

    private boolean isNext(long from) {
        return from >= runEnd && from - runEnd <= GAP_BYTES_MOST && runEnd >= 0;
    }

    @Override
    public long heldBytesMax() {
        return tail.length() + Math.min(STEP_BACK_BYTES_MOST + AHEAD_BYTES_MOST, tail.begin());
    }

    /** What the file holds now, at most {@link #heldBytesMax}. */
    int heldBytes() {
        return tail.length() + ahead.bytes().length;
    }

    @Override
    public void close() {
        ahead = new Window(0, NO_BYTES, 0);
        runEnd = -1;
    }
}
