package io.parquetry.format.internal.column.read;

import io.parquetry.format.internal.encoding.DecodedValues;
import io.parquetry.format.internal.encoding.Growth;
import io.parquetry.format.schema.PhysicalType;
import java.util.Arrays;

/** Values in the array of their type, one slot for each entry; the slot of a null is 0, false or empty. */
final class ValueSlots {
    /** Position of a value that a null has. */
    static final int NULL = -1;

    private final PhysicalType type;
    private DecodedValues slots;
    private int capacity;
    private byte[] bytes = {};
    private int bytesUsed;

    ValueSlots(PhysicalType type, int capacity) {
        this.type = type;
        this.capacity = capacity;
        slots = DecodedValues.of(type, capacity);
    }

    DecodedValues values() {
        return slots;
    }

    /** Bytes of binary values that were copied. */
    int bytesUsed() {
        return bytesUsed;
    }

    /** Ensures room for {@code count} slots, of which the first {@code used} are kept. */
    void ensure(int count, int used) {
        if (count > capacity) {
            DecodedValues before = slots;
            capacity = Math.max(count, capacity * 2);
            slots = DecodedValues.of(type, capacity);
            move(before, 0, used);
        }
    }

    /** Moves the slots from {@code from} on to the front. */
    void shift(int from, int count) {
        move(slots, from, count);
        if (slots instanceof DecodedValues.Binary binary) {
            int firstByte = count == 0 ? bytesUsed : binary.offsets()[0];
            System.arraycopy(bytes, firstByte, bytes, 0, bytesUsed - firstByte);
            bytesUsed -= firstByte;
            for (int i = 0; i < count; i++) {
                binary.offsets()[i] -= firstByte;
            }
        }
    }

    private void move(DecodedValues from, int first, int count) {
        if (from instanceof DecodedValues.Binary binary) {
            DecodedValues.Binary into = (DecodedValues.Binary) slots;
            System.arraycopy(binary.offsets(), first, into.offsets(), 0, count);
            System.arraycopy(binary.lengths(), first, into.lengths(), 0, count);
            into.bytes(bytes);
        } else {
            copyNumbers(from, first, 0, count);
        }
    }

    /** Copies values that have no nulls between them to the slots from {@code at} on. */
    void copy(DecodedValues from, int first, int at, int count) {
        if (from instanceof DecodedValues.Binary binary) {
            for (int i = 0; i < count; i++) {
                copyBytes(binary, first + i, at + i);
            }
        } else {
            copyNumbers(from, first, at, count);
        }
    }

    private void copyNumbers(DecodedValues from, int first, int at, int count) {
        System.arraycopy(array(from), first, array(slots), at, count);
    }

    private static Object array(DecodedValues values) {
        if (values instanceof DecodedValues.Booleans booleans) {
            return booleans.array();
        }
        if (values instanceof DecodedValues.Ints ints) {
            return ints.array();
        }
        if (values instanceof DecodedValues.Longs longs) {
            return longs.array();
        }
        if (values instanceof DecodedValues.Floats floats) {
            return floats.array();
        }
        return ((DecodedValues.Doubles) values).array();
    }

    private void copyBytes(DecodedValues.Binary from, int value, int slot) {
        int length = from.lengths()[value];
        if (length > bytes.length - bytesUsed) {
            bytes = Arrays.copyOf(bytes, Growth.capacity(bytes.length, (long) bytesUsed + length));
        }
        System.arraycopy(from.bytes(), from.offsets()[value], bytes, bytesUsed, length);
        DecodedValues.Binary into = (DecodedValues.Binary) slots;
        into.bytes(bytes);
        into.offsets()[slot] = bytesUsed;
        into.lengths()[slot] = length;
        bytesUsed += length;
    }

