package io.parquetry.cli.describe;

import io.parquetry.cli.json.JsonLines;
import io.parquetry.cli.json.LeafText;
import io.parquetry.cli.json.RawJson;
import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.PageType;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** The metadata of a column as text. Ids that this program does not know stay numbers. */
public final class ColumnText {
    private static final int BOUND_LENGTH_MAX = 40;

    private ColumnText() {}

    /** {@code BYTE_ARRAY STRING}, {@code FIXED_LEN_BYTE_ARRAY(16) UUID} and so on. */
    public static String type(PrimitiveType type) {
        String length = type.physicalType() == PhysicalType.FIXED_LEN_BYTE_ARRAY ? "(" + type.typeLength() + ")" : "";
        return type.physicalType()
                + length
                + type.logicalType().map(annotation -> " " + annotation).orElse("");
    }

    public static String codec(ColumnChunkMetadata chunk) {
        int id = chunk.codecId();
        return CompressionCodec.known(id).map(CompressionCodec::name).orElse("codec " + id);
    }

    public static String encodings(ColumnChunkMetadata chunk) {
        return chunk.encodingIds().stream().map(ColumnText::encoding).collect(Collectors.joining(","));
    }

    public static String encoding(int id) {
        return Encoding.known(id).map(Encoding::name).orElse("encoding " + id);
    }

    public static String pageType(int id) {
        PageType[] known = PageType.values();
        return id >= 0 && id < known.length ? known[id].name() : "page type " + id;
    }

    /** The nulls that statistics count; some writers give -1 for a count that they have not made. */
    public static OptionalLong nulls(Optional<Statistics> statistics) {
        OptionalLong stated = statistics.map(Statistics::nulls).orElse(OptionalLong.empty());
        return stated.orElse(-1) < 0 ? OptionalLong.empty() : stated;
    }

    /** A bound in the form of {@link LeafText}, shortened; hexadecimal where its bytes are no value of the column. */
    public static String bound(PrimitiveType type, Statistics.Bound bound) {
        String rounded = bound.exact().orElse(true) ? "" : " (rounded)";
        return bound(type, bound.value()) + rounded;
    }

    /** The same for the bare bytes of a bound. */
    public static String bound(PrimitiveType type, byte[] bytes) {
        return cut(fits(type, bytes) ? JsonLines.leaf(boundValue(type, bytes)) : hex(bytes));
    }

    /** A bound in the form of {@link LeafText}, whole; hexadecimal where its bytes are no value of the column. */
    public static Object boundValue(PrimitiveType type, byte[] bytes) {
        if (!fits(type, bytes)) {
            return hex(bytes);
        }
        Object text = LeafText.of(LeafText.maker(type), physical(type.physicalType(), bytes));
        return text instanceof RawJson json ? json.text() : text;
    }

    /** A value in the form of {@link LeafText}, shortened. */
    public static String value(PrimitiveType type, Object physical) {
        return cut(JsonLines.leaf(LeafText.of(LeafText.maker(type), physical)));
    }

    /** The physical value of a bound, as a {@code ColumnCursor} gives it; absent where its bytes are no value. */
    public static Optional<Object> physicalValue(PrimitiveType type, byte[] bytes) {
        return fits(type, bytes) ? Optional.of(physical(type.physicalType(), bytes)) : Optional.empty();
    }

    /** The text, shortened. */
    public static String cut(String text) {
        return text.length() > BOUND_LENGTH_MAX ? text.substring(0, BOUND_LENGTH_MAX - 3) + "..." : text;
    }

    private static String hex(byte[] bytes) {
        return "0x" + HexFormat.of().formatHex(bytes);
    }

    /** A bound comes from the file and may have any length. */
    private static boolean fits(PrimitiveType type, byte[] bytes) {
        return switch (type.physicalType()) {
            case BOOLEAN -> bytes.length == 1;
            case INT32, FLOAT -> bytes.length == 4;
            case INT64, DOUBLE -> bytes.length == 8;
            case INT96 -> bytes.length == 12;
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> true;
        };
    }

    private static Object physical(PhysicalType type, byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return switch (type) {
            case BOOLEAN -> buffer.get() != 0;
            case INT32 -> buffer.getInt();
            case INT64 -> buffer.getLong();
            case FLOAT -> buffer.getFloat();
            case DOUBLE -> buffer.getDouble();
            case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> bytes;
        };
    }
}
