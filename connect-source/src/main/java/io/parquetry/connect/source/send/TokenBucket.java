package io.parquetry.connect.source.send;

/**
 * A token bucket. A record may be sent while the balance is positive, and may then take more than the balance; the next
 * one waits until the balance is positive again, so that the rate is kept on average whatever the size of a record. The
 * bucket holds the tokens of one second at most.
 */
final class TokenBucket {
    private static final long CAPACITY_MS = 1_000;

    private final double tokensPerMs;
    private double balance;
    private long refilledMs;

    TokenBucket(double tokensPerSecond, long nowMs) {
        this.tokensPerMs = tokensPerSecond / 1_000;
        this.balance = tokensPerMs;
        this.refilledMs = nowMs;
    }

    /** Adds the tokens of the time since the last refill, if there are none left. */
    void refillIfEmpty(long nowMs) {
        if (balance <= 0) {
            balance = Math.min(balance + tokensPerMs * (nowMs - refilledMs), tokensPerMs * CAPACITY_MS);
            refilledMs = nowMs;
        }
    }

    /** How long after the last refill the next record may be sent; 0 for at once. */
    long waitMs() {
        return balance > 0 ? 0 : Math.max(1, (long) Math.min(Long.MAX_VALUE, Math.floor(-balance / tokensPerMs) + 1));
    }

    void consume(long tokens) {
        balance -= tokens;
    }
}
