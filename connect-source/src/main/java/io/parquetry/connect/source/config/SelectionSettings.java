package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.schema.Timestamps;
import io.parquetry.connect.common.template.FieldPath;
import io.parquetry.connect.source.config.FinishSettings.OnFinish;
import io.parquetry.connect.source.offset.SinkStream;
import io.parquetry.format.UsageException;
import io.parquetry.format.filter.Filter;
import io.parquetry.format.schema.ColumnPath;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * Which rows are sent, and which columns of them.
 *
 * @param columns fields of the values; empty for all
 * @param filter a condition on the rows; empty for all rows
 * @param range the timestamps and offsets that the records had in Kafka
 */
public record SelectionSettings(List<ColumnPath> columns, Optional<Filter> filter, RecordRange range) {
    public static final String COLUMNS = "columns";
    public static final String FILTER = "filter";
    public static final String FROM_TIMESTAMP = "from.timestamp";
    public static final String TO_TIMESTAMP = "to.timestamp";
    public static final String FROM_OFFSET = "from.offset";
    public static final String TO_OFFSET = "to.offset";

    /** The keys of {@link #range}. */
    public static final List<String> RANGE_KEYS = List.of(FROM_TIMESTAMP, TO_TIMESTAMP, FROM_OFFSET, TO_OFFSET);

    public SelectionSettings {
        columns = List.copyOf(columns);
        Objects.requireNonNull(filter, "filter");
        Objects.requireNonNull(range, "range");
    }

    /**
     * A range of the timestamps and offsets that records had in Kafka; lower bounds are inclusive, upper bounds
     * exclusive.
     *
     * @param fromMs milliseconds since 1970, as {@code toMs}
     */
    public record RecordRange(OptionalLong fromMs, OptionalLong toMs, OffsetBounds fromOffset, OffsetBounds toOffset) {
        /** All records. */
        public static final RecordRange ALL =
                new RecordRange(OptionalLong.empty(), OptionalLong.empty(), OffsetBounds.NONE, OffsetBounds.NONE);

        public RecordRange {
            Objects.requireNonNull(fromMs, "fromMs");
            Objects.requireNonNull(toMs, "toMs");
            Objects.requireNonNull(fromOffset, "fromOffset");
            Objects.requireNonNull(toOffset, "toOffset");
        }
    }

    static final class Keys implements KeyGroup<SelectionSettings> {
        private static final RowSettings.Keys ROWS = new RowSettings.Keys();

        @Override
        public void define(ConfigDef keys) {
            KeyBuilder.Group group = new KeyBuilder.Group(keys, "Rows and columns");
            group.key(COLUMNS, STRING, "Columns")
                    .defaultsTo("")
                    .must(Checks.text(
                            "paths of fields, with commas between", text -> require(text, ColumnPath::parseList)))
                    .width(Width.LONG)
                    .says("Fields of the values to send, such as id,address.city. A group is sent with all its"
                            + " fields; paths into lists and maps use the names in the file, as in"
                            + " items.list.element.id. A name with a dot or a comma is written in double quotes or"
                            + " backticks. Other columns are not read. Key, headers and other Kafka metadata of a"
                            + " record are always restored. Every file must have the fields.");
            group.key(FILTER, STRING, "Filter")
                    .defaultsTo("")
                    .must(Checks.text("a condition on columns", text -> require(text, Filter::parse)))
                    .width(Width.LONG)
                    .says("Rows to send: a condition on the columns of the files, such as ts >="
                            + " '2026-01-01T00:00:00Z' AND country IN ('DE','FR'); docs/reference/source.md#filters"
                            + " has the grammar. In files that the Parquetry sink wrote with record.metadata=kafka,"
                            + " columns are such as _kafka.offset and value.country, or country where record.layout"
                            + " was flat.");
            defineRange(new KeyBuilder.Group(keys, "Times and offsets"));
        }

        private static void defineRange(KeyBuilder.Group group) {
            group.key(FROM_TIMESTAMP, STRING, "From timestamp")
                    .defaultsTo("")
                    .must(Checks.text("a time", Keys::requireTime))
                    .says("Sends only records whose Kafka timestamp is this time or later: ISO 8601 such as"
                            + " 2026-01-31T12:00:00+01:00, where a time without an offset is UTC and a date is its"
                            + " midnight, or milliseconds since 1970. Records without timestamp are not sent. Only"
                            + " for files that the Parquetry sink wrote with record.metadata=kafka.");
            group.key(TO_TIMESTAMP, STRING, "To timestamp")
                    .defaultsTo("")
                    .must(Checks.text("a time", Keys::requireTime))
                    .says("Sends only records whose Kafka timestamp is before this time; otherwise as from.timestamp.");
            group.key(FROM_OFFSET, LIST, "From offset")
                    .defaultsTo(List.of())
                    .must(Checks.list("offset or topic:partition:offset", OffsetBounds::parse))
                    .says("Sends only records whose Kafka offset is this offset or larger: a number for all"
                            + " topic-partitions, or topic:partition:offset for single ones, as in"
                            + " orders:0:1000,orders:1:950; both can be combined. Only for the same files as"
                            + " from.timestamp.");
            group.key(TO_OFFSET, LIST, "To offset")
                    .defaultsTo(List.of())
                    .must(Checks.list("offset or topic:partition:offset", OffsetBounds::parse))
                    .says("Sends only records whose Kafka offset is smaller than this offset; otherwise as"
                            + " from.offset.");
        }

