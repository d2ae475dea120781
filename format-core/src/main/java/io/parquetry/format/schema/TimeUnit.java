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

    /** Whether the number is a time of day, as a TIME counts from midnight (LogicalTypes.md, "TIME"). */
    public boolean isOfDay(long time) {
        return time >= 0 && time < SECONDS_PER_DAY * perSecond;
    }
}
