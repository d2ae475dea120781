package io.parquetry.format.schema;

/** The unit of a TIME or TIMESTAMP ({@code TimeUnit} in parquet.thrift). */
public enum TimeUnit {
    MILLIS(3, 1_000),
    MICROS(6, 1_000_000),
    NANOS(9, 1_000_000_000);

    private static final long SECONDS_PER_DAY = 86_400;

    private final int digits;
    private final long perSecond;

    TimeUnit(int digits, long perSecond) {
        this.digits = digits;
        this.perSecond = perSecond;
    }

    /** How many digits behind the seconds it holds. */
    public int digits() {
        return digits;
    }

    public long perSecond() {
        return perSecond;
    }

    /** How many nanoseconds one is. */
    public long nanos() {
        return NANOS.perSecond / perSecond;
    }

    /**
     * A point in time, as a count since 1970 in UTC; what is finer is cut off.
     *
     * @param nanos of the second
     * @throws ArithmeticException when 64 bits do not hold the count
     */
    public long sinceEpoch(long epochSecond, int nanos) {
        long part = nanos / nanos();
        // A negative second is counted from the next one: its own count may overflow where the sum does not.
        return epochSecond < 0
                ? Math.addExact(Math.multiplyExact(epochSecond + 1, perSecond), part - perSecond)
                : Math.addExact(Math.multiplyExact(epochSecond, perSecond), part);
    }

    /** Whether the number is a time of day, as a TIME counts from midnight (LogicalTypes.md, "TIME"). */
    public boolean isOfDay(long time) {
        return time >= 0 && time < SECONDS_PER_DAY * perSecond;
    }
}
