package io.parquetry.storage.s3;

import io.parquetry.connect.common.storage.ReplacedFileException;
import io.parquetry.format.io.InputFile;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * An object that is read in ranges, all of the content that it had when it was opened: each request names its ETag.
 * Opening reads the end of the object, where the footer of a Parquet file is.
 *
 * <p>Neighbouring columns are read one after the other, so a range that follows the last one is fetched with bytes
 * behind it: an eighth of what was read since the last jump. After a jump nothing is fetched ahead, but small ranges
 * are fetched together. What was fetched ahead is not fetched again.
 */
final class S3InputFile implements InputFile {
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
    private static final Pattern CONTENT_RANGE = Pattern.compile("bytes ([0-9]{1,19})-([0-9]{1,19})/([0-9]{1,19})");

    private final Bucket bucket;
    private final String path;
    private final String key;
    private final String eTag;
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

    private S3InputFile(Bucket bucket, String path, String key, String eTag, long length, Window tail) {
        this.bucket = bucket;
        this.path = path;
        this.key = key;
        this.eTag = eTag;
        this.length = length;
        this.tail = tail;
    }

    /**
     * @param version that the object must have; empty for whichever it has
     * @throws NoSuchFileException when there is no object at the path
     */
    static S3InputFile open(Bucket bucket, String path, String version) throws IOException {
        String key = bucket.root().key(path);
        try {
            return bucket.call(S3Action.READ, key, client -> {
                try (ResponseInputStream<GetObjectResponse> end =
                        client.getObject(request -> request.bucket(bucket.name())
                                .key(key)
                                .range("bytes=-" + TAIL_BYTES)
                                .ifMatch(ETag.condition(version)))) {
                    return opened(bucket, path, key, end);
                }
            });
        } catch (S3Failure e) {
            if (e.status() == S3Failure.RANGE_NOT_SATISFIABLE) {
                return empty(bucket, path, key);
            }
            if (e.status() == S3Failure.PRECONDITION_FAILED) {
                throw new ReplacedFileException(
                        bucket.root() + path + ": was replaced by another object since it was listed", e);
            }
            throw missing(e, path);
        }
    }

    /** Stores refuse a range of an empty object, or send the whole. */
    private static S3InputFile empty(Bucket bucket, String path, String key) {
        return new S3InputFile(bucket, path, key, "", 0, new Window(0, NO_BYTES, 0));
    }

    private static S3InputFile opened(
            Bucket bucket, String path, String key, ResponseInputStream<GetObjectResponse> end) throws IOException {
        boolean isEmpty = Objects.equals(end.response().contentLength(), 0L);
        if (isEmpty && end.response().contentRange() == null) {
            return empty(bucket, path, key);
        }
        String range = String.valueOf(end.response().contentRange());
        Matcher matcher = CONTENT_RANGE.matcher(range);
        if (!matcher.matches()) {
            throw noRanges(key, range);
        }
        long begin = Long.parseLong(matcher.group(1));
        long length = Long.parseLong(matcher.group(3));
        if (begin < 0 || length - begin > TAIL_BYTES || length - begin < 1) {
            throw new IOException(key + ": the store was asked for the last " + TAIL_BYTES
                    + " bytes, and its answer has the range \"" + range + "\"");
        }
        byte[] bytes = new byte[(int) (length - begin)];
        readFully(end, bytes, 0, bytes.length, key);
        Window tail = new Window(begin, bytes, bytes.length);
        return new S3InputFile(bucket, path, key, end.response().eTag(), length, tail);
    }

    private static void requireRange(String range, long begin, String key) throws IOException {
        if (!range.startsWith("bytes " + begin + "-")) {
            throw noRanges(key, range);
        }
    }

    private static IOException noRanges(String key, String range) {
        return new IOException(key + ": the store does not read ranges; its answer has the range \"" + range + "\"");
    }

    private static void readFully(InputStream in, byte[] buffer, int offset, int length, String key)
            throws IOException {
        int read = in.readNBytes(buffer, offset, length);
        if (read < length) {
            throw new EOFException(key + ": the store sent " + read + " of " + length + " bytes");
        }
    }

    private static IOException missing(S3Failure e, String path) {
        if (!e.isMissing()) {
            return e;
        }
        NoSuchFileException missing = new NoSuchFileException(path);
        missing.initCause(e);
        return missing;
    }

    @Override
    public String name() {
        return bucket.root() + path;
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
            bucket.call(S3Action.READ, key, client -> {
                try (ResponseInputStream<GetObjectResponse> in =
                        client.getObject(request -> request.bucket(bucket.name())
                                .key(key)
                                .range("bytes=" + from + "-" + (end - 1))
                                .ifMatch(eTag))) {
                    requireRange(String.valueOf(in.response().contentRange()), from, key);
                    readFully(in, buffer, offset + known, missing, key);
                    readFully(in, bytes, kept, more, key);
                }
                return null;
            });
        } catch (S3Failure e) {
            if (e.status() == S3Failure.PRECONDITION_FAILED) {
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
