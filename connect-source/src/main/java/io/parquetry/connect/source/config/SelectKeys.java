package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.Faults;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import io.parquetry.connect.common.template.FieldPath;
import io.parquetry.format.UsageException;
import io.parquetry.format.file.Filter;
import io.parquetry.format.schema.ColumnPath;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** Which rows are sent, and what of them. */
public final class SelectKeys implements KeyGroup<SelectSettings> {
    public static final String COLUMNS = "columns";
    public static final String FILTER = "filter";

    private static final RangeKeys RANGE = new RangeKeys();
    private static final RowKeys ROWS = new RowKeys();

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Rows and columns");
        group.key(COLUMNS, STRING, "Columns")
                .defaultsTo("")
                .must(Checks.text("paths of fields, with commas between", text -> require(text, ColumnPath::parseList)))
                .width(Width.LONG)
                .says("Which fields of the values are sent: id,address.city. Of a group that is named all fields are"
                        + " sent; in lists and maps paths go through the names of the file, as in items.list.element.id."
                        + " A name that has a dot or a comma stands in double quotes or backticks. Other columns are not"
                        + " read from the file, but for those of the filter. Keys, headers and what else Kafka knew of a"
                        + " record come back whole. Every file must have the fields. Empty for all.");
        group.key(FILTER, STRING, "Filter")
                .defaultsTo("")
                .must(Checks.text("a condition on columns", text -> require(text, Filter::parse)))
                .width(Width.LONG)
                .says(
                        "Which rows are sent: a condition on the columns of the files, such as ts >= '2026-01-01T00:00:00Z'"
                                + " AND country IN ('DE','FR'); docs/filters.md has the grammar. In files that the Parquetry sink"
                                + " wrote with record.metadata=kafka the fields of the value begin with value. and those of the"
                                + " record with _kafka. , as in value.country or _kafka.offset. What statistics, bloom filters and"
                                + " indexes of a file rule out is not read. Empty for all rows.");
        RANGE.define(keys);
    }

    @Override
    public void check(Values values, Faults faults) {
        RANGE.check(values, faults);
        List<ColumnPath> columns = read(values).columns();
        RowSettings rows = ROWS.read(values);
        rows.keyColumns().forEach(path -> requireSent(columns, RowKeys.KEY_COLUMNS, path, faults));
        rows.timestampColumn().ifPresent(path -> requireSent(columns, RowKeys.TIMESTAMP_COLUMN, path, faults));
        for (TopicTemplate.Part part : rows.topic().map(TopicTemplate::parts).orElse(List.of())) {
            if (part instanceof TopicTemplate.Part.Column column) {
                requireSent(columns, RowKeys.TOPIC, column.path(), faults);
            }
        }
    }

    /** A column that another key asks for is among those that are read, or holds one of them. */
    private static void requireSent(List<ColumnPath> columns, String key, FieldPath path, Faults faults) {
        boolean sent = columns.isEmpty()
                || columns.stream()
                        .anyMatch(column ->
                                isPrefix(column.names(), path.names()) || isPrefix(path.names(), column.names()));
        if (!sent) {
            faults.add(COLUMNS, "leaves out " + path + ", which " + key + " asks for; add it here");
        }
    }

    private static boolean isPrefix(List<String> names, List<String> of) {
        return names.size() <= of.size() && of.subList(0, names.size()).equals(names);
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

    @Override
    public SelectSettings read(Values values) {
        return new SelectSettings(
                unlessBlank(values.text(COLUMNS)).map(ColumnPath::parseList).orElse(List.of()),
                unlessBlank(values.text(FILTER)).map(Filter::parse),
                RANGE.read(values));
    }

    private static Optional<String> unlessBlank(String text) {
        return Optional.of(text).filter(given -> !given.isBlank());
    }
}
