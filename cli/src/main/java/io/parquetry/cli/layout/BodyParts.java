package io.parquetry.cli.layout;

import io.parquetry.cli.describe.ColumnText;
import io.parquetry.format.metadata.CompressionCodec;
import io.parquetry.format.metadata.Encoding;
import io.parquetry.format.schema.LeafColumn;
import io.parquetry.format.schema.PhysicalType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the bytes of a page behind its header are, as far as they are not compressed:
 *
 * <pre>
 * data page V1: [length, repetition levels,] [length, definition levels,] values; all compressed together
 * data page V2: repetition levels, definition levels, values; only the values compressed
 * dictionary:   values, PLAIN
 * </pre>
 *
 * <p>Levels and dictionary ids are runs: a varint {@code n << 1} and a value that occurs n times, or {@code n << 1 | 1}
 * and n times eight values packed into bits.
 */
final class BodyParts {
    private static final int PARTS_MAX = 48;
    private static final int VALUES_OF_RUN_MAX = 16;

    private final LeafColumn leaf;
    private final byte[] body;
    private final int bodyBytes;
    private final List<ByteField> parts = new ArrayList<>();

    private BodyParts(LeafColumn leaf, byte[] body, int bodyBytes) {
        this.leaf = leaf;
        this.body = body;
        this.bodyBytes = bodyBytes;
    }

    /**
     * Names the parts of a page.
     *
     * @param body its first bytes behind the header
     * @param bodyBytes how many bytes it has
     */
    static List<ByteField> of(HeaderOfPage header, int codecId, LeafColumn leaf, byte[] body, int bodyBytes) {
        BodyParts parts = new BodyParts(leaf, body, bodyBytes);
        boolean compressed = codecId != CompressionCodec.UNCOMPRESSED.id();
        if (header.isV2()) {
            parts.v2(header, compressed && header.number("is_compressed").orElse(1) == 1);
        } else if (compressed) {
            parts.whole(header.isDictionary() ? "values, compressed" : "levels and values, compressed");
        } else if (header.isV1()) {
            parts.v1(header);
        } else if (header.isDictionary()) {
            parts.values(0, Encoding.PLAIN.id());
        }
        return parts.parts;
    }

    private void whole(String name) {
        add(0, 0, bodyBytes, name, bodyBytes + " bytes");
    }

    private boolean add(int depth, int at, int length, String name, String value) {
        if (parts.size() < PARTS_MAX) {
            parts.add(new ByteField(depth, at, length, name, value));
            return true;
        }
        return false;
    }

    private void v2(HeaderOfPage header, boolean compressed) {
        int repetition = clamp(header.number("repetition_levels_byte_length").orElse(0));
        int definition = clamp(header.number("definition_levels_byte_length").orElse(0));
        int at = 0;
        if (repetition > 0) {
            add(0, 0, repetition, "repetition levels", repetition + " bytes, RLE");
            runs(0, repetition, width(leaf.maxRepetitionLevel()));
            at = repetition;
        }
        if (definition > 0) {
            add(0, at, definition, "definition levels", definition + " bytes, RLE");
            runs(at, at + definition, width(leaf.maxDefinitionLevel()));
            at += definition;
        }
        if (compressed) {
            add(0, at, bodyBytes - at, "values, compressed", (bodyBytes - at) + " bytes");
        } else {
            values(at, (int) header.number("encoding").orElse(-1));
        }
    }

    private int clamp(long length) {
        return (int) Math.max(0, Math.min(length, bodyBytes));
    }

    private void v1(HeaderOfPage header) {
        int at = levels(
                0,
                "repetition",
                leaf.maxRepetitionLevel(),
                header.number("repetition_level_encoding").orElse(-1));
        if (at >= 0) {
            at = levels(
                    at,
                    "definition",
                    leaf.maxDefinitionLevel(),
                    header.number("definition_level_encoding").orElse(-1));
        }
        if (at >= 0) {
            values(at, (int) header.number("encoding").orElse(-1));
        }
    }

