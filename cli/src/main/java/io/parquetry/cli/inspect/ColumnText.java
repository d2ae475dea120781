package io.parquetry.cli.inspect;

import io.parquetry.format.metadata.ColumnChunkMetadata;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.metadata.Statistics;
import io.parquetry.format.schema.PhysicalType;
import io.parquetry.format.schema.PrimitiveType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.stream.Collectors;

/** What the footer says of a column, as text. Numbers that this program does not know are shown as numbers. */
final class ColumnText {
    private static final int BOUND_LENGTH_MAX = 40;

    private ColumnText() {}

    /** {@code BYTE_ARRAY STRING}, {@code FIXED_LEN_BYTE_ARRAY(16) UUID} and so on. */
    static String type(PrimitiveType type) {
        String length = type.physicalType() == PhysicalType.FIXED_LEN_BYTE_ARRAY ? "(" + type.typeLength() + ")" : "";
        return type.physicalType()
                + length
                + type.logicalType().map(annotation -> " " + annotation).orElse("");
    }

    static String codec(ColumnChunkMetadata chunk) {
        CompressionCodec[] known = CompressionCodec.values();
        int id = chunk.codecId();
        return id >= 0 && id < known.length ? known[id].name() : "codec " + id;
    }

    static String encodings(ColumnChunkMetadata chunk) {
        return chunk.encodingIds().stream()
                .map(id -> Encoding.known(id).map(Encoding::name).orElse("encoding " + id))
                .collect(Collectors.joining(","));
    }

    /** A bound in the words of {@link LeafText}, shortened, with a mark where it is no value of the column. */
    static String bound(PrimitiveType type, Statistics.Bound bound) {
        byte[] bytes = bound.value();
        String text = fits(type, bytes)
                ? JsonLines.leaf(LeafText.of(LeafText.maker(type), physical(type.physicalType(), bytes)))
                : "0x" + HexFormat.of().formatHex(bytes);
        String rounded = bound.exact().orElse(true) ? "" : " (rounded)";
        return (text.length() > BOUND_LENGTH_MAX ? text.substring(0, BOUND_LENGTH_MAX - 3) + "..." : text) + rounded;
    }

    /** A bound comes from the file: its length may be anything. */
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
