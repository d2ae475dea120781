package io.parquetry.connect.source.read;

import io.parquetry.connect.common.naming.Sha256;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.io.InputFile;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.Projection;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A hash of the pages that the rows of a file come from, taken while they are read. Two files with equal footers and
 * equal hashes have the same rows. Before all of a file was read, its hash tells whether another file has the bytes
 * that were read so far.
 *
 * <p>The hash covers every byte of the column chunks that are read. A chunk is hashed by SHA-256 from its first byte to
 * its last, in whatever order the reader takes the chunks; a byte that is read again counts once. If one byte is passed
 * over, as where reading begins in the middle of the file, there is no hash of all content. Bytes outside of these
 * chunks decide no value: the footer is compared by its own hash, and page indexes only say where to read.
 */
public final class ContentHash {
    private static final int HASH_BYTES = 16;

    /** About what an open SHA-256 takes in memory. */
    private static final int DIGEST_BYTES = 512;

    /** The chunks, in the order of their positions. */
    private final long[] begins;

    private final long[] ends;

    /** The next byte of each chunk. */
    private final long[] next;

    private final byte[][] hashes;

    /** The hashes of chunks that are begun. */
    private final Map<Integer, MessageDigest> open = new HashMap<>();

    /** What was read of a chunk after its next byte. */
    private final Map<Integer, List<Segment>> ahead = new HashMap<>();

    private final int openMax;
    private int left;

    /** The number of the segments, one more than are kept when there were too many. */
    private int segments;

    private ContentHash(List<Range> chunks, int columns) {
        this.begins = chunks.stream().mapToLong(Range::begin).toArray();
        this.ends = chunks.stream().mapToLong(Range::end).toArray();
        this.next = begins.clone();
        this.hashes = new byte[begins.length][];
        this.openMax = Math.min(columns, begins.length);
        this.left = begins.length;
    }

    private record Range(long begin, long end) {}

    /** Bytes of a chunk that were read though bytes before them were not. */
    private static final class Segment {
        private final long begin;
        private long next;
        private final MessageDigest digest = Sha256.digest();

        private Segment(long begin) {
            this.begin = begin;
            this.next = begin;
        }

        private boolean isContinuedAt(long position) {
            return begin <= position && position <= next;
        }
    }

    /**
     * The hash of these columns of a file, of which nothing was read yet; empty when the chunks that the footer names
     * overlap, so that it is not known which bytes decide.
     */
    static Optional<ContentHash> of(ParquetReader reader, Projection columns) {
        List<LeafColumn> leaves = columns.of(reader.schema()).columns();
        List<Range> chunks = new ArrayList<>();
        for (RowGroupMetadata rowGroup : reader.metadata().rowGroups()) {
            for (LeafColumn leaf : leaves) {
                ColumnChunkMetadata chunk = rowGroup.columns().get(leaf.ordinal());
                long begin = chunk.offsets().firstPage();
                if (rowGroup.rows() > 0 && chunk.bytes().compressed() > 0) {
                    chunks.add(new Range(begin, begin + chunk.bytes().compressed()));
                }
            }
        }
        chunks.sort(Comparator.comparingLong(Range::begin));
        for (int i = 1; i < chunks.size(); i++) {
            if (chunks.get(i).begin() < chunks.get(i - 1).end()) {
                return Optional.empty();
            }
        }
        return Optional.of(new ContentHash(chunks, leaves.size()));
    }

    /** Takes bytes that were read from a position of the file. */
    void add(long position, byte[] buffer, int offset, int length) {
        int found = Arrays.binarySearch(begins, position);
        for (int i = Math.max(0, found < 0 ? -found - 2 : found);
                i < begins.length && begins[i] < position + length;
                i++) {
            long to = Math.min(ends[i], position + length);
            long from = next[i];
            if (position <= from && from < to) {
                add(i, buffer, offset + (int) (from - position), (int) (to - from));
            } else if (from < position && position < to) {
                addAhead(i, position, buffer, offset, (int) (to - position));
            }
        }
    }

