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
 * Opening reads the end of the object, where the footer of a Parquet file is. A range is read with what follows it,
 * since neighbouring columns are read one after the other.
 */
final class S3InputFile implements InputFile {
    private static final int TAIL_BYTES = 64 << 10;
    private static final int AHEAD_BYTES = 1 << 20;
    private static final Pattern CONTENT_RANGE = Pattern.compile("bytes ([0-9]{1,19})-([0-9]{1,19})/([0-9]{1,19})");

    private final Bucket bucket;
    private final String path;
    private final String key;
    private final String eTag;
    private final long length;

    /** The end of the object. */
    private final Window tail;

    /** What was read last. */
    private Window window = new Window(0, new byte[0], 0);

    /** Consecutive bytes of the object. */
    private record Window(long begin, byte[] bytes, int length) {
        boolean has(long position, int count) {
            return position >= begin && position + count <= begin + length;
        }

        void copy(long position, byte[] buffer, int offset, int count) {
            System.arraycopy(bytes, (int) (position - begin), buffer, offset, count);
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
        return new S3InputFile(bucket, path, key, "", 0, new Window(0, new byte[0], 0));
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
            throw new IOException(key + ": the store does not read ranges; its answer has the range \"" + range + "\"");
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
        if (tail.has(position, count)) {
            tail.copy(position, buffer, offset, count);
        } else if (window.has(position, count)) {
            window.copy(position, buffer, offset, count);
        } else if (count >= AHEAD_BYTES) {
            get(position, buffer, offset, count);
        } else {
            int ahead = (int) Math.min(AHEAD_BYTES, length - position);
            byte[] bytes = window.bytes().length >= ahead ? window.bytes() : new byte[ahead];
            window = new Window(0, bytes, 0);
            get(position, bytes, 0, ahead);
            window = new Window(position, bytes, ahead);
            window.copy(position, buffer, offset, count);
        }
    }

    private void get(long position, byte[] buffer, int offset, int count) throws IOException {
        try {
            bucket.call(S3Action.READ, key, client -> {
                try (InputStream in = client.getObject(request -> request.bucket(bucket.name())
                        .key(key)
                        .range("bytes=" + position + "-" + (position + count - 1))
                        .ifMatch(eTag))) {
                    readFully(in, buffer, offset, count, key);
                }
                return null;
            });
        } catch (S3Failure e) {
            if (e.status() == S3Failure.PRECONDITION_FAILED) {
                throw new ReplacedFileException(name() + ": was replaced by another object while it was read", e);
            }
            throw missing(e, path);
        }
    }

    @Override
    public void close() {
        window = new Window(0, new byte[0], 0);
    }
}
