package io.parquetry.connect.sink.partition;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * What placeholders stand for: null for nothing, or a value whose text is {@link #text} of it. Texts, numbers and
 * booleans are themselves; dates and times are ISO-8601; bytes are text in UTF-8.
 */
final class PlaceholderValues {
    private static final String DEBEZIUM_DATE = "io.debezium.time.Date";

    /** The scale from which a decimal's zeros are not written out: it would be no name any more. */
    private static final int SCALE_MAX = 300;

    private PlaceholderValues() {}

    /** After transformations, as in the name of the topic's directory. */
    static Function<SinkRecord, Object> ofTopic() {
        return SinkRecord::topic;
    }

    /** Before transformations, as in the names of files. */
    static Function<SinkRecord, Object> ofPartition() {
        return SinkRecord::originalKafkaPartition;
    }

    static Function<SinkRecord, Object> ofKey(FieldPath path) {
        return record -> value(path.in(record.key(), record.keySchema()));
    }

    static Function<SinkRecord, Object> ofValue(FieldPath path) {
        return record -> value(path.in(record.value(), record.valueSchema()));
    }

    /** The last header of the name. */
    static Function<SinkRecord, Object> ofHeader(String name) {
        return record -> {
            Header header = record.headers().lastWithName(name);
            return header == null ? null : value(new FieldPath.Found(header.value(), header.schema()));
        };
    }

    private static Object value(FieldPath.Found found) {
        Object value = found.value();
        String schemaName = found.schema() == null ? null : found.schema().name();
        if (value instanceof Integer days && DEBEZIUM_DATE.equals(schemaName)) {
            return LocalDate.ofEpochDay(days).toString();
        }
        if (value == null || value instanceof String || value instanceof Boolean || value instanceof Number) {
            return value;
        }
        if (value instanceof Date date) {
            return dateText(date, schemaName);
        }
        if (value instanceof byte[] bytes) {
            return utf8(ByteBuffer.wrap(bytes));
        }
        if (value instanceof ByteBuffer buffer) {
            return utf8(buffer.duplicate());
        }
        throw new DataException("a value of " + typeName(value, found.schema())
                + " cannot be the name of a directory; text, numbers, booleans, dates and times can");
    }

    private static String typeName(Object value, Schema schema) {
        return schema == null ? value.getClass().getName() : schema.type().name();
    }

    private static String dateText(Date date, String schemaName) {
        Instant instant = Instant.ofEpochMilli(date.getTime());
        if (org.apache.kafka.connect.data.Date.LOGICAL_NAME.equals(schemaName)) {
            return LocalDate.ofInstant(instant, ZoneOffset.UTC).toString();
        }
        if (Time.LOGICAL_NAME.equals(schemaName)) {
            return LocalTime.ofInstant(instant, ZoneOffset.UTC).toString();
        }
        return instant.toString();
    }

    private static String utf8(ByteBuffer bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException e) {
            throw new DataException("its bytes are no text in UTF-8 and cannot be the name of a directory", e);
        }
    }

    /** @param value what a placeholder stands for; null gives "" */
    static String text(Object value) {
        if (value instanceof BigDecimal decimal && Math.abs((long) decimal.scale()) <= SCALE_MAX) {
            return decimal.toPlainString();
        }
        return value == null ? "" : value.toString();
    }
}
