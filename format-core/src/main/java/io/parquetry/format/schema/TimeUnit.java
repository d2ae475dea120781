package io.parquetry.format.schema;

/** The unit of a TIME or TIMESTAMP ({@code TimeUnit} in parquet.thrift). */
public enum TimeUnit {
    MILLIS(86_400_000L),
    MICROS(86_400_000_000L),
    NANOS(86_400_000_000_000L);

    private final long perDay;

    TimeUnit(long perDay) {
        this.perDay = perDay;
    }

    /** Whether the number is a time of day, as a TIME counts from midnight (LogicalTypes.md, "TIME"). */
    public boolean isOfDay(long time) {
        return time >= 0 && time < perDay;
    }
}
