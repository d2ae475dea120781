package io.parquetry.connect.source.rate;

/**
 * A rate. What has gone may exceed what the rate allows by one piece, however large; the next one then waits until the rate
 * has caught up, so that the rate is kept on average. Of time in which nothing went, a second at most is made up for.
 */
final class TokenBucket {
    private static final long MADE_UP_MS_MAX = 1_000;

    private final double perMs;
    private double balance;
    private long filledMs;

    TokenBucket(double perSecond, long nowMs) {
        this.perMs = perSecond / 1_000;
        this.balance = perMs;
        this.filledMs = nowMs;
    }

    /** How long the next piece has to wait; 0 when it may go now. */
    long waitMs(long nowMs) {
        if (balance <= 0) {
            fill(nowMs);
        }
        return balance > 0 ? 0 : Math.max(1, (long) Math.min(Long.MAX_VALUE, Math.floor(-balance / perMs) + 1));
    }

    private void fill(long nowMs) {
        balance = Math.min(balance + perMs * (nowMs - filledMs), perMs * MADE_UP_MS_MAX);
        filledMs = nowMs;
    }

    void spend(long amount) {
        balance -= amount;
    }
}
