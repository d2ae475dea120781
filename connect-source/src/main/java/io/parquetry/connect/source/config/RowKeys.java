package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Type.BOOLEAN;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.config.Values;
import io.parquetry.connect.common.template.FieldPath;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/** What a row becomes that is sent as a record of its own. */
public final class RowKeys implements KeyGroup<RowSettings> {
    public static final String TOPIC = "topic";
    public static final String KEY_COLUMNS = "key.columns";
    public static final String TIMESTAMP_COLUMN = "timestamp.column";
    public static final String ROW_HEADERS = "row.headers";

    static final List<String> ALL = List.of(TOPIC, KEY_COLUMNS, TIMESTAMP_COLUMN, ROW_HEADERS);

    @Override
    public void define(ConfigDef keys) {
        KeyBuilder.Group group = new KeyBuilder.Group(keys, "Sending rows");
        group.key(TOPIC, STRING, "Topic")
                .defaultsTo("")
                .must(Checks.text("a topic, or a template of one", RowKeys::requireTopicOrNothing))
                .importance(HIGH)
                .width(Width.LONG)
                .says("Topic for rows that are sent as records of their own: a name, or a template with placeholders."
                        + " ${path.1} is the first directory below storage.url in the file's path, ${path.2} the second;"
                        + " ${path.country} what follows country= in a directory's name; ${file} the file's name up to"
                        + " its last dot; ${column.event_type} the value of a column, ${column.a.b} of a field in it. A"
                        + " dollar sign is written $$. Needed with mode=rows, and with mode=auto as soon as there is such"
                        + " a file.");
        group.key(KEY_COLUMNS, LIST, "Columns of the key")
                .defaultsTo(List.of())
                .must(Checks.list("columns", RowKeys::requireKeyColumns))
                .importance(HIGH)
                .says(
                        "Columns that make the key: none for records without key, one for its value as the key, several"
                                + " for a struct of them. a.b is the field b of the column a; a name with dots stands in double"
                                + " quotes. The columns stay in the value, too. The producer chooses the partition by the key.");
        group.key(TIMESTAMP_COLUMN, STRING, "Column of the timestamp")
                .defaultsTo("")
                .must(Checks.text("a column", RowKeys::requireColumnOrNothing))
                .says("Column that holds the timestamp of the record: a timestamp of any unit, a date, an integer of"
                        + " milliseconds since 1970, or ISO-8601 text with a zone. Where it is null, or this is empty, the"
                        + " record has none, and Kafka gives it that of its arrival.");
        group.key(ROW_HEADERS, BOOLEAN, "Headers with file and row")
                .defaultsTo(false)
                .must(Checks.flag())
                .importance(LOW)
                .width(Width.SHORT)
                .says(
                        "Whether each record says where it comes from, by the headers parquet.file (STRING: the path below"
                                + " storage.url) and parquet.row (INT64: the number of the row, from 0).");
    }

    @Override
    public RowSettings read(Values values) {
        return new RowSettings(
                textOf(values, TOPIC).map(TopicTemplate::parse),
                paths(values.list(KEY_COLUMNS)),
                textOf(values, TIMESTAMP_COLUMN).map(FieldPath::parse),
                values.flag(ROW_HEADERS));
    }

    private static Optional<String> textOf(Values values, String key) {
        return Optional.of(values.text(key)).filter(text -> !text.isEmpty());
    }

    private static List<FieldPath> paths(List<String> columns) {
        return columns.stream().map(FieldPath::parse).toList();
    }

    private static void requireTopicOrNothing(String topic) {
        if (!topic.isEmpty()) {
            TopicTemplate.parse(topic);
        }
    }

    private static void requireColumnOrNothing(String column) {
        if (!column.isEmpty()) {
            FieldPath.parse(column);
        }
    }

    /** In the struct of several columns, each is a field that is called by its last name. */
    private static void requireKeyColumns(List<String> columns) {
        Set<String> fields = new HashSet<>();
        for (FieldPath path : paths(columns)) {
            String field = path.names().get(path.names().size() - 1);
            if (!fields.add(field)) {
                throw new IllegalArgumentException("two columns would be the field " + field + " of the key");
            }
        }
    }
}
