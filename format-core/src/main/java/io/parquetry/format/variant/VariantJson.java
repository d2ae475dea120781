package io.parquetry.format.variant;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Locale;
import java.util.UUID;

/** Variant values as JSON text, whose length is limited: a variant names a field by a number, JSON by its name. */
final class VariantJson {
    /** A text may have so many characters, and {@link #CHARACTERS_PER_BYTE} for each byte of the variant. */
    private static final int CHARACTERS_FREE = 1 << 24;

    private static final int CHARACTERS_PER_BYTE = 16;

    private final StringBuilder out = new StringBuilder();
    private final long charactersMax;
    private long visited;

    private VariantJson(long charactersMax) {
        this.charactersMax = charactersMax;
    }

    static String write(Variant variant) {
        long bytes = (long) variant.metadata().length + variant.value().length;
        VariantJson json = new VariantJson(CHARACTERS_FREE + CHARACTERS_PER_BYTE * bytes);
        json.append(VariantView.of(VariantMetadata.parse(variant.metadata()), variant.value()));
        return json.out.toString();
    }

    private void append(VariantView value) {
        visit(1, value);
        if (out.length() > charactersMax) {
            throw new UnsupportedFeatureException("unsupported: a variant whose JSON has more than " + charactersMax
                    + " characters; it may have " + CHARACTERS_PER_BYTE + " for each byte of the variant, and "
                    + CHARACTERS_FREE);
        }
        switch (value.type()) {
            case OBJECT -> appendObject(value);
            case ARRAY -> appendArray(value);
            default -> appendPrimitive(value);
        }
    }

    /** Values that share bytes could be unfolded without end: values and their bytes are never more than the bytes. */
    private void visit(int count, VariantView value) {
        visited += count;
        if (visited > value.bytes.length) {
            throw new CorruptFileException("variant data of " + value.bytes.length + " bytes has values that overlap");
        }
    }

    private void appendObject(VariantView object) {
        VariantView.Children fields = object.children();
        out.append('{');
        for (int i = 0; i < fields.count(); i++) {
            out.append(i == 0 ? "" : ",");
            appendString(fields.name(i));
            out.append(':');
            append(fields.value(i));
        }
        out.append('}');
    }

    private void appendArray(VariantView array) {
        VariantView.Children elements = array.children();
        out.append('[');
        for (int i = 0; i < elements.count(); i++) {
            out.append(i == 0 ? "" : ",");
            append(elements.value(i));
        }
        out.append(']');
    }

    private void appendPrimitive(VariantView value) {
        VariantType type = value.type();
        value.length();
        switch (type) {
            case NULL -> out.append("null");
            case TRUE -> out.append("true");
            case FALSE -> out.append("false");
            case INT8, INT16, INT32, INT64 -> out.append(value.longValue());
            case FLOAT -> appendFloating(value.floatValue(), Float.toString(value.floatValue()));
            case DOUBLE -> appendFloating(value.doubleValue(), Double.toString(value.doubleValue()));
            case DECIMAL4, DECIMAL8, DECIMAL16 ->
                out.append(value.decimalValue().toPlainString());
            case DATE -> appendString(LocalDate.ofEpochDay(value.longValue()).toString());
            case TIME_NTZ_MICROS -> appendString(time(value.longValue()));
            case TIMESTAMP_MICROS ->
                appendString(instant(value.longValue(), 1_000_000).toString());
            case TIMESTAMP_NANOS ->
                appendString(instant(value.longValue(), 1_000_000_000).toString());
            case TIMESTAMP_NTZ_MICROS -> appendString(local(instant(value.longValue(), 1_000_000)));
            case TIMESTAMP_NTZ_NANOS -> appendString(local(instant(value.longValue(), 1_000_000_000)));
            case BINARY -> {
                visit(value.contentLength(), value);
                appendString(Base64.getEncoder().encodeToString(value.content()));
            }
            case STRING -> {
                visit(value.contentLength(), value);
                appendString(value.text());
            }
            case UUID -> {
                ByteBuffer halves = ByteBuffer.wrap(value.content());
                appendString(new UUID(halves.getLong(), halves.getLong()).toString());
            }
            case OBJECT, ARRAY -> throw new IllegalStateException(type + " is no primitive");
        }
    }

    /** A count that is no time of day is given as it is. */
    private static String time(long micros) {
        return micros < 0 || micros >= 86_400_000_000L
                ? Long.toString(micros)
                : LocalTime.ofNanoOfDay(micros * 1000).toString();
    }

    private static Instant instant(long count, long perSecond) {
        return Instant.ofEpochSecond(
                Math.floorDiv(count, perSecond), Math.floorMod(count, perSecond) * (1_000_000_000 / perSecond));
    }

    private static String local(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC).toLocalDateTime().toString();
    }

    private void appendFloating(double value, String text) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            appendString(text);
        } else {
            out.append(text);
        }
    }

    private void appendString(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < 0x20) {
                        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
