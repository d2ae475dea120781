package io.parquetry.connect.source.metrics;

/** How much is done in a second, of late: what was done a minute ago counts a third of what is done now. */
final class Speed {
    private static final double FADES_IN_MS = 60_000;

    /** Shorter stretches are taken together, so that a clock that counts milliseconds is good enough. */
    private static final long STRETCH_MS_LEAST = 100;

    private double perMs;
    private double weight;
    private double amount;
    private long begunMs;

    Speed(long nowMs) {
        this.begunMs = nowMs;
    }

    void add(double more, long nowMs) {
        amount += more;
        long stretchMs = nowMs - begunMs;
        if (stretchMs >= STRETCH_MS_LEAST) {
            double keeps = Math.exp(-stretchMs / FADES_IN_MS);
            perMs = perMs * keeps + amount / stretchMs * (1 - keeps);
            weight = weight * keeps + 1 - keeps;
            amount = 0;
            begunMs = nowMs;
        }
    }

    /** 0 as long as nothing is known. */
    double perSecond() {
        return weight == 0 ? 0 : perMs / weight * 1_000;
    }
}
