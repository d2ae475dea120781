package io.parquetry.connect.source.tracking;

import io.parquetry.connect.common.naming.Sha256;
import io.parquetry.connect.common.storage.StoredFile;
import io.parquetry.connect.source.discover.DataFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * A set of files, each with its size and version, in a hash table with open addressing, so that hundreds of thousands
 * of files take little memory. Of a path it keeps 127 bits of the SHA-256, which no two paths share. Of a version it
 * keeps 64 bits, which two versions of one file share by chance in one of 10^19 cases; the modification time and
 * the number of the file take the place of a version that is missing.
 *
 * <pre>
 * slot: hash, first half | hash, second half | size | version or modification time | when it was last seen, in seconds
 * </pre>
 *
 * <p>A slot is 40 bytes, and at least 47 of 100 slots are in use from the first hundred files on: at most 86 bytes a
 * file.
 */
final class CompactFileSet {
    private static final int SLOT = 5;
    private static final int SLOTS_MIN = 64;

    /** Spreads small numbers over all bits. */
    private static final long SPREAD = 0x9e3779b97f4a7c15L;

    /** Of 100 slots, so many are used at most; then the table grows by half. */
    private static final int USED_PERCENT_MAX = 71;

    private final MessageDigest sha256 = Sha256.digest();
    private long[] slots = new long[SLOTS_MIN * SLOT];
    private int used;

    /**
     * Keeps the file from being forgotten, if the set has it as it is.
     *
     * @return whether the set has it
     */
    boolean refresh(DataFile file, long nowMs) {
        int slot = find(file.path());
        boolean same = slots[slot + 2] == file.bytes() && slots[slot + 3] == version(file) && isUsed(slot);
        if (same) {
            slots[slot + 4] = seconds(nowMs);
        }
        return same;
    }

    /** Puts the file in, in place of one of the same path. */
    void add(DataFile file, long nowMs) {
        if ((used + 1) * 100L > slots.length / SLOT * (long) USED_PERCENT_MAX) {
            rebuild(slots.length / SLOT * 3 / 2, Long.MIN_VALUE);
        }
        int slot = find(file.path());
        if (!isUsed(slot)) {
            used++;
        }
        ByteBuffer hash = hash(file.path());
        slots[slot] = hash.getLong();
        slots[slot + 1] = hash.getLong() | 1;
        slots[slot + 2] = file.bytes();
        slots[slot + 3] = version(file);
        slots[slot + 4] = seconds(nowMs);
    }

    /** Forgets the files that were last seen before a moment. */
    void forgetBefore(long ms) {
        int left = 0;
        for (int slot = 0; slot < slots.length; slot += SLOT) {
            left += isUsed(slot) && slots[slot + 4] >= seconds(ms) ? 1 : 0;
        }
        rebuild(Math.max(SLOTS_MIN, left * 2), seconds(ms));
    }

    int size() {
        return used;
    }

    /** The memory that the table takes. */
    long retainedBytes() {
        return (long) slots.length * Long.BYTES;
    }

    private void rebuild(int slotCount, long seenSince) {
        long[] before = slots;
        slots = new long[slotCount * SLOT];
        used = 0;
        for (int from = 0; from < before.length; from += SLOT) {
            if (before[from + 1] != 0 && before[from + 4] >= seenSince) {
                int to = find(before[from], before[from + 1]);
                System.arraycopy(before, from, slots, to, SLOT);
                used++;
            }
        }
    }

    private int find(String path) {
        ByteBuffer hash = hash(path);
        return find(hash.getLong(), hash.getLong() | 1);
    }

    /** The slot of this path, or the free slot for it. The second half of a hash is odd, so that none is all zeros. */
    private int find(long first, long second) {
        int count = slots.length / SLOT;
        int slot = (int) Long.remainderUnsigned(first, count);
        while (isUsed(slot * SLOT) && (slots[slot * SLOT] != first || slots[slot * SLOT + 1] != second)) {
            slot = slot + 1 == count ? 0 : slot + 1;
        }
        return slot * SLOT;
    }

    private boolean isUsed(int slot) {
        return slots[slot + 1] != 0;
    }

    private ByteBuffer hash(String text) {
        return ByteBuffer.wrap(sha256.digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    private long version(DataFile file) {
        StoredFile stored = file.stored();
        return stored.hasVersion()
                ? hash(stored.version()).getLong()
                : stored.modifiedMs() ^ Long.rotateLeft(stored.fileId() * SPREAD, Integer.SIZE);
    }

    private static long seconds(long ms) {
        return Math.floorDiv(ms, 1000);
    }
}
