package io.parquetry.format.internal.encoding;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import java.util.Arrays;

/**
 * The encodings that are built on {@link DeltaBinaryPackedDecoder} (Encodings.md):
 *
 * <pre>
 * DELTA_BINARY_PACKED      numbers
 * DELTA_LENGTH_BYTE_ARRAY  lengths (delta), bytes of all values
 * DELTA_BYTE_ARRAY         lengths shared with the value before (delta), lengths of the rest (delta), bytes of the rests
 * </pre>
 */
final class DeltaDecoders {
    private DeltaDecoders() {}

    static final class Ints implements ValueDecoder<DecodedValues.Ints> {
        private final DeltaBinaryPackedDecoder deltas = new DeltaBinaryPackedDecoder();

        @Override
        public void start(byte[] bytes, int from, int to) {
            deltas.start(bytes, from, to);
        }

        @Override
        public void read(DecodedValues.Ints into, int count) {
            deltas.readInts(into.array(), count);
        }
    }

    static final class Longs implements ValueDecoder<DecodedValues.Longs> {
        private final DeltaBinaryPackedDecoder deltas = new DeltaBinaryPackedDecoder();

        @Override
        public void start(byte[] bytes, int from, int to) {
            deltas.start(bytes, from, to);
        }

        @Override
        public void read(DecodedValues.Longs into, int count) {
            deltas.readLongs(into.array(), count);
        }
    }

    /** DELTA_LENGTH_BYTE_ARRAY; the values stay in the page. */
    static final class LengthBinary implements ValueDecoder<DecodedValues.Binary> {
        private final DeltaBinaryPackedDecoder lengths = new DeltaBinaryPackedDecoder();
        private byte[] bytes = {};
        private int position;
        private int end;

        @Override
        public void start(byte[] page, int from, int to) {
            lengths.start(page, from, to);
            bytes = page;
            position = lengths.findEnd();
            end = to;
        }

        @Override
        public void read(DecodedValues.Binary into, int count) {
            into.bytes(bytes);
            lengths.readInts(into.lengths(), count);
            int[] offsets = into.offsets();
            int at = position;
            for (int i = 0; i < count; i++) {
                int length = into.lengths()[i];
                if (length < 0 || length > end - at) {
                    throw new CorruptFileException("a value has length " + length + ", but only " + (end - at)
                            + " bytes of the page are left");
                }
                offsets[i] = at;
                at += length;
            }
            position = at;
        }
    }

    /** DELTA_BYTE_ARRAY; the values are put together in an array that is used again by the next read. */
    static final class PrefixedBinary implements ValueDecoder<DecodedValues.Binary> {
        /** What one read may put together: values that share much make a small page large. */
        private static final int BYTES_MAX = 1 << 28;

        private final DeltaBinaryPackedDecoder prefixLengths = new DeltaBinaryPackedDecoder();
        private final LengthBinary suffixes = new LengthBinary();
        private final int fixedLength;
        private int[] prefixes = {};
        private byte[] joined = {};
        private byte[] previous = {};

        /** @param fixedLength length that every value must have, or 0 */
        PrefixedBinary(int fixedLength) {
            this.fixedLength = fixedLength;
        }

        @Override
        public void start(byte[] page, int from, int to) {
            prefixLengths.start(page, from, to);
            suffixes.start(page, prefixLengths.findEnd(), to);
            previous = new byte[0];
        }

        @Override
        public void read(DecodedValues.Binary into, int count) {
            if (count == 0) {
                return;
            }
            if (prefixes.length < count) {
                prefixes = new int[count];
            }
            prefixLengths.readInts(prefixes, count);
            suffixes.read(into, count);
            join(into, requireLengths(into.lengths(), count), count);
            int last = into.offsets()[count - 1];
            previous = Arrays.copyOfRange(joined, last, last + into.lengths()[count - 1]);
        }

        /** Checks that each value shares no more than the one before has; gives the bytes of all together. */
        private int requireLengths(int[] suffixLengths, int count) {
            long total = 0;
            long before = previous.length;
            for (int i = 0; i < count; i++) {
                if (prefixes[i] < 0 || prefixes[i] > before) {
                    throw new CorruptFileException(
                            "a value shares " + prefixes[i] + " bytes with the value before it, which has " + before);
                }
                before = (long) prefixes[i] + suffixLengths[i];
                if (fixedLength > 0 && before != fixedLength) {
                    throw new CorruptFileException(
                            "a value has length " + before + ", but the type has length " + fixedLength);
                }
                total += before;
                if (total > BYTES_MAX) {
                    throw new UnsupportedFeatureException("unsupported: DELTA_BYTE_ARRAY values that take more than "
                            + BYTES_MAX + " bytes for " + count + " values");
                }
            }
            return (int) total;
        }

        private void join(DecodedValues.Binary into, int total, int count) {
            if (joined.length < total) {
                joined = new byte[Math.max(total, Math.min(2 * joined.length, BYTES_MAX))];
            }
            byte[] suffixBytes = into.bytes();
            byte[] before = previous;
            int beforeAt = 0;
            int at = 0;
            for (int i = 0; i < count; i++) {
                int prefix = prefixes[i];
                int suffix = into.lengths()[i];
                System.arraycopy(before, beforeAt, joined, at, prefix);
                System.arraycopy(suffixBytes, into.offsets()[i], joined, at + prefix, suffix);
                before = joined;
                beforeAt = at;
                into.offsets()[i] = at;
                into.lengths()[i] = prefix + suffix;
                at += prefix + suffix;
            }
            into.bytes(joined);
        }
    }
}