    /** Returns where the next part begins, or -1 when that is not known. */
    private int levels(int at, String name, int max, long encodingId) {
        if (max == 0) {
            return at;
        }
        if (encodingId != Encoding.RLE.id() || at + Integer.BYTES > body.length) {
            add(0, at, Math.max(0, bodyBytes - at), name + " levels and what follows", ColumnText.encoding((int)
                    encodingId));
            return -1;
        }
        int length = little(at, Integer.BYTES).getInt();
        add(0, at, Integer.BYTES, "length of the " + name + " levels", Integer.toString(length));
        if (length < 0 || length > bodyBytes - at - Integer.BYTES) {
            return -1;
        }
        int from = at + Integer.BYTES;
        add(0, from, length, name + " levels", length + " bytes, RLE");
        runs(from, from + length, width(max));
        return from + length;
    }

    private static int width(int max) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(max);
    }

    /** The runs of levels or dictionary ids between two positions, as far as the bytes are known. */
    private void runs(int from, int to, int bits) {
        int at = from;
        while (at < Math.min(to, body.length)) {
            int begin = at;
            long header = 0;
            int shift = 0;
            do {
                header |= (long) (body[at] & 0x7F) << shift;
                shift += 7;
            } while ((body[at++] & 0x80) != 0 && at < body.length && shift < 35);
            long count = header >>> 1;
            long length = (header & 1) == 1 ? count * bits : (bits + 7) / 8;
            if (count == 0 || length > to - at || at + length > body.length) {
                return;
            }
            int next = at + (int) length;
            String value = (header & 1) == 1 ? packed(at, bits, count * 8) : count + " times " + number(at, next);
            if (!add(1, begin, next - begin, (header & 1) == 1 ? "bit-packed" : "run", value)) {
                return;
            }
            at = next;
        }
    }

    private long number(int from, int to) {
        long number = 0;
        for (int i = to - 1; i >= from; i--) {
            number = number << 8 | body[i] & 0xFF;
        }
        return number;
    }

    private String packed(int at, int bits, long count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(count, VALUES_OF_RUN_MAX); i++) {
            long value = 0;
            for (int bit = 0; bit < bits; bit++) {
                int position = i * bits + bit;
                value |= (long) (body[at + position / 8] >> position % 8 & 1) << bit;
            }
            text.append(i == 0 ? "" : " ").append(value);
        }
        return text + (count > VALUES_OF_RUN_MAX ? " ... (" + count + ")" : "");
    }

    private void values(int at, int encodingId) {
        add(0, at, bodyBytes - at, "values", (bodyBytes - at) + " bytes, " + ColumnText.encoding(encodingId));
        if (encodingId == Encoding.PLAIN.id()) {
            plain(at);
        } else if ((encodingId == Encoding.RLE_DICTIONARY.id() || encodingId == Encoding.PLAIN_DICTIONARY.id())
                && at < body.length) {
            add(1, at, 1, "bits of a dictionary id", Integer.toString(body[at] & 0xFF));
            runs(at + 1, bodyBytes, Math.min(body[at] & 0xFF, Integer.SIZE));
        }
    }

    private void plain(int from) {
        PhysicalType type = leaf.type().physicalType();
        int at = from;
        while (type != PhysicalType.BOOLEAN && at < body.length) {
            if (type == PhysicalType.BYTE_ARRAY) {
                if (at + Integer.BYTES > body.length) {
                    return;
                }
                int length = little(at, Integer.BYTES).getInt();
                if (length < 0
                        || length > body.length - at - Integer.BYTES
                        || !add(1, at, Integer.BYTES, "length", Integer.toString(length))) {
                    return;
                }
                at += Integer.BYTES;
                if (!value(at, length)) {
                    return;
                }
                at += length;
            } else {
                int length =
                        type == PhysicalType.FIXED_LEN_BYTE_ARRAY ? leaf.type().typeLength() : bytes(type);
                if (length <= 0 || length > body.length - at || !value(at, length)) {
                    return;
                }
                at += length;
            }
        }
    }

    private boolean value(int at, int length) {
        return add(1, at, length, "value", ColumnText.bound(leaf.type(), Arrays.copyOfRange(body, at, at + length)));
    }

    private static int bytes(PhysicalType type) {
        return switch (type) {
            case INT32, FLOAT -> Integer.BYTES;
            case INT64, DOUBLE -> Long.BYTES;
            case INT96 -> 12;
            case BOOLEAN, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> 0;
        };
    }

    private ByteBuffer little(int at, int length) {
        return ByteBuffer.wrap(body, at, length).order(ByteOrder.LITTLE_ENDIAN);
    }
}
