package io.parquetry.format.internal.encoding;

import io.parquetry.format.CorruptFileException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * PLAIN values (Encodings.md, "Plain"): numbers little-endian, BYTE_ARRAY as a 4-byte length and its bytes,
 * FIXED_LEN_BYTE_ARRAY and INT96 as their bytes, BOOLEAN as bits, least significant first.
 */
final class PlainDecoders {
    private PlainDecoders() {}

    /** Values of one width: checks that the page has enough of them, and uses the bulk copies of the JDK. */
    private abstract static sealed class Fixed<V extends DecodedValues> implements ValueDecoder<V> {
        private final int width;
        private ByteBuffer page = ByteBuffer.allocate(0);

        Fixed(int width) {
            this.width = width;
        }

        @Override
        public void start(byte[] bytes, int from, int to) {
            page = ByteBuffer.wrap(bytes, from, to - from).order(ByteOrder.LITTLE_ENDIAN);
        }

        /** The page, positioned at the next value; checks that {@code count} are left. */
        final ByteBuffer page(int count) {
            if (page.remaining() / width < count) {
                throw endsEarly(page.remaining() / width, count);
            }
            return page;
        }

        final void skip(int count) {
            page.position(page.position() + count * width);
        }
    }

    static CorruptFileException endsEarly(long available, int wanted) {
        return new CorruptFileException("the page ends " + (wanted - available)
                + " values early: its header and levels announce more values than its bytes hold, as nulls in a"
                + " required column would");
    }

    static final class Ints extends Fixed<DecodedValues.Ints> {
        Ints() {
            super(Integer.BYTES);
        }

        @Override
        public void read(DecodedValues.Ints into, int count) {
            page(count).asIntBuffer().get(into.array(), 0, count);
            skip(count);
        }
    }

    static final class Longs extends Fixed<DecodedValues.Longs> {
        Longs() {
            super(Long.BYTES);
        }

        @Override
        public void read(DecodedValues.Longs into, int count) {
            page(count).asLongBuffer().get(into.array(), 0, count);
            skip(count);
        }
    }

    static final class Floats extends Fixed<DecodedValues.Floats> {
        Floats() {
            super(Float.BYTES);
        }

        @Override
        public void read(DecodedValues.Floats into, int count) {
            page(count).asFloatBuffer().get(into.array(), 0, count);
            skip(count);
        }
    }

    static final class Doubles extends Fixed<DecodedValues.Doubles> {
        Doubles() {
            super(Double.BYTES);
        }

        @Override
        public void read(DecodedValues.Doubles into, int count) {
            page(count).asDoubleBuffer().get(into.array(), 0, count);
            skip(count);
        }
    }

    /** The values stay in the page. */
    static final class FixedBinary extends Fixed<DecodedValues.Binary> {
        private final int length;

        FixedBinary(int length) {
            super(length);
            this.length = length;
        }

        @Override
        public void read(DecodedValues.Binary into, int count) {
            ByteBuffer page = page(count);
            into.bytes(page.array());
            int at = page.position();
            for (int i = 0; i < count; i++) {
                into.offsets()[i] = at;
                into.lengths()[i] = length;
                at += length;
            }
            skip(count);
        }
    }

    /** The values stay in the page. */
    static final class Binary implements ValueDecoder<DecodedValues.Binary> {
        private byte[] bytes = {};
        private int position;
        private int end;

        @Override
        public void start(byte[] page, int from, int to) {
            bytes = page;
            position = from;
            end = to;
        }

        @Override
        public void read(DecodedValues.Binary into, int count) {
            byte[] page = bytes;
            int[] offsets = into.offsets();
            int[] lengths = into.lengths();
            into.bytes(page);
            int at = position;
            for (int i = 0; i < count; i++) {
                if (end - at < Integer.BYTES) {
                    throw endsEarly(i, count);
                }
                int length = LittleEndian.intAt(page, at);
                at += Integer.BYTES;
                if (length < 0 || length > end - at) {
                    throw new CorruptFileException("a BYTE_ARRAY value has length " + length + ", but only "
                            + (end - at) + " bytes of the page are left");
                }
                offsets[i] = at;
                lengths[i] = length;
                at += length;
            }
            position = at;
        }
    }

    static final class Booleans implements ValueDecoder<DecodedValues.Booleans> {
        private byte[] bytes = {};
        private long nextBit;
        private long endBit;

        @Override
        public void start(byte[] page, int from, int to) {
            bytes = page;
            nextBit = 8L * from;
            endBit = 8L * to;
        }

        @Override
        public void read(DecodedValues.Booleans into, int count) {
            if (endBit - nextBit < count) {
                throw endsEarly(endBit - nextBit, count);
            }
            boolean[] values = into.array();
            for (int i = 0; i < count; i++) {
                long bit = nextBit + i;
                values[i] = (bytes[(int) (bit >>> 3)] >>> (bit & 7) & 1) != 0;
            }
            nextBit += count;
        }
    }
}
