package io.parquetry.format.internal.statistics;

/** Bounds of BOOLEAN values. */
public final class BooleanMinMax extends MinMax {
    private boolean hasFalse;
    private boolean hasTrue;

    /** Adds the first {@code count} values, which are 0 or 1. */
    public void addAll(int[] bits, int count) {
        int trues = 0;
        for (int i = 0; i < count; i++) {
            trues += bits[i];
        }
        add(trues < count, trues > 0);
    }

    private void add(boolean someFalse, boolean someTrue) {
        hasFalse |= someFalse;
        hasTrue |= someTrue;
        empty = !hasFalse && !hasTrue;
    }

    @Override
    public void merge(MinMax bounds) {
        BooleanMinMax other = (BooleanMinMax) bounds;
        add(other.hasFalse, other.hasTrue);
    }

    @Override
    public byte[] min() {
        return new byte[] {(byte) (hasFalse ? 0 : 1)};
    }

    @Override
    public byte[] max() {
        return new byte[] {(byte) (hasTrue ? 1 : 0)};
    }
}
