package io.parquetry.format.internal.column.read;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.internal.encoding.DecodedValues;
import io.parquetry.format.schema.LeafColumn;
import java.io.IOException;
import java.util.Arrays;

/**
 * Gathers whole rows of one column from the batches of its reader, into arrays with a slot for each entry. While all
 * that was gathered comes from the dictionary, only positions in it are kept, and values are looked up when they are
 * asked for.
 *
 * <p>A round also ends where pages with and without the dictionary meet, since values of it that were copied could take
 * any number of times its bytes; only within a row they are copied.
 *
 * <p>A round is {@link #begin}, {@link #fill} any number of times, and {@link #give}: rows that were filled and not
 * given are the first ones of the next round.
 */
public final class ColumnGatherer {
    /** A round ends, when it has a row, with so many entries of a repeated column or bytes of values. */
    private static final int ENTRIES_FULL = 1 << 16;

    private static final int BYTES_FULL = 1 << 22;

    /** A value of so many bytes must fit into the memory limit once more. */
    private static final int LARGE_VALUE_BYTES = 1 << 20;

    private final ColumnChunkReader reader;
    private final ColumnBatch batch;
    private final int maxDefinition;
    private final boolean repeated;

    // In the batch of the reader
    private int position;
    private int batchEntries;
    private int value;

    // Gathered
    private int entries;
    private int rows;
    private boolean lastIsOpen;
    private byte[] definition;
    private byte[] repetition;
    private int[] positions;
    private int[] rowBegins;
    private final ValueSlots slots;
    private boolean coded;

    // Given
    private int givenRows;
    private int givenEntries;
    private boolean lookedUp;

    public ColumnGatherer(ColumnChunkReader reader) {
        this.reader = reader;
        batch = reader.batch();
        LeafColumn leaf = reader.leaf();
        maxDefinition = leaf.maxDefinitionLevel();
        repeated = leaf.maxRepetitionLevel() > 0;
        definition = new byte[batch.capacity()];
        repetition = new byte[batch.capacity()];
        Arrays.fill(definition, (byte) maxDefinition);
        positions = new int[batch.capacity()];
        rowBegins = repeated ? new int[batch.capacity() + 1] : new int[0];
        slots = new ValueSlots(leaf.type().physicalType(), batch.capacity());
    }

    public LeafColumn leaf() {
        return reader.leaf();
    }

    /** Starts a chunk that the reader has just been opened on. */
    public void start() {
        position = 0;
        batchEntries = 0;
        entries = 0;
        rows = 0;
        lastIsOpen = false;
        givenRows = 0;
        givenEntries = 0;
        slots.shift(0, 0);
    }

    /** Forgets the rows that were given. */
    public void begin() {
        int left = entries - givenEntries;
        if (!coded || left == 0) {
            slots.shift(givenEntries, coded ? 0 : left);
        }
        if (left > 0) {
            System.arraycopy(definition, givenEntries, definition, 0, left);
            System.arraycopy(repetition, givenEntries, repetition, 0, left);
            System.arraycopy(positions, givenEntries, positions, 0, left);
        }
        for (int row = givenRows; repeated && row < rows; row++) {
            rowBegins[row - givenRows] = rowBegins[row] - givenEntries;
        }
        entries = left;
        rows -= givenRows;
        givenRows = 0;
        givenEntries = 0;
        lookedUp = false;
    }

    /** Skips rows; nothing that was gathered may be left. */
    public void skip(long count) throws IOException {
        long left = count;
        int to = position;
        if (repeated) {
            byte[] levels = batch.repetition();
            while (to < batchEntries && (levels[to] != 0 || left-- > 0)) {
                to++;
            }
        } else {
            to = (int) Math.min(batchEntries, position + left);
            left -= to - position;
        }
        value += valuesIn(position, to);
        position = to;
        if (to == batchEntries && (repeated || left > 0)) {
            reader.skipRows(left);
        }
    }

    private int valuesIn(int from, int to) {
        if (batch.allPresent()) {
            return to - from;
        }
        byte[] levels = batch.definition();
        int count = 0;
        for (int i = from; i < to; i++) {
            count += levels[i] == maxDefinition ? 1 : 0;
        }
        return count;
    }

    /**
     * Gathers until so many rows are whole, or the round has to end.
     *
     * @param wanted rows of this round; the chunk must have them
     * @return how many of them there are, at least one
     */
    public int fill(int wanted) throws IOException {
        while (whole() < wanted && !isFull()) {
            if (position == batchEntries && !load()) {
                if (lastIsOpen) {
                    lastIsOpen = false;
                    continue;
                }
                throw new CorruptFileException(reader.place(), "the column ends before the rows of its row group");
            }
            if (whole() > 0 && batch.dictionaryCoded() != coded) {
                break;
            }
            if (repeated) {
                appendRows(wanted);
            } else {
                int count = Math.min(batchEntries - position, wanted - rows);
                append(count);
                rows += count;
            }
        }
        return Math.min(whole(), wanted);
    }

    private int whole() {
        return lastIsOpen ? rows - 1 : rows;
    }

