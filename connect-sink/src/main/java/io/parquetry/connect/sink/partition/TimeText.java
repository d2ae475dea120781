package io.parquetry.connect.sink.partition;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.connect.errors.DataException;

/**
 * The text of one time placeholder. A time belongs to the span of local time that it lies in, so that spans of a day
 * begin at midnight of the zone; the text is the one of the span's beginning and is made once.
 */
final class TimeText {
    private static final int SPANS_MAX = 1_024;

    private final PathPart.OfTime placeholder;
    private final ZoneId zone;
    private final long spanMs;
    private final Map<Span, String> texts = new HashMap<>();

    /** The last span: records come in the order of time, more or less, and a look-up costs more than a comparison. */
    private Span known;

    private String knownText;

    /** The same local time occurs twice when clocks are set back; the offset tells which it is. */
    private record Span(long number, ZoneOffset offset) {}

    TimeText(PathPart.OfTime placeholder, TimeSettings settings) {
        this.placeholder = placeholder;
        this.zone = settings.zone();
        this.spanMs = settings.durationMs().orElse(placeholder.unitMs());
    }

    /** @throws DataException when the calendar does not reach as far */
    String text(LocalMoment moment) {
        long number = Math.floorDiv(moment.localMs(), spanMs);
        if (known == null || number != known.number || !moment.offset().equals(known.offset)) {
            Span span = new Span(number, moment.offset());
            try {
                knownText = text(span);
            } catch (ArithmeticException | DateTimeException e) {
                throw LocalMoment.beyond(moment.timeMs(), e);
            }
            known = span;
        }
        return knownText;
    }

    private String text(Span span) {
        String text = texts.get(span);
        if (text == null) {
            long localMs = Math.multiplyExact(span.number, spanMs);
            LocalDateTime begin = LocalDateTime.ofEpochSecond(
                    Math.floorDiv(localMs, 1000L), (int) Math.floorMod(localMs, 1000L) * 1_000_000, ZoneOffset.UTC);
            text = placeholder.formatter().format(ZonedDateTime.ofLocal(begin, zone, span.offset));
            if (texts.size() >= SPANS_MAX) {
                texts.clear();
            }
            texts.put(span, text);
        }
        return text;
    }
}
