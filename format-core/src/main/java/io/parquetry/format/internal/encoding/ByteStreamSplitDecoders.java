package io.parquetry.format.internal.encoding;

import io.parquetry.format.CorruptFileException;

/** BYTE_STREAM_SPLIT (Encodings.md): the first bytes of all values, then the second bytes of all values, and so on. */
final class ByteStreamSplitDecoders {
    private ByteStreamSplitDecoders() {}

    /** The streams of a page, one for each byte of a value. */
    private abstract static sealed class Streams<V extends DecodedValues> implements ValueDecoder<V> {
        final int width;
        byte[] bytes = {};
        int first;
        int values;
        int next;

        Streams(int width) {
            this.width = width;
        }

        @Override
        public final void start(byte[] page, int from, int to) {
            if ((to - from) % width != 0) {
                throw new CorruptFileException((to - from) + " bytes do not make " + width + " streams of one length");
            }
            bytes = page;
            first = from;
            values = (to - from) / width;
            next = 0;
        }

        /** Skips values; returns the position of the first byte of the first of them. */
        final int take(int count) {
            if (values - next < count) {
                throw PlainDecoders.endsEarly(values - next, count);
            }
            int at = first + next;
            next += count;
            return at;
        }

        final int intAt(int at) {
            return bytes[at] & 0xff
                    | (bytes[at + values] & 0xff) << 8
                    | (bytes[at + 2 * values] & 0xff) << 16
                    | bytes[at + 3 * values] << 24;
        }

        final long longAt(int at) {
            return intAt(at) & 0xffffffffL | (long) intAt(at + 4 * values) << 32;
        }
    }

    static final class Ints extends Streams<DecodedValues.Ints> {
        Ints() {
            super(Integer.BYTES);
        }

        @Override
        public void read(DecodedValues.Ints into, int count) {
            int at = take(count);
            for (int i = 0; i < count; i++) {
                into.array()[i] = intAt(at + i);
            }
        }
    }

    static final class Longs extends Streams<DecodedValues.Longs> {
        Longs() {
            super(Long.BYTES);
        }

        @Override
        public void read(DecodedValues.Longs into, int count) {
            int at = take(count);
            for (int i = 0; i < count; i++) {
                into.array()[i] = longAt(at + i);
            }
        }
    }

    static final class Floats extends Streams<DecodedValues.Floats> {
        Floats() {
            super(Float.BYTES);
        }

        @Override
        public void read(DecodedValues.Floats into, int count) {
            int at = take(count);
            for (int i = 0; i < count; i++) {
                into.array()[i] = Float.intBitsToFloat(intAt(at + i));
            }
        }
    }

    static final class Doubles extends Streams<DecodedValues.Doubles> {
        Doubles() {
            super(Double.BYTES);
        }

        @Override
        public void read(DecodedValues.Doubles into, int count) {
            int at = take(count);
            for (int i = 0; i < count; i++) {
                into.array()[i] = Double.longBitsToDouble(longAt(at + i));
            }
        }
    }

    /** The values are assembled in an array that the next read reuses. */
    static final class FixedBinary extends Streams<DecodedValues.Binary> {
        private byte[] joined = {};

        FixedBinary(int length) {
            super(length);
        }

        @Override
        public void read(DecodedValues.Binary into, int count) {
            int at = take(count);
            if (joined.length < count * width) {
                joined = new byte[count * width];
            }
            for (int stream = 0; stream < width; stream++) {
                int from = at + stream * values;
                for (int i = 0; i < count; i++) {
                    joined[i * width + stream] = bytes[from + i];
                }
            }
            into.bytes(joined);
            for (int i = 0; i < count; i++) {
                into.offsets()[i] = i * width;
                into.lengths()[i] = width;
            }
        }
    }
}
