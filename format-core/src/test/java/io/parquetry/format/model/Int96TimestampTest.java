package io.parquetry.format.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parquetry.format.TestData;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import io.parquetry.format.io.LocalInputFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * INT96 is an instant with all its digits, for any bytes; as a count of nanoseconds it has a range, which is checked.
 */
class Int96TimestampTest {
    private static byte[] int96(long nanosOfDay, int julianDay) {
        return ByteBuffer.allocate(Int96Timestamp.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(nanosOfDay)
                .putInt(julianDay)
                .array();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 2440588, 1970-01-01T00:00:00Z, 0",
        "1, 2440588, 1970-01-01T00:00:00.000000001Z, 1",
        "86399999999999, 2440587, 1969-12-31T23:59:59.999999999Z, -1",
        "86399123456789, 2460370, 2024-02-29T23:59:59.123456789Z, 1709251199123456789",
        "86400000000001, 2440588, 1970-01-02T00:00:00.000000001Z, 86400000000001",
        "-1, 2440588, 1969-12-31T23:59:59.999999999Z, -1",
        "85636854775807, 2547339, 2262-04-11T23:47:16.854775807Z, 9223372036854775807",
        "763145224192, 2333836, 1677-09-21T00:12:43.145224192Z, -9223372036854775808"
    })
    void nanosecondsCountFromTheMidnightOfTheJulianDay(long nanos, int day, Instant instant, long epochNanos) {
        assertThat(Int96Timestamp.instant(int96(nanos, day), 0)).isEqualTo(instant);
        assertThat(Int96Timestamp.epochNanos(int96(nanos, day), 0)).isEqualTo(epochNanos);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 5373484, 9999-12-31T00:00:00Z",
        "85636854775808, 2547339, 2262-04-11T23:47:16.854775808Z",
        "763145224191, 2333836, 1677-09-21T00:12:43.145224191Z",
        "9223372036854775807, 2147483647, +5",
        "-9223372036854775808, -2147483648, -5"
    })
    void whatNanosecondsDoNotHoldIsRefusedWithTheInstant(long nanos, int day, String instant) {
        assertThatThrownBy(() -> Int96Timestamp.epochNanos(int96(nanos, day), 0))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageStartingWith("unsupported: the INT96 timestamp " + instant)
                .hasMessageContaining("cannot be counted in nanoseconds since 1970");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 2440588, 0",
        "86399999999000, 2440587, -1",
        "0, 5373484, 253402214400000000",
        "86399999999000, 109192578, 9223372022399999999",
        "53890448384000, -105862233, 9089380393200000000"
    })
    void microsecondsCountFromTheMidnightOfTheJulianDay(long nanos, int day, long epochMicros) {
        assertThat(Int96Timestamp.epochMicros(int96(nanos, day), 0)).isEqualTo(epochMicros);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 2440588, below the microsecond",
        "0, 109192580, cannot be counted in microseconds since 1970",
        "0, -106751992, cannot be counted in microseconds since 1970",
        "-9223372036854775808, 2147483647, below the microsecond"
    })
    void whatMicrosecondsDoNotHoldIsRefused(long nanos, int day, String words) {
        assertThatThrownBy(() -> Int96Timestamp.epochMicros(int96(nanos, day), 0))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining(words);
    }

    /**
     * Spark itself wrote the last day wrong: the year 290000 overflows the microseconds by which it finds the Julian
     * day.
     */
    @Test
    void sparksTimestampsAreRead() throws IOException {
        Path file = TestData.parquetTesting("data/int96_from_spark.parquet");
        List<Object> read = new ArrayList<>();

        try (ParquetReader reader = ParquetReader.open(LocalInputFile.open(file), ReaderOptions.DEFAULT)) {
            RecordCursor<Map<String, Object>> cursor = reader.records(PlainRecords.builder());
            while (cursor.next()) {
                read.add(cursor.record().get("a"));
            }
        }

        assertThat(read)
                .containsExactly(
                        Instant.parse("2024-01-01T20:34:56.123456Z"),
                        Instant.parse("2024-01-01T01:00:00Z"),
                        Instant.parse("9999-12-31T03:00:00Z"),
                        Instant.parse("2024-12-30T23:00:00Z"),
                        null,
                        Instant.parse("-294554-12-13T14:58:10.448384Z"));
    }
}
