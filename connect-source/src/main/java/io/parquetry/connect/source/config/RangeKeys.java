package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import io.parquetry.connect.source.offset.Stream;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.common.config.ConfigDef;

/** Of which timestamps and offsets records come back. */
public final class RangeKeys implements KeyGroup<RecordRange> {
    public static final String FROM_TIMESTAMP = "from.timestamp";
    public static final String TO_TIMESTAMP = "to.timestamp";
    public static final String FROM_OFFSET = "from.offset";
    public static final String TO_OFFSET = "to.offset";

    /** All of these keys. */
    public static final List<String> ALL = List.of(FROM_TIMESTAMP, TO_TIMESTAMP, FROM_OFFSET, TO_OFFSET);

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Times and offsets");
        group.key(FROM_TIMESTAMP, STRING, "From timestamp")
                .defaultsTo("")
                .must(Checks.text("a time", RangeKeys::requireTime))
                .says("Only records whose timestamp in Kafka was this one or later are sent: ISO 8601 such as"
                        + " 2026-01-31T12:00:00+01:00, where a time without an offset is UTC and a date is its midnight,"
                        + " or milliseconds since 1970. Records without timestamp are not sent. For files that the"
                        + " Parquetry sink wrote with record.metadata=kafka; of others the task says that they have no"
                        + " timestamps. Empty for no bound.");
        group.key(TO_TIMESTAMP, STRING, "To timestamp")
                .defaultsTo("")
                .must(Checks.text("a time", RangeKeys::requireTime))
                .says(
                        "Only records whose timestamp in Kafka was before this one are sent; otherwise as from.timestamp.");
        group.key(FROM_OFFSET, LIST, "From offset")
                .defaultsTo(List.of())
                .must(Checks.list("offset or topic:partition:offset", OffsetBounds::parse))
                .says("Only records whose offset in Kafka was this one or a larger one are sent: a number for all"
                        + " topic-partitions, or topic:partition:offset for single ones, as in orders:0:1000,orders:1:950;"
                        + " both together are possible. Files whose names say that all their offsets are others are not"
                        + " opened. For the same files as from.timestamp. Empty for no bound.");
        group.key(TO_OFFSET, LIST, "To offset")
                .defaultsTo(List.of())
                .must(Checks.list("offset or topic:partition:offset", OffsetBounds::parse))
                .says(
                        "Only records whose offset in Kafka was smaller than this one are sent; otherwise as from.offset.");
    }

    private static void requireTime(String text) {
        if (!text.isEmpty()) {
            milliseconds(text);
        }
    }

    private static long milliseconds(String text) {
        try {
            if (text.matches("\\d{1,18}")) {
                return Long.parseLong(text);
            } else if (text.indexOf('T') < 0) {
                return LocalDate.parse(text)
                        .atStartOfDay(ZoneOffset.UTC)
                        .toInstant()
                        .toEpochMilli();
            }
            boolean zoned = text.matches(".*T.*([zZ]|[+-]\\d\\d(:?\\d\\d)*)");
            OffsetDateTime time = zoned
                    ? OffsetDateTime.parse(text)
                    : LocalDateTime.parse(text).atOffset(ZoneOffset.UTC);
            return time.toInstant().toEpochMilli();
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    "it must be ISO 8601, such as 2026-01-31, 2026-01-31T12:00:00Z or 2026-01-31T12:00:00+01:00, or"
                            + " milliseconds since 1970, such as 1769860800000",
                    e);
        }
    }

    @Override
    public void check(Values values, Faults faults) {
        RecordRange range = read(values);
        if (isEmpty(range.fromMs(), range.toMs())) {
            faults.add(TO_TIMESTAMP, "must be later than " + FROM_TIMESTAMP + "; no record lies between them");
        }
        Set<Stream> named = new HashSet<>(range.fromOffset().byStream().keySet());
        named.addAll(range.toOffset().byStream().keySet());
        if (isEmpty(range.fromOffset().others(), range.toOffset().others())
                || named.stream()
                        .anyMatch(stream -> isEmpty(
                                range.fromOffset().of(stream), range.toOffset().of(stream)))) {
            faults.add(TO_OFFSET, "must be larger than " + FROM_OFFSET + "; no record lies between them");
        }
        boolean deletes = FinishKeys.onFinish(values) == OnFinish.DELETE;
        if (deletes && !range.equals(RecordRange.ALL)) {
            String key = ALL.stream().filter(values::isGiven).findFirst().orElseThrow();
            faults.add(
                    key,
                    "leaves out rows of files that " + FinishKeys.ON_FINISH + "=delete would delete with them; set "
                            + FinishKeys.ON_FINISH + " to keep or move");
        }
    }

    private static boolean isEmpty(OptionalLong from, OptionalLong to) {
        return from.isPresent() && to.isPresent() && from.getAsLong() >= to.getAsLong();
    }

    @Override
    public RecordRange read(Values values) {
        return new RecordRange(
                time(values.text(FROM_TIMESTAMP)),
                time(values.text(TO_TIMESTAMP)),
                OffsetBounds.parse(values.list(FROM_OFFSET)),
                OffsetBounds.parse(values.list(TO_OFFSET)));
    }

    private static OptionalLong time(String text) {
        return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(milliseconds(text));
    }
}
