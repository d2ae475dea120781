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
 * Values as parts of names: text, numbers and booleans unchanged; dates and times in ISO-8601; bytes as text in UTF-8.
 */
public final class NameText {
    private static final String DEBEZIUM_DATE = "io.debezium.time.Date";

    /** Above this scale a decimal is written with an exponent, since its zeros would make the name too long. */
    private static final int SCALE_MAX = 300;

    private NameText() {}

    /**
     * The form of a value that is used in a name.
     *
     * @param schema null where there is none
     * @return null for null, else an object that equals another exactly when their {@link #text} is equal
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
            throw new DataException("its bytes are not text in UTF-8 and cannot be a part of a name", e);
        }
    }

    /** @param value a result of {@link #value}; null gives "" */
    public static String text(Object value) {
        if (value instanceof BigDecimal decimal && Math.abs((long) decimal.scale()) <= SCALE_MAX) {
            return decimal.toPlainString();
        }
        return value == null ? "" : value.toString();
    }
}
