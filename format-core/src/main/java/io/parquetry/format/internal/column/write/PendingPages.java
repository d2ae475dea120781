package io.parquetry.format.internal.column.write;

import io.parquetry.format.internal.encoding.RetainedBytes;
import io.parquetry.format.internal.page.PendingPage;
import io.parquetry.format.internal.page.WrittenPage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * The pages of a file that have been cut and may not be compressed yet.
 *
 * <p>Invariants: (a) columns receive their pages in the order of the cuts, whichever thread compressed them and when;
 * (b) until its column receives it a page counts with the most bytes that it can hold, so the count is never less than
 * with all pages finished; (c) a page that failed stays the first: every later call fails with it.
 */
final class PendingPages {
    private final RetainedBytes retained;
    private final Deque<Pending> pending = new ArrayDeque<>();

    private record Pending(PendingPage page, Consumer<WrittenPage> column) {}

    PendingPages(RetainedBytes retained) {
        this.retained = retained;
    }

    /** @param column receives the page when it is finished, now or in one of the next calls */
    void add(PendingPage page, Consumer<WrittenPage> column) {
        retained.add(page.heldBytesMax());
        pending.add(new Pending(page, column));
        collectFinished();
    }

    /** Hands the pages that are finished to their columns, up to the first that is not. */
    void collectFinished() {
        while (!pending.isEmpty() && pending.peekFirst().page().isFinished()) {
            handOverFirst();
        }
    }

    /**
     * Finishes all pages and hands them over. This thread compresses those that no helper has begun, from the last one
     * on, since helpers begin with the first.
     */
    void finishAll() {
        pending.descendingIterator().forEachRemaining(each -> each.page().begin());
        while (!pending.isEmpty()) {
            handOverFirst();
        }
    }

    private void handOverFirst() {
        Pending first = pending.peekFirst();
        WrittenPage finished = first.page().finished();
        pending.removeFirst();
        retained.add(-first.page().heldBytesMax());
        first.column().accept(finished);
    }
}