    private void addAhead(int chunk, long position, byte[] buffer, int offset, int length) {
        List<Segment> read = ahead.computeIfAbsent(chunk, any -> new ArrayList<>());
        Segment segment = read.stream()
                .filter(begun -> begun.isContinuedAt(position))
                .findFirst()
                .orElse(null);
        if (segment == null && segments <= openMax && segments++ < openMax) {
            segment = new Segment(position);
            read.add(segment);
        }
        if (segment != null && segment.next < position + length) {
            int known = (int) (segment.next - position);
            segment.digest.update(buffer, offset + known, length - known);
            segment.next = position + length;
        }
    }

    private void add(int chunk, byte[] buffer, int offset, int length) {
        MessageDigest digest = open.computeIfAbsent(chunk, any -> Sha256.digest());
        digest.update(buffer, offset, length);
        next[chunk] += length;
        if (next[chunk] == ends[chunk]) {
            hashes[chunk] = digest.digest();
            open.remove(chunk);
            left--;
        }
    }

    /** Reads all bytes that the hash covers and that were not read yet. */
    void readAll(InputFile file, byte[] buffer, Interruption interruption) throws IOException {
        for (int i = 0; i < begins.length; i++) {
            while (next[i] < ends[i]) {
                interruption.check();
                long position = next[i];
                int length = (int) Math.min(buffer.length, ends[i] - position);
                file.readFully(position, buffer, 0, length);
                add(i, buffer, 0, length);
            }
        }
    }

    /** Ends a long read when the task is to stop. */
    interface Interruption {
        void check() throws IOException;
    }

    /** The hash in hexadecimal digits; empty when not all bytes were read. */
    Optional<String> value() {
        if (left > 0) {
            return Optional.empty();
        }
        MessageDigest all = Sha256.digest();
        for (byte[] hash : hashes) {
            all.update(hash);
        }
        return Optional.of(HexFormat.of().formatHex(all.digest(), 0, HASH_BYTES));
    }

    /**
     * Whether a file with the same footer has all bytes that were read so far; no where there were too many seeks to
     * hash them.
     */
    boolean isReadFrom(InputFile file, byte[] buffer, Interruption interruption) throws IOException {
        for (int i = 0; i < begins.length; i++) {
            if (next[i] > begins[i] && !isRead(hash(i), file, new Range(begins[i], next[i]), buffer, interruption)) {
                return false;
            }
            for (Segment segment : ahead.getOrDefault(i, List.of())) {
                Range range = new Range(segment.begin, segment.next);
                if (!isRead(valueOf(segment.digest), file, range, buffer, interruption)) {
                    return false;
                }
            }
        }
        return segments <= openMax;
    }

    /** The hash of what was read of a chunk. */
    private byte[] hash(int chunk) {
        return hashes[chunk] != null ? hashes[chunk] : valueOf(open.get(chunk));
    }

    /** The value of a hash that goes on. */
    private static byte[] valueOf(MessageDigest digest) {
        try {
            return ((MessageDigest) digest.clone()).digest();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the SHA-256 of every Java runtime can be copied", e);
        }
    }

    /** Whether the bytes in a range of a file have a hash. */
    private static boolean isRead(byte[] hash, InputFile file, Range range, byte[] buffer, Interruption interruption)
            throws IOException {
        MessageDigest digest = Sha256.digest();
        int length;
        for (long position = range.begin(); position < range.end(); position += length) {
            interruption.check();
            length = (int) Math.min(buffer.length, range.end() - position);
            file.readFully(position, buffer, 0, length);
            digest.update(buffer, 0, length);
        }
        return Arrays.equals(hash, digest.digest());
    }

    /** Forgets what was read. */
    void restart() {
        System.arraycopy(begins, 0, next, 0, begins.length);
        Arrays.fill(hashes, null);
        open.clear();
        ahead.clear();
        segments = 0;
        left = begins.length;
    }

    /** The memory that the hash takes at most while chunks are read. */
    long heldBytesMax() {
        return 2L * openMax * DIGEST_BYTES;
    }
}