    private boolean isFull() {
        return whole() > 0 && (entries >= ENTRIES_FULL || slots.bytesUsed() >= BYTES_FULL);
    }

    private boolean load() throws IOException {
        boolean more = reader.next();
        position = more ? batch.first() : 0;
        value = batch.firstValue();
        batchEntries = more ? batch.entries() : 0;
        return more;
    }

    /** Appends the entries of the batch up to the end of the last wanted row. */
    private void appendRows(int wanted) {
        byte[] levels = batch.repetition();
        int to = position;
        boolean ends = false;
        while (to < batchEntries && !ends) {
            if (levels[to] == 0) {
                if (rows == wanted) {
                    ends = true;
                    continue;
                }
                if (rows == rowBegins.length) {
                    rowBegins = Arrays.copyOf(rowBegins, rows * 2);
                }
                rowBegins[rows++] = entries + to - position;
            }
            to++;
        }
        append(to - position);
        lastIsOpen = !ends;
    }

    /** Appends the next entries of the batch. */
    private void append(int count) {
        int to = entries + count;
        ensure(to);
        if (repeated) {
            System.arraycopy(batch.repetition(), position, repetition, entries, count);
        }
        boolean dense = batch.allPresent();
        if (maxDefinition > 0) {
            if (dense) {
                Arrays.fill(definition, entries, to, (byte) maxDefinition);
            } else {
                System.arraycopy(batch.definition(), position, definition, entries, count);
            }
        }
        int found = position + count == batchEntries ? batch.values() - value : valuesIn(position, position + count);
        if (entries == 0) {
            coded = batch.dictionaryCoded();
        }
        if (batch.dictionaryCoded()) {
            appendPositions(count, found);
        } else {
            appendValues(count, found);
        }
        value += found;
        position += count;
        entries = to;
    }

    private void appendPositions(int count, int found) {
        if (found == count) {
            System.arraycopy(batch.indexes(), value, positions, entries, count);
        } else {
            spread(batch.indexes(), count);
        }
        if (!coded) {
            slots.gather(batch.dictionary, positions, entries, count);
        }
    }

    /** Sets the positions of entries of which some are null, without a branch, since nulls come as they like. */
    private void spread(int[] indexes, int count) {
        int[] into = positions;
        byte[] levels = definition;
        int max = maxDefinition;
        int next = value;
        for (int i = entries; i < entries + count; i++) {
            int absent = levels[i] - max >> 31;
            into[i] = indexes[next] | absent;
            next += absent + 1;
        }
    }

    /** Sets the positions of values that are numbered without gaps. */
    private void number(int count) {
        int[] into = positions;
        byte[] levels = definition;
        int max = maxDefinition;
        int next = value;
        for (int i = entries; i < entries + count; i++) {
            int absent = levels[i] - max >> 31;
            into[i] = next | absent;
            next += absent + 1;
        }
    }

    private void appendValues(int count, int found) {
        if (coded) {
            slots.gather(batch.dictionary, positions, 0, entries);
            coded = false;
        }
        requireMemory(found);
        if (found == count) {
            slots.copy(batch.plain, value, entries, count);
        } else {
            number(count);
            slots.gather(batch.plain, positions, entries, count);
        }
    }

    private void requireMemory(int count) {
        if (batch.plain instanceof DecodedValues.Binary binary) {
            for (int i = value; i < value + count; i++) {
                if (binary.lengths()[i] > LARGE_VALUE_BYTES) {
                    batch.requireMemoryFor(i);
                }
            }
        }
    }

    private void ensure(int count) {
        if (count > definition.length) {
            int before = definition.length;
            int length = Math.max(count, before * 2);
            definition = Arrays.copyOf(definition, length);
            Arrays.fill(definition, before, length, (byte) maxDefinition);
            repetition = Arrays.copyOf(repetition, length);
            positions = Arrays.copyOf(positions, length);
        }
        slots.ensure(count, coded ? 0 : entries);
    }

    /** Gives the first rows of this round out, at most as many as {@link #fill} has said. */
    public void give(int count) {
        givenRows = count;
        givenEntries = !repeated ? count : count == rows ? entries : rowBegins[count];
    }

    /** Entries of the rows that were given. */
    public int entries() {
        return givenEntries;
    }

    public byte[] definition() {
        return definition;
    }

    public byte[] repetition() {
        return repetition;
    }

    /** Whether {@link #positions} are those of a dictionary. */
    public boolean coded() {
        return coded;
    }

    /** Position of each value in the dictionary, and -1 for each null; undefined unless {@link #coded}. */
    public int[] positions() {
        return positions;
    }

    /** A value for each entry. */
    public DecodedValues values() {
        if (coded && !lookedUp) {
            slots.refer(batch.dictionary, positions, givenEntries);
            lookedUp = true;
        }
        return slots.values();
    }

    public DecodedValues dictionary() {
        return batch.dictionary;
    }

    public int dictionarySize() {
        return batch.dictionarySize();
    }

    public int dictionaryNumber() {
        return batch.dictionaryNumber();
    }
}
