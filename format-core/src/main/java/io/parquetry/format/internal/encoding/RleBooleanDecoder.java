package io.parquetry.format.internal.encoding;

import io.parquetry.format.CorruptFileException;

/** Booleans as runs (Encodings.md, "RLE"): the length of the runs (4 bytes), and the runs of 1-bit values. */
final class RleBooleanDecoder implements ValueDecoder<DecodedValues.Booleans> {
    private final RleDecoder runs = new RleDecoder();
    private byte[] bits = {};

    @Override
    public void start(byte[] bytes, int from, int to) {
        int length = to - from < Integer.BYTES ? -1 : LittleEndian.intAt(bytes, from);
        int first = from + Integer.BYTES;
        if (length < 0 || length > to - first) {
            throw new CorruptFileException("the runs of the boolean values have length " + length + ", but only "
                    + Math.max(0, to - first) + " bytes of the page are left");
        }
        runs.start(bytes, first, first + length, 1);
    }

    @Override
    public void read(DecodedValues.Booleans into, int count) {
        if (bits.length < count + LevelsDecoder.SLACK_BYTES) {
            bits = new byte[count + LevelsDecoder.SLACK_BYTES];
        }
        runs.readLevels(bits, count);
        for (int i = 0; i < count; i++) {
            into.array()[i] = bits[i] != 0;
        }
    }
}
