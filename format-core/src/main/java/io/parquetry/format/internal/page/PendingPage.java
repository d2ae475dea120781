package io.parquetry.format.internal.page;

import io.parquetry.format.internal.helper.HelperPool;
import io.parquetry.format.internal.helper.StealableTask;

/**
 * A page that has been cut and encoded, and is compressed now or soon, by the writing thread or a helper thread. Its
 * bytes do not depend on the thread.
 */
public final class PendingPage {
    private final int bodyBytes;
    private final long heldBytesMax;
    private final StealableTask<WrittenPage> work;

    PendingPage(EncodedPage page) {
        this.bodyBytes = page.body().size();
        this.heldBytesMax = page.packedBytesMax();
        this.work = new StealableTask<>(page::pack, heldBytesMax);
    }

    /** Bytes of the page before compression. */
    int bodyBytes() {
        return bodyBytes;
    }

    /** Bytes that the page holds at most, now and when it is finished. */
    public long heldBytesMax() {
        return heldBytesMax;
    }

    boolean offerTo(HelperPool helpers) {
        return work.offerTo(helpers);
    }

    /** Compresses the page, unless another thread has begun. */
    public void begin() {
        work.begin();
    }

    public boolean isFinished() {
        return work.isDone();
    }

    /** The finished page; waits until it is compressed. */
    public WrittenPage finished() {
        return work.result();
    }
}
