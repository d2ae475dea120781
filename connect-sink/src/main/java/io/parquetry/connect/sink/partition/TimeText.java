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
 * The text of one time placeholder. A time belongs to a span of local time, so that spans of a day begin at midnight
 * of the zone. The text is the text of the beginning of the span, and is formatted once.
 */
final class TimeText {
    private static final int SPANS_MAX = 1_024;

    private final PathPart.OfTime placeholder;
    private final ZoneId zone;
    private final long spanMs;
    private final Map<Span, String> texts = new HashMap<>();

    /**
     * The last span: most records are of the same span as the one before, and a comparison is cheaper than a lookup.
     */
    private Span last;

    private String lastText;

    /** The same local time occurs twice when clocks are set back; the offset distinguishes the two. */
    private record Span(long number, ZoneOffset offset) {}

    TimeText(PathPart.OfTime placeholder, TimeSettings settings) {
        this.placeholder = placeholder;
        this.zone = settings.zone();
        this.spanMs = placeholder.spanMs();
    }

    /** @throws DataException when the time is beyond the calendar */
    String text(LocalMoment moment) {
        long number = Math.floorDiv(moment.localMs(), spanMs);
        if (last == null || number != last.number || !moment.offset().equals(last.offset)) {
            Span span = new Span(number, moment.offset());
            try {
                lastText = text(span);
            } catch (ArithmeticException | DateTimeException e) {
                throw LocalMoment.beyond(moment.timeMs(), e);
            }
            last = span;
        }
        return lastText;
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
