package io.parquetry.format.variant;

import io.parquetry.format.CorruptFileException;

/**
 * One value within variant data: the header byte at {@code start} and the bytes that follow. Every offset is checked
 * before it is followed; values may nest at most {@link #DEPTH_MAX} deep.
 */
final class VariantView {
    static final int DEPTH_MAX = 500;

    final VariantMetadata metadata;
    final byte[] bytes;
    final int start;
    private final int depth;

    VariantView(VariantMetadata metadata, byte[] bytes, int start, int depth) {
        if (depth > DEPTH_MAX) {
            throw new CorruptFileException("variant values nest deeper than " + DEPTH_MAX);
        }
        VariantBytes.requireRange(bytes, start, 1);
        this.metadata = metadata;
        this.bytes = bytes;
        this.start = start;
        this.depth = depth;
    }

    int basicType() {
        return bytes[start] & 3;
    }

    private int header() {
        return bytes[start] >> 2 & 0x3F;
    }

    boolean isObject() {
        return basicType() == VariantType.OBJECT;
    }

    /** The type of a value that is neither object nor array; short strings are strings. */
    VariantType primitive() {
        if (basicType() == VariantType.SHORT_STRING) {
            return VariantType.STRING;
        }
        VariantType type = VariantType.known(header());
        if (type == null) {
            throw new CorruptFileException("variant primitive type " + header() + " is not defined");
        }
        return type;
    }

    /** Where the bytes of a string or binary begin. */
    int contentStart() {
        return basicType() == VariantType.SHORT_STRING ? start + 1 : start + 5;
    }

    /** How many bytes a string or binary has. */
    int contentLength() {
        long length = basicType() == VariantType.SHORT_STRING ? header() : VariantBytes.unsigned(bytes, start + 1, 4);
        VariantBytes.requireRange(bytes, contentStart(), length);
        return (int) length;
    }

    /** The number behind the header byte. */
    long number(int width) {
        return VariantBytes.signed(bytes, start + 1, width);
    }

    /** Bytes of the whole value with its header. */
    int length() {
        long length = switch (basicType()) {
            case VariantType.PRIMITIVE -> {
                VariantType type = primitive();
                yield type.bytes >= 0 ? 1L + type.bytes : 5L + contentLength();
            }
            case VariantType.SHORT_STRING -> 1L + contentLength();
            default -> {
                Children children = children();
                yield children.valuesStart - start + children.offset(children.count);
            }
        };
        VariantBytes.requireRange(bytes, start, length);
        return (int) length;
    }

    /** The elements of an array or the fields of an object. */
    Children children() {
        return new Children();
    }

    /**
     * The table in front of nested values: number of elements (1 or 4 bytes), field ids (objects only), one offset more
     * than elements.
     */
    final class Children {
        final int count;
        private final int idWidth;
        private final int offsetWidth;
        private final int idsStart;
        private final int offsetsStart;
        final int valuesStart;

        private Children() {
            boolean object = isObject();
            int header = header();
            offsetWidth = (header & 3) + 1;
            idWidth = object ? (header >> 2 & 3) + 1 : 0;
            boolean large = (header >> (object ? 4 : 2) & 1) == 1;
            int countWidth = large ? 4 : 1;
            long elements = VariantBytes.unsigned(bytes, start + 1, countWidth);
            idsStart = start + 1 + countWidth;
            long tableBytes = elements * idWidth + (elements + 1) * offsetWidth;
            VariantBytes.requireRange(bytes, idsStart, tableBytes);
            count = (int) elements;
            offsetsStart = idsStart + count * idWidth;
            valuesStart = (int) (idsStart + tableBytes);
        }

        long offset(int index) {
            return VariantBytes.unsigned(bytes, offsetsStart + index * offsetWidth, offsetWidth);
        }

        String name(int index) {
            return metadata.name(VariantBytes.unsigned(bytes, idsStart + index * idWidth, idWidth));
        }

        VariantView value(int index) {
            long at = valuesStart + offset(index);
            VariantBytes.requireRange(bytes, at, 1);
            return new VariantView(metadata, bytes, (int) at, depth + 1);
        }
    }
}
