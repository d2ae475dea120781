package io.parquetry.format.internal.column;

import io.parquetry.format.internal.encoding.RetainedBytes;
import io.parquetry.format.internal.page.PendingPage;
import io.parquetry.format.internal.page.WrittenPage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * The pages of a file that have been cut and may still be being compressed.
 *
 * <p>Invariants: (a) columns get their pages in the order in which these were cut, whoever compressed them and when; (b)
 * a page counts as what it holds at most until it is given to its column, so what is counted is never less than
 * it would be with all of them finished; (c) a page that failed is never passed over: each later call fails with it.
 */
final class PendingPages {
    private final RetainedBytes retained;
    private final Deque<Waiting> waiting = new ArrayDeque<>();

    private record Waiting(PendingPage page, Consumer<WrittenPage> column) {}

    PendingPages(RetainedBytes retained) {
        this.retained = retained;
    }

    /** @param column gets the page when it is finished, now or in one of the next calls */
    void add(PendingPage page, Consumer<WrittenPage> column) {
        retained.add(page.heldBytesMax());
        waiting.add(new Waiting(page, column));
        giveFinished();
    }

    /** Gives columns the pages that are finished and come before any that is not. */
    void giveFinished() {
        while (!waiting.isEmpty() && waiting.peekFirst().page().isFinished()) {
            giveFirst();
        }
    }

    /** Finishes all pages. What nobody has begun is done by this thread, the last first: others begin with the first. */
    void settle() {
        waiting.descendingIterator().forEachRemaining(each -> each.page().begin());
        while (!waiting.isEmpty()) {
            giveFirst();
        }
    }

    private void giveFirst() {
        Waiting first = waiting.peekFirst();
        WrittenPage finished = first.page().finished();
        waiting.removeFirst();
        retained.add(-first.page().heldBytesMax());
        first.column().accept(finished);
    }
}