        private static void require(String text, Consumer<String> parser) {
            if (!text.isBlank()) {
                try {
                    parser.accept(text);
                } catch (UsageException e) {
                    throw new IllegalArgumentException(e.getMessage(), e);
                }
            }
        }

        private static void requireTime(String text) {
            if (!text.isEmpty()) {
                Timestamps.bound(text);
            }
        }

        @Override
        public void check(ConfigValues values, Faults faults) {
            checkRange(values, faults);
            List<ColumnPath> columns = read(values).columns();
            if (!columns.isEmpty()) {
                requireKept(COLUMNS, "columns", values, faults);
            }
            if (read(values).filter().isPresent()) {
                requireKept(FILTER, "rows", values, faults);
            }
            RowSettings rows = ROWS.read(values);
            rows.keyColumns().forEach(path -> requireSent(columns, RowSettings.KEY_COLUMNS, path, faults));
            rows.timestampColumn().ifPresent(path -> requireSent(columns, RowSettings.TIMESTAMP_COLUMN, path, faults));
            for (TopicTemplate.Part part :
                    rows.topic().map(TopicTemplate::parts).orElse(List.of())) {
                if (part instanceof TopicTemplate.Part.Column column) {
                    requireSent(columns, RowSettings.TOPIC, column.path(), faults);
                }
            }
        }

        private static void checkRange(ConfigValues values, Faults faults) {
            RecordRange range = range(values);
            if (isEmpty(range.fromMs(), range.toMs())) {
                faults.add(TO_TIMESTAMP, "must be later than " + FROM_TIMESTAMP + "; the range has no records");
            }
            Set<SinkStream> streams =
                    new HashSet<>(range.fromOffset().byStream().keySet());
            streams.addAll(range.toOffset().byStream().keySet());
            if (isEmpty(range.fromOffset().others(), range.toOffset().others())
                    || streams.stream()
                            .anyMatch(stream -> isEmpty(
                                    range.fromOffset().of(stream),
                                    range.toOffset().of(stream)))) {
                faults.add(TO_OFFSET, "must be larger than " + FROM_OFFSET + "; the range has no records");
            }
            if (!range.equals(RecordRange.ALL)) {
                String key =
                        RANGE_KEYS.stream().filter(values::isGiven).findFirst().orElseThrow();
                requireKept(key, "rows", values, faults);
            }
        }

        /** Adds a fault if files of which something is left out would be deleted or moved like sent ones. */
        private static void requireKept(String key, String what, ConfigValues values, Faults faults) {
            if (FinishSettings.Keys.onFinish(values) != OnFinish.KEEP) {
                faults.add(
                        key,
                        "leaves out " + what + " of files that would count as sent with " + FinishSettings.ON_FINISH
                                + "=" + values.text(FinishSettings.ON_FINISH) + "; set " + FinishSettings.ON_FINISH
                                + " to keep, or remove this key");
            }
        }

        private static boolean isEmpty(OptionalLong from, OptionalLong to) {
            return from.isPresent() && to.isPresent() && from.getAsLong() >= to.getAsLong();
        }

        /** Adds a fault if a column that another key names is neither selected nor contains a selected column. */
        private static void requireSent(List<ColumnPath> columns, String key, FieldPath path, Faults faults) {
            boolean sent = columns.isEmpty()
                    || columns.stream()
                            .anyMatch(column ->
                                    isPrefix(column.names(), path.names()) || isPrefix(path.names(), column.names()));
            if (!sent) {
                faults.add(COLUMNS, "does not select " + path + ", which " + key + " needs; add it here");
            }
        }

        private static boolean isPrefix(List<String> names, List<String> of) {
            return names.size() <= of.size() && of.subList(0, names.size()).equals(names);
        }

        @Override
        public SelectionSettings read(ConfigValues values) {
            return new SelectionSettings(
                    nonBlank(values.text(COLUMNS)).map(ColumnPath::parseList).orElse(List.of()),
                    nonBlank(values.text(FILTER)).map(Filter::parse),
                    range(values));
        }

        private static Optional<String> nonBlank(String text) {
            return Optional.of(text).filter(given -> !given.isBlank());
        }

        private static RecordRange range(ConfigValues values) {
            return new RecordRange(
                    time(values.text(FROM_TIMESTAMP)),
                    time(values.text(TO_TIMESTAMP)),
                    OffsetBounds.parse(values.list(FROM_OFFSET)),
                    OffsetBounds.parse(values.list(TO_OFFSET)));
        }

        private static OptionalLong time(String text) {
            return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Timestamps.bound(text));
        }
    }
}
