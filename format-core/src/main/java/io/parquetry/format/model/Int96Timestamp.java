package io.parquetry.format.model;

import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.schema.TimeUnit;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;

/**
 * The timestamps that Impala, Hive and Spark have kept in INT96, little-endian:
 *
 * <pre>
 * nanoseconds of the day (8 bytes), Julian day (4 bytes; 1970-01-01 is 2,440,588)
 * </pre>
 *
 * <p>The format never defined them (it only says that INT96 is deprecated). They count as UTC here, as Spark writes
 * them; Impala and Hive may have meant local time. Nanoseconds below 0, or of more than a day, are counted from the
 * midnight of the Julian day.
 */
public final class Int96Timestamp {
    public static final int BYTES = 12;

    private static final long JULIAN_DAY_OF_1970 = 2_440_588;
    private static final long SECONDS_PER_DAY = 86_400;
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final int NANOS_PER_MICRO = 1_000;

    /** The first second of which every microsecond is within 64 bits. */
    private static final long MICROS_SECONDS_LEAST = Long.MIN_VALUE / MICROS_PER_SECOND;

    private Int96Timestamp() {}

    /** The instant of the {@value #BYTES} bytes from {@code offset} on; any bytes are an instant. */
    public static Instant instant(byte[] buffer, int offset) {
        ByteBuffer bytes = ByteBuffer.wrap(buffer, offset, BYTES).order(ByteOrder.LITTLE_ENDIAN);
        long nanos = bytes.getLong();
        long day = bytes.getInt() - JULIAN_DAY_OF_1970;
        return Instant.ofEpochSecond(day * SECONDS_PER_DAY, nanos);
    }

    /**
     * The same in nanoseconds since 1970-01-01T00:00Z, as TIMESTAMP(NANOS) counts.
     *
     * @throws UnsupportedFeatureException for an instant that 64 bits do not hold, before 1677-09-21 or after
     *     2262-04-11
     */
    public static long epochNanos(byte[] buffer, int offset) {
        Instant instant = instant(buffer, offset);
        try {
            return TimeUnit.NANOS.sinceEpoch(instant.getEpochSecond(), instant.getNano());
        } catch (ArithmeticException e) {
            throw new UnsupportedFeatureException("unsupported: the INT96 timestamp " + instant
                    + " cannot be counted in nanoseconds since 1970, which hold"
                    + " 1677-09-21T00:12:43.145224192Z to 2262-04-11T23:47:16.854775807Z");
        }
    }

    /**
     * The same in microseconds since 1970-01-01T00:00Z, as TIMESTAMP(MICROS) counts. Where Spark was given an instant
     * after 287564-12-03, its arithmetic wrote one before -290308; that is undone, so that what Spark was given comes
     * back.
     *
     * @throws UnsupportedFeatureException for an instant that has nanoseconds, or that 64 bits do not hold
     */
    public static long epochMicros(byte[] buffer, int offset) {
        Instant instant = instant(buffer, offset);
        if (instant.getNano() % NANOS_PER_MICRO != 0) {
            throw new UnsupportedFeatureException("unsupported: the INT96 timestamp " + instant
                    + " has digits below the microsecond, which a count of microseconds does not keep");
        }
        long seconds = instant.getEpochSecond();
        if (seconds < MICROS_SECONDS_LEAST - JULIAN_DAY_OF_1970 * SECONDS_PER_DAY || seconds >= -MICROS_SECONDS_LEAST) {
            throw new UnsupportedFeatureException("unsupported: the INT96 timestamp " + instant
                    + " cannot be counted in microseconds since 1970, which hold 292277 years before and after it");
        }
        // Below the least number this overflows, as it did when Spark added its Julian days.
        return seconds * MICROS_PER_SECOND + instant.getNano() / NANOS_PER_MICRO;
    }
}