    /** Fills each slot from {@code at} on with the value at the position of the same number, or {@link #NULL}. */
    void gather(DecodedValues from, int[] positions, int at, int count) {
        int to = at + count;
        if (from instanceof DecodedValues.Booleans booleans) {
            gather(booleans.array(), positions, at, to, ((DecodedValues.Booleans) slots).array());
        } else if (from instanceof DecodedValues.Ints ints) {
            gather(ints.array(), positions, at, to, ((DecodedValues.Ints) slots).array());
        } else if (from instanceof DecodedValues.Longs longs) {
            gather(longs.array(), positions, at, to, ((DecodedValues.Longs) slots).array());
        } else if (from instanceof DecodedValues.Floats floats) {
            gather(floats.array(), positions, at, to, ((DecodedValues.Floats) slots).array());
        } else if (from instanceof DecodedValues.Doubles doubles) {
            gather(doubles.array(), positions, at, to, ((DecodedValues.Doubles) slots).array());
        } else {
            DecodedValues.Binary binary = (DecodedValues.Binary) from;
            for (int i = at; i < to; i++) {
                if (positions[i] == NULL) {
                    setEmpty(i, bytesUsed);
                } else {
                    copyBytes(binary, positions[i], i);
                }
            }
        }
    }

    /** As {@link #gather} from the first slot on, but binary values stay where they are. */
    void refer(DecodedValues from, int[] positions, int count) {
        if (!(from instanceof DecodedValues.Binary binary)) {
            gather(from, positions, 0, count);
            return;
        }
        DecodedValues.Binary into = (DecodedValues.Binary) slots;
        into.bytes(binary.bytes());
        for (int i = 0; i < count; i++) {
            int position = positions[i];
            if (position == NULL) {
                setEmpty(i, 0);
            } else {
                into.offsets()[i] = binary.offsets()[position];
                into.lengths()[i] = binary.lengths()[position];
            }
        }
    }

    private void setEmpty(int slot, int offset) {
        DecodedValues.Binary into = (DecodedValues.Binary) slots;
        into.offsets()[slot] = offset;
        into.lengths()[slot] = 0;
    }

    // In the loops below, "absent" has all bits set for a null and none for a value: nulls come as they like, and a
    // branch that no processor foretells would cost more than the look-up. There is a value at 0, unless all are null.

    private static void gather(boolean[] from, int[] positions, int at, int to, boolean[] into) {
        for (int i = at; i < to; i++) {
            into[i] = positions[i] != NULL && from[positions[i]];
        }
    }

    private static void gather(int[] from, int[] positions, int at, int to, int[] into) {
        if (from.length == 0) {
            Arrays.fill(into, at, to, 0);
            return;
        }
        for (int i = at; i < to; i++) {
            int absent = positions[i] >> 31;
            into[i] = from[positions[i] & ~absent] & ~absent;
        }
    }

    private static void gather(long[] from, int[] positions, int at, int to, long[] into) {
        if (from.length == 0) {
            Arrays.fill(into, at, to, 0);
            return;
        }
        for (int i = at; i < to; i++) {
            int absent = positions[i] >> 31;
            into[i] = from[positions[i] & ~absent] & ~absent;
        }
    }

    private static void gather(float[] from, int[] positions, int at, int to, float[] into) {
        if (from.length == 0) {
            Arrays.fill(into, at, to, 0);
            return;
        }
        for (int i = at; i < to; i++) {
            int absent = positions[i] >> 31;
            into[i] = Float.intBitsToFloat(Float.floatToRawIntBits(from[positions[i] & ~absent]) & ~absent);
        }
    }

    private static void gather(double[] from, int[] positions, int at, int to, double[] into) {
        if (from.length == 0) {
            Arrays.fill(into, at, to, 0);
            return;
        }
        for (int i = at; i < to; i++) {
            int absent = positions[i] >> 31;
            into[i] = Double.longBitsToDouble(Double.doubleToRawLongBits(from[positions[i] & ~absent]) & ~absent);
        }
    }
}
