package io.parquetry.connect.sink.partition;

import io.parquetry.connect.common.template.FieldPath;
import io.parquetry.connect.common.template.NameText;
import java.util.function.Function;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;

/** The values of placeholders: null, or an object whose text {@link NameText#text} gives. */
final class PlaceholderValues {
    private PlaceholderValues() {}

    /** The topic after transformations, as in the name of the topic's directory. */
    static Function<SinkRecord, Object> ofTopic() {
        return SinkRecord::topic;
    }

    /** The partition before transformations, as in the names of files. */
    static Function<SinkRecord, Object> ofPartition() {
        return SinkRecord::originalKafkaPartition;
    }

    static Function<SinkRecord, Object> ofKey(FieldPath path) {
        return record -> value(path.in(record.key(), record.keySchema()));
    }

    static Function<SinkRecord, Object> ofValue(FieldPath path) {
        return record -> value(path.in(record.value(), record.valueSchema()));
    }

    /** The last header with the name. */
    static Function<SinkRecord, Object> ofHeader(String name) {
        return record -> {
            Header header = record.headers().lastWithName(name);
            return header == null ? null : value(new FieldPath.Found(header.value(), header.schema()));
        };
    }

    /** The name of the value's schema, with its namespace; null where there is none. */
    static Function<SinkRecord, Object> ofSchemaName() {
        return record ->
                record.valueSchema() == null ? null : record.valueSchema().name();
    }

    /** The version of the value's schema; null where there is none. */
    static Function<SinkRecord, Object> ofSchemaVersion() {
        return record ->
                record.valueSchema() == null ? null : record.valueSchema().version();
    }

    private static Object value(FieldPath.Found found) {
        return NameText.value(found.value(), found.schema());
    }
}
