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
 * DELTA_BYTE_ARRAY         lengths of shared prefixes (delta), lengths of suffixes (delta), bytes of the suffixes
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

    /**
     * DELTA_BYTE_ARRAY; the values are assembled in an array that the next read reuses. {@link #fitting} decodes
     * lengths before the values are read: values with long shared prefixes make a small page large.
     */
    static final class PrefixedBinary implements ValueDecoder<DecodedValues.Binary> {
        /** The most bytes that one read assembles if the caller obeys {@link #fitting}, unless one value has more. */
        static final int BYTES_AT_ONCE = 1 << 24;

        private static final int BYTES_MAX = 1 << 30;

        private final DeltaBinaryPackedDecoder prefixLengths = new DeltaBinaryPackedDecoder();
        private final DeltaBinaryPackedDecoder suffixLengths = new DeltaBinaryPackedDecoder();
        private final int fixedLength;
        private byte[] page = {};
        private int position;
        private int end;

        // Lengths of values that have not been read
        private int[] prefixes = {};
        private int[] suffixes = {};
        private int known;

        private byte[] joined = {};
        private byte[] previous = {};

        /** @param fixedLength length of every value, or 0 */
        PrefixedBinary(int fixedLength) {
            this.fixedLength = fixedLength;
        }

        @Override
        public void start(byte[] bytes, int from, int to) {
            prefixLengths.start(bytes, from, to);
            suffixLengths.start(bytes, prefixLengths.findEnd(), to);
            page = bytes;
            position = suffixLengths.findEnd();
            end = to;
            known = 0;
            previous = new byte[0];
        }

        @Override
        public int fitting(int count) {
            int there = Math.min(count, known + prefixLengths.valuesLeft());
            know(there);
            long total = 0;
            for (int i = 0; i < there; i++) {
                total += (long) prefixes[i] + suffixes[i];
                if (total > BYTES_AT_ONCE) {
                    return Math.max(1, i);
                }
            }
            return count;
        }

        /** Decodes the lengths of the next {@code count} values that have not been decoded yet. */
        private void know(int count) {
            if (count <= known) {
                return;
            }
            int more = count - known;
            int[] lengths = new int[more];
            prefixes = prefixes.length < count ? Arrays.copyOf(prefixes, count) : prefixes;
            suffixes = suffixes.length < count ? Arrays.copyOf(suffixes, count) : suffixes;
            prefixLengths.readInts(lengths, more);
            System.arraycopy(lengths, 0, prefixes, known, more);
            suffixLengths.readInts(lengths, more);
            System.arraycopy(lengths, 0, suffixes, known, more);
            known = count;
        }

        @Override
        public void read(DecodedValues.Binary into, int count) {
            if (count == 0) {
                return;
            }
            know(count);
            join(into, requireLengths(count), count);
            int last = into.offsets()[count - 1];
            previous = Arrays.copyOfRange(joined, last, last + into.lengths()[count - 1]);
            known -= count;
            System.arraycopy(prefixes, count, prefixes, 0, known);
            System.arraycopy(suffixes, count, suffixes, 0, known);
        }

        /** Checks that all bytes are there and that prefixes fit the values before; returns the bytes of all values. */
        private int requireLengths(int count) {
            long total = 0;
            long before = previous.length;
            long left = (long) end - position;
            for (int i = 0; i < count; i++) {
                if (prefixes[i] < 0 || prefixes[i] > before) {
                    throw new CorruptFileException(
                            "a value shares " + prefixes[i] + " bytes with the value before it, which has " + before);
                }
                if (suffixes[i] < 0 || suffixes[i] > left) {
                    throw new CorruptFileException("a value has " + suffixes[i] + " bytes of its own, but only " + left
                            + " bytes of the page are left");
                }
                left -= suffixes[i];
                before = (long) prefixes[i] + suffixes[i];
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
                joined = new byte[Math.max(total, Math.min(2 * joined.length, BYTES_AT_ONCE))];
            }
            byte[] before = previous;
            int beforeAt = 0;
            int at = 0;
            for (int i = 0; i < count; i++) {
                int prefix = prefixes[i];
                int suffix = suffixes[i];
                System.arraycopy(before, beforeAt, joined, at, prefix);
                System.arraycopy(page, position, joined, at + prefix, suffix);
                position += suffix;
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
