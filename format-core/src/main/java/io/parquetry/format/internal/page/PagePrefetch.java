package io.parquetry.format.internal.page;

import io.parquetry.format.internal.encoding.ValueDecoder;
import io.parquetry.format.internal.helper.HelperPool;
import io.parquetry.format.internal.helper.StealableTask;
import java.util.function.Consumer;

/**
 * The page that comes next in a column, decompressed on a spare core while the page before it is gone through.
 *
 * <p>Invariants: (a) nothing depends on it: a page for which there is no core or no memory is decompressed when it is
 * gone to; (b) what is wrong with a page is said when it is gone to; (c) while it is worked on, the bytes that it is made
 * of stay where they are ({@link #settle}).
 */
final class PagePrefetch {
    /** Less is decompressed sooner than another thread is woken. */
    private static final int BYTES_LEAST = 16 << 10;

    /** More, which values of unusual size make, is not waited for in memory. */
    private static final int BYTES_MOST = 2 << 20;

    private static final byte[] NO_BYTES = {};

    private final HelperPool cores;
    private final ReadMemory memory;
    private byte[] array = NO_BYTES;
    private int takes;
    private long position;
    /** Null when there is no such page. */
    private StealableTask<byte[]> work;

    PagePrefetch(HelperPool cores, ReadMemory memory) {
        this.cores = cores;
        this.memory = memory;
    }

    /** Whether a page may be begun; if not, there is one, or no core for it. */
    boolean isFree() {
        return work == null && cores.areThere();
    }

    /**
     * Begins with a page, if there is memory and a core.
     *
     * @param headerPosition where its header lies in the file
     * @param bytes that it has when it is decompressed
     * @param decompress checks it and fills an array with it, on any thread
     */
    void begin(long headerPosition, int bytes, Consumer<byte[]> decompress) {
        if (bytes < BYTES_LEAST || bytes > BYTES_MOST || !ensureArray(bytes + ValueDecoder.SLACK_BYTES)) {
            return;
        }
        byte[] target = array;
        StealableTask<byte[]> page = new StealableTask<>(
                () -> {
                    decompress.accept(target);
                    return target;
                },
                target.length);
        if (page.offerTo(cores)) {
            work = page;
            position = headerPosition;
        }
    }

    private boolean ensureArray(int length) {
        if (takes < length) {
            letGo();
            if (memory.replaceAhead(0, length)) {
                takes = length;
                array = ReadBuffers.take(length);
            }
        }
        return takes >= length;
    }

    private void letGo() {
        memory.replaceAhead(takes, 0);
        ReadBuffers.give(array);
        array = NO_BYTES;
        takes = 0;
    }

    /** Works on the page, unless somebody has begun. */
    void beginWork() {
        if (work != null) {
            work.begin();
        }
    }

    boolean isAt(long headerPosition) {
        return work != null && position == headerPosition;
    }

    /** Waits until the page needs nothing any more of what it is made of. */
    void settle() {
        if (work != null) {
            work.await();
        }
    }

    /** Gives the page in an array that is the caller's from now on, or says what is wrong with it. */
    byte[] take() {
        StealableTask<byte[]> page = work;
        work = null;
        try {
            return page.result();
        } finally {
            array = NO_BYTES;
            letGo();
        }
    }

    /** Forgets the page. */
    void forget() {
        settle();
        work = null;
    }

    /** Gives its memory back. */
    void close() {
        forget();
        letGo();
    }
}
