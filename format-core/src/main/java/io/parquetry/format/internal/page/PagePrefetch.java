package io.parquetry.format.internal.page;

import io.parquetry.format.internal.encoding.ValueDecoder;
import io.parquetry.format.internal.helper.HelperPool;
import io.parquetry.format.internal.helper.StealableTask;
import java.util.function.ToIntFunction;

/**
 * The next page of a column, decompressed by a helper thread while the page before it is read.
 *
 * <p>Invariants: (a) prefetching changes no result: a page for which there is no thread or no memory is decompressed
 * when the reader gets to it; (b) a defect of a page is reported when the reader gets to it; (c) until the page is
 * decompressed, its compressed bytes stay where they are ({@link #await}).
 */
final class PagePrefetch {
    /** A smaller page is decompressed sooner than another thread is woken. */
    private static final int PAGE_BYTES_MIN = 16 << 10;

    /** A larger page, which values of unusual size make, would take too much memory before its turn. */
    private static final int PAGE_BYTES_MAX = 2 << 20;

    private static final byte[] NO_BYTES = {};

    /** A page in an array that may be longer. */
    record DecompressedPage(byte[] array, int bytes) {}

    private final HelperPool helpers;
    private final ReadMemory memory;
    private byte[] array = NO_BYTES;
    private int reservedBytes;
    private long position;
    /** Null when there is no such page. */
    private StealableTask<DecompressedPage> work;

    PagePrefetch(HelperPool helpers, ReadMemory memory) {
        this.helpers = helpers;
        this.memory = memory;
    }

    /** Whether a page may be offered: there is none yet, there are helper threads, and pages may be prefetched. */
    boolean isFree() {
        return work == null && helpers.hasThreads() && memory.mayPrefetch();
    }

    /**
     * Offers a page to the helper threads, if there is memory for it.
     *
     * @param headerPosition position of its header in the file
     * @param bytes of the decompressed page
     * @param decompress checks the page and decompresses it into an array, on any thread; returns its bytes
     */
    void offer(long headerPosition, int bytes, ToIntFunction<byte[]> decompress) {
        if (bytes < PAGE_BYTES_MIN || bytes > PAGE_BYTES_MAX || !ensureArray(bytes + ValueDecoder.SLACK_BYTES)) {
            return;
        }
        byte[] target = array;
        StealableTask<DecompressedPage> page =
                new StealableTask<>(() -> new DecompressedPage(target, decompress.applyAsInt(target)), target.length);
        if (page.offerTo(helpers)) {
            work = page;
            position = headerPosition;
        }
    }

    private boolean ensureArray(int length) {
        if (reservedBytes < length) {
            releaseArray();
            if (memory.replacePrefetched(0, length)) {
                reservedBytes = length;
                array = ReadBuffers.take(length);
            }
        }
        return reservedBytes >= length;
    }

    private void releaseArray() {
        memory.replacePrefetched(reservedBytes, 0);
        ReadBuffers.give(array);
        array = NO_BYTES;
        reservedBytes = 0;
    }

    /** Decompresses the page, unless a helper thread has begun, or there is none. */
    void begin() {
        if (work != null) {
            work.begin();
        }
    }

    boolean isAt(long headerPosition) {
        return work != null && position == headerPosition;
    }

    /** Waits until the compressed bytes of the page are no longer needed. */
    void await() {
        if (work != null) {
            work.await();
        }
    }

    /** The decompressed page, in an array that belongs to the caller; throws if the page is corrupt. */
    DecompressedPage take() {
        StealableTask<DecompressedPage> page = work;
        work = null;
        try {
            return page.result();
        } finally {
            array = NO_BYTES;
            releaseArray();
        }
    }

    /** Drops the page. */
    void drop() {
        await();
        work = null;
    }

    /** Releases its memory. */
    void close() {
        drop();
        releaseArray();
    }
}
