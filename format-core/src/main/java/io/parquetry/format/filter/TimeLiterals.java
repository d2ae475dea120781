package io.parquetry.format.filter;

import io.parquetry.format.schema.IsoMoment;
import io.parquetry.format.schema.TimeUnit;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.DateTimeException;
import java.util.Optional;
import java.util.function.Function;

/**
 * Dates and times in the form of filters, as the numbers that columns hold; empty for a text that is none, or that the
 * column cannot hold.
 */
final class TimeLiterals {
    private static final long SECONDS_PER_DAY = 86_400;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final int INT96_BYTES = 12;
    /** Number of the Julian day that 1970-01-01 is. */
    private static final long JULIAN_EPOCH = 2_440_588;

    private TimeLiterals() {}

    static Optional<Integer> epochDay(String text) {
        return parsed(text, IsoMoment::parse).flatMap(moment -> parsed(moment, IsoMoment::epochDay));
    }

    /** In units since midnight; {@code Z} may follow a time that is adjusted to UTC. */
    static Optional<Long> sinceMidnight(String text, TimeUnit unit, boolean adjustedToUtc) {
        return parsed(text, IsoMoment::parseTimeOfDay)
                .filter(time -> adjustedToUtc || !time.isUtc())
                .flatMap(time -> parsed(time, some -> some.count(unit)));
    }

    /** In units since 1970; an offset may follow an instant, which is else UTC. */
    static Optional<Long> sinceEpoch(String text, TimeUnit unit, boolean adjustedToUtc) {
        return parsed(text, IsoMoment::parse)
                .filter(moment -> adjustedToUtc || moment.form() != IsoMoment.Form.INSTANT)
                .flatMap(moment -> parsed(moment, some -> some.count(unit)));
    }

    /** The legacy form of an instant: nanoseconds of the day, and number of the Julian day. */
    static Optional<byte[]> int96(String text) {
        return parsed(text, IsoMoment::parse).filter(moment -> !moment.isCut()).flatMap(moment -> {
            long day = Math.floorDiv(moment.epochSecond(), SECONDS_PER_DAY) + JULIAN_EPOCH;
            if (day != (int) day) {
                return Optional.empty();
            }
            long second = Math.floorMod(moment.epochSecond(), SECONDS_PER_DAY);
            return Optional.of(ByteBuffer.allocate(INT96_BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(second * NANOS_PER_SECOND + moment.nanos())
                    .putInt((int) day)
                    .array());
        });
    }

    private static <T, R> Optional<R> parsed(T value, Function<T, R> parser) {
        try {
            return Optional.of(parser.apply(value));
        } catch (DateTimeException | ArithmeticException e) {
            return Optional.empty();
        }
    }
}
