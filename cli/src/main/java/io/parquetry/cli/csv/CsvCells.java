package io.parquetry.cli.csv;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.parquetry.cli.json.LeafParser;
import io.parquetry.cli.json.RawJson;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.schema.LogicalType;
import io.parquetry.format.schema.PrimitiveType;
import io.parquetry.format.schema.Shape;
import java.io.IOException;
import java.util.Locale;
import java.util.regex.Pattern;

/** The text of a field as the JSON that {@code from-json} takes for a column. */
public final class CsvCells {
    private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?");
    private static final Pattern TRUTH = Pattern.compile("true|false|True|False|TRUE|FALSE");

    private CsvCells() {}

    /** @param text null for null */
    public static String json(Shape column, String text) {
        if (text == null) {
            return isTextThatIsNeverNull(column) ? "\"\"" : "null";
        }
        if (column instanceof Shape.LeafShape leaf) {
            return json(leaf.type(), text);
        }
        return jsonOrText(text);
    }

    /** Other writers leave empty texts without quotes. */
    private static boolean isTextThatIsNeverNull(Shape column) {
        return !column.nullable()
                && column instanceof Shape.LeafShape leaf
                && (leaf.type().isAnnotated(LogicalType.STRING) || leaf.type().isAnnotated(LogicalType.ENUM));
    }

    /** A value of a column of this type. */
    public static String json(PrimitiveType type, String text) {
        LogicalType meaning = type.logicalType().orElse(null);
        if (meaning == LogicalType.JSON) {
            return jsonOrText(text);
        } else if (meaning instanceof LogicalType.Timestamp) {
            return quoted(text);
        } else if (meaning == LogicalType.FLOAT16) {
            return isNumber(text) ? text : quoted(text);
        }
        return switch (type.physicalType()) {
            case BOOLEAN -> isTruth(text) ? text.toLowerCase(Locale.ROOT) : quoted(text);
            case INT32, INT64, FLOAT, DOUBLE -> isNumber(text) ? text : quoted(text);
            case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> quoted(text);
        };
    }

    /**
     * The physical value of a field that is not null, as a {@code ColumnCursor} gives it.
     *
     * @throws InvalidRecordException when the text is no value of the type
     */
    public static Object physicalValue(PrimitiveType type, String text) throws IOException {
        return LeafParser.physicalValue(type, json(type, text));
    }

    static boolean isNumber(String text) {
        return NUMBER.matcher(text).matches();
    }

    static boolean isTruth(String text) {
        return TRUTH.matcher(text).matches();
    }

    private static String jsonOrText(String text) {
        return RawJson.orText(text) instanceof RawJson json ? json.text() : quoted(text);
    }

    private static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }
}
