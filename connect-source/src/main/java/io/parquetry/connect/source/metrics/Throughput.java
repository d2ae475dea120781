package io.parquetry.connect.source.metrics;

/** An exponentially weighted moving average of an amount per second; work done a minute ago weighs 1/e. */
final class Throughput {
    private static final double DECAY_MS = 60_000;

    /** Shorter intervals are merged, so that a clock that counts milliseconds is precise enough. */
    private static final long INTERVAL_MS_MIN = 100;

    private double averagePerMs;
    private double weight;
    private double amount;
    private long intervalStartMs;

    Throughput(long nowMs) {
        this.intervalStartMs = nowMs;
    }

    void add(double more, long nowMs) {
        amount += more;
        long intervalMs = nowMs - intervalStartMs;
        if (intervalMs >= INTERVAL_MS_MIN) {
            double decay = Math.exp(-intervalMs / DECAY_MS);
            averagePerMs = averagePerMs * decay + amount / intervalMs * (1 - decay);
            weight = weight * decay + 1 - decay;
            amount = 0;
            intervalStartMs = nowMs;
        }
    }

    /** 0 before the end of the first interval. */
    double perSecond() {
        return weight == 0 ? 0 : averagePerMs / weight * 1_000;
    }
}
