package io.parquetry.connect.common.template;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Date;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.errors.DataException;

/**
 * Values as parts of names: text, numbers and booleans are themselves; dates and times are ISO-8601; bytes are text in
 * UTF-8.
 */
public final class NameText {
    private static final String DEBEZIUM_DATE = "io.debezium.time.Date";

    /** The scale from which a decimal's zeros are not written out: it would be no name any more. */
    private static final int SCALE_MAX = 300;

    private NameText() {}

    /**
     * What stands for a value in a name.
     *
     * @param schema null where there is none
     * @return null for null, else something whose {@code equals} says whether {@link #text} of it is the same
     * @throws DataException when the value has no text
     */
    public static Object value(Object value, Schema schema) {
        String schemaName = schema == null ? null : schema.name();
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
        throw new DataException("a value of " + typeName(value, schema)
                + " cannot be a part of a name; text, numbers, booleans, dates and times can");
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
            throw new DataException("its bytes are no text in UTF-8 and cannot be a part of a name", e);
        }
    }

    /** @param value what {@link #value} gave; null gives "" */
    public static String text(Object value) {
        if (value instanceof BigDecimal decimal && Math.abs((long) decimal.scale()) <= SCALE_MAX) {
            return decimal.toPlainString();
        }
        return value == null ? "" : value.toString();
    }
}
