package io.parquetry.format.internal.page;

import io.parquetry.format.internal.encoding.ByteAppender;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A pool of buffers for pages that are written, so that neither an open file nor a thread keeps any. The buffer that
 * was used last is given out first, since it may still be in the processor's caches.
 */
final class PageBuffers {
    private static final int FIRST_BYTES = 1 << 10;

    /** A larger buffer, which a page of unusual size made grow, is not kept. */
    private static final int KEPT_EACH_MAX = 7 << 19;

    private static final long KEPT_BYTES_MAX =
            Math.min(32L << 20, Runtime.getRuntime().maxMemory() / 32);

    private static final Deque<ByteAppender> IDLE = new ArrayDeque<>();
    private static long idleBytes;

    private PageBuffers() {}

    /** An empty buffer, which belongs to the caller until {@link #give}. */
    static ByteAppender take() {
        synchronized (IDLE) {
            ByteAppender buffer = IDLE.pollFirst();
            if (buffer != null) {
                idleBytes -= buffer.array().length;
                buffer.clear();
                return buffer;
            }
        }
        return new ByteAppender(FIRST_BYTES);
    }

    static void give(ByteAppender buffer) {
        int bytes = buffer.array().length;
        synchronized (IDLE) {
            if (bytes <= KEPT_EACH_MAX && idleBytes + bytes <= KEPT_BYTES_MAX) {
                idleBytes += bytes;
                IDLE.addFirst(buffer);
            }
        }
    }
}
