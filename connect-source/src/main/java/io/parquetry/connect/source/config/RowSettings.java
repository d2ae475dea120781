package io.parquetry.connect.source.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Type.BOOLEAN;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.parquetry.connect.common.config.Checks;
import io.parquetry.connect.common.config.ConfigValues;
import io.parquetry.connect.common.config.KeyBuilder;
import io.parquetry.connect.common.config.KeyGroup;
import io.parquetry.connect.common.naming.PathColumn;
import io.parquetry.connect.common.template.FieldPath;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * How a row becomes a new record.
 *
 * @param topic empty only where no such rows are expected
 * @param keyColumns none for a null key, one for its value, several for a struct of them
 * @param timestampColumn empty for records without timestamp
 * @param pathColumns fields whose values are in the paths of files
 * @param headers whether the record has headers with file and row
 */
public record RowSettings(
        Optional<TopicTemplate> topic,
        List<FieldPath> keyColumns,
        Optional<FieldPath> timestampColumn,
        List<PathColumn> pathColumns,
        boolean headers) {
    public static final String TOPIC = "topic";
    public static final String KEY_COLUMNS = "key.columns";
    public static final String TIMESTAMP_COLUMN = "timestamp.column";
    public static final String PATH_COLUMNS = "path.columns";
    public static final String ROW_HEADERS = "row.headers";

    public RowSettings {
        Objects.requireNonNull(topic, "topic");
        keyColumns = List.copyOf(keyColumns);
        Objects.requireNonNull(timestampColumn, "timestampColumn");
        pathColumns = List.copyOf(pathColumns);
    }

    /** The columns that topic, key and timestamp are taken from. */
    public Stream<FieldPath> columns() {
        Stream<FieldPath> ofTopic = topic.stream()
                .flatMap(template -> template.parts().stream())
                .filter(TopicTemplate.Part.Column.class::isInstance)
                .map(part -> ((TopicTemplate.Part.Column) part).path());
        return Stream.concat(ofTopic, Stream.concat(keyColumns.stream(), timestampColumn.stream()));
    }

    static final class Keys implements KeyGroup<RowSettings> {
        static final List<String> ALL = List.of(TOPIC, KEY_COLUMNS, TIMESTAMP_COLUMN, PATH_COLUMNS, ROW_HEADERS);

        @Override
        public void define(ConfigDef keys) {
            KeyBuilder.Group group = new KeyBuilder.Group(keys, "Sending rows");
            group.key(TOPIC, STRING, "Topic")
                    .defaultsTo("")
                    .must(Checks.text("a topic, or a template of one", Keys::requireTopicOrNothing))
                    .importance(HIGH)
                    .width(Width.LONG)
                    .says("Topic of new records: a name, or a template. ${path.1} is the first directory of the"
                            + " file's path below storage.url; ${path.country} the value of a directory"
                            + " country=value; ${file} the file's name up to its last dot; ${column.a.b} the value of"
                            + " a column or field. A dollar sign is written $$. Required for files that are not"
                            + " restored.");
            group.key(KEY_COLUMNS, LIST, "Columns of the key")
                    .defaultsTo(List.of())
                    .must(Checks.list("columns", Keys::requireKeyColumns))
                    .importance(HIGH)
                    .says("Columns for the key of new records: none for a null key, one for its value as the key,"
                            + " several for a struct of them. a.b is the field b of the column a; a name with dots is"
                            + " written in double quotes. The producer chooses the partition by the key.");
            group.key(TIMESTAMP_COLUMN, STRING, "Column of the timestamp")
                    .defaultsTo("")
                    .must(Checks.text("a column", Keys::requireColumnOrNothing))
                    .says("Column for the timestamp of new records: a timestamp of any unit, a date, an integer of"
                            + " milliseconds since 1970, or ISO 8601 text with a zone, such as 2026-07-01T12:00Z."
                            + " Where the column is null or this key is empty, Kafka sets the time of arrival.");
            group.key(PATH_COLUMNS, LIST, "Columns of the path")
                    .defaultsTo(List.of())
                    .must(Checks.list("column or column:type", Keys::requirePathColumns))
                    .says("Fields to add to the values of new records from the directories of the file's path, as"
                            + " Hive tables have them: country,day:date reads country=DE/day=2026-01-31. Types are"
                            + " text, integer (INT64) and date. %XX is decoded, __HIVE_DEFAULT_PARTITION__ is null."
                            + " columns, filter, key.columns, timestamp.column and topic can name the fields. A file"
                            + " without such a directory, or with a column of that name, fails the task.");
            group.key(ROW_HEADERS, BOOLEAN, "Headers with file and row")
                    .defaultsTo(false)
                    .must(Checks.flag())
                    .importance(LOW)
                    .width(Width.SHORT)
                    .says("Whether new records have the headers parquet.file (STRING: the path below storage.url) and"
                            + " parquet.row (INT64, from 0).");
        }

        private static void requirePathColumns(List<String> columns) {
            Set<String> names = new HashSet<>();
            for (PathColumn column : pathColumns(columns)) {
                if (!names.add(column.name())) {
                    throw new IllegalArgumentException("two columns have the name " + column.name());
                }
            }
        }

        private static List<PathColumn> pathColumns(List<String> columns) {
            return columns.stream().map(PathColumn::parse).toList();
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

        /** In the struct of several columns, each field has the last name of its path. */
        private static void requireKeyColumns(List<String> columns) {
            Set<String> fields = new HashSet<>();
            for (FieldPath path : paths(columns)) {
                String field = path.names().get(path.names().size() - 1);
                if (!fields.add(field)) {
                    throw new IllegalArgumentException("two columns would be the field " + field + " of the key");
                }
            }
        }

        @Override
        public RowSettings read(ConfigValues values) {
            return new RowSettings(
                    values.nonEmptyText(TOPIC).map(TopicTemplate::parse),
                    paths(values.list(KEY_COLUMNS)),
                    values.nonEmptyText(TIMESTAMP_COLUMN).map(FieldPath::parse),
                    pathColumns(values.list(PATH_COLUMNS)),
                    values.flag(ROW_HEADERS));
        }

        private static List<FieldPath> paths(List<String> columns) {
            return columns.stream().map(FieldPath::parse).toList();
        }
    }
}
