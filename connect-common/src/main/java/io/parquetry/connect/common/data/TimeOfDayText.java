package io.parquetry.connect.common.data;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.schema.TimeUnit;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * Times of day as text with all digits of their unit: {@code 23:59:58.123}. Databases have times outside the day too,
 * which Debezium passes on; they become {@code -01:30:00.000} and {@code 838:59:59.000}. Each number has one text.
 */
final class TimeOfDayText {
    private static final int SHOWN_MAX = 50;

    private final int digits;
    private final long perSecond;
    private final byte[] ofDay;

    TimeOfDayText(TimeUnit unit) {
        this.digits = unit.digits();
        this.perSecond = unit.perSecond();
        this.ofDay = new byte["HH:mm:ss.".length() + digits];
    }

    /** The text as ASCII. The array is valid until the next call. */
    byte[] write(long time) {
        if (time < 0 || time >= 86_400 * perSecond) {
            return outsideTheDay(time);
        }
        long seconds = time / perSecond;
        pair(0, (int) (seconds / 3_600));
        ofDay[2] = ':';
        pair(3, (int) (seconds / 60 % 60));
        ofDay[5] = ':';
        pair(6, (int) (seconds % 60));
        ofDay[8] = '.';
        long fraction = time % perSecond;
        for (int at = ofDay.length - 1; at > 8; at--) {
            ofDay[at] = (byte) ('0' + fraction % 10);
            fraction /= 10;
        }
        return ofDay;
    }

    private void pair(int at, int number) {
        ofDay[at] = (byte) ('0' + number / 10);
        ofDay[at + 1] = (byte) ('0' + number % 10);
    }

    /** The quotient and the remainder have an absolute value, which the smallest number has not. */
    private byte[] outsideTheDay(long time) {
        long seconds = Math.abs(time / perSecond);
        return String.format(
                        Locale.ROOT,
                        "%s%02d:%02d:%02d.%0" + digits + "d",
                        time < 0 ? "-" : "",
                        seconds / 3_600,
                        seconds / 60 % 60,
                        seconds % 60,
                        Math.abs(time % perSecond))
                .getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * The number of a text.
     *
     * @throws CorruptFileException when it is not the text of any number
     */
    long read(byte[] buffer, int offset, int length) {
        boolean negative = length > 0 && buffer[offset] == '-';
        long seconds = 0;
        long part = 0;
        for (int i = negative ? 1 : 0; i < length; i++) {
            byte character = buffer[offset + i];
            if (character == ':' || character == '.') {
                seconds = seconds * 60 + part;
                part = 0;
            } else {
                part = part * 10 + character - '0';
            }
        }
        long time = seconds * perSecond + part;
        time = negative ? -time : time;
        // Whatever is wrong with the text, such as a letter or an overflow: the number has another text then.
        byte[] canonical = write(time);
        if (!Arrays.equals(canonical, 0, canonical.length, buffer, offset, offset + length)) {
            throw new CorruptFileException("a time of day is the text \""
                    + new String(buffer, offset, Math.min(length, SHOWN_MAX), StandardCharsets.UTF_8)
                    + "\"; the sink writes it as 23:59:58 and " + digits + " digits after a point");
        }
        return time;
    }
}
