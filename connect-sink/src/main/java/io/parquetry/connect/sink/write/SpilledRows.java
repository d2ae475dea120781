package io.parquetry.connect.sink.write;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The rows of one open file that were written to the storage before it ends, in the order in which they came. */
final class SpilledRows {
    /** Parts may be files of the ledger's directory, of which there must not be too many. */
    private static final int PARTS_MAX = 256;

    /** What is remembered of a part. */
    static final long PART_HEAP_BYTES = 128;

    private static final long COPIES_PER_ROW = 4;
    private static final long COPIES_FREE = 100_000;

    private final List<Spilled> parts = new ArrayList<>();
    private long dataBytes;
    private long copies;

    /** A way of a draft to the storage. */
    @FunctionalInterface
    interface Way {
        Spilled of(FileWriter draft) throws IOException;
    }

    boolean isEmpty() {
        return parts.isEmpty();
    }

    /** Whether no more may come. */
    boolean isFull() {
        return parts.size() >= PARTS_MAX;
    }

    /** Whether rows were copied several times over, as those of JSON documents would be that bring ever more names. */
    boolean areCopiedTooOften(long records) {
        return copies > COPIES_PER_ROW * records + COPIES_FREE;
    }

    /** Length of them in their parts, without footers. */
    long dataBytes() {
        return dataBytes;
    }

    /** Memory that is needed to know of them. */
    long heapBytes() {
        return PART_HEAP_BYTES * parts.size();
    }

    /** Takes the rows of a draft, which is ended. */
    void add(FileWriter draft, Way way) throws IOException {
        if (draft.rows() == 0) {
            draft.discard();
            return;
        }
        try {
            Spilled part = way.of(draft);
            parts.add(part);
            dataBytes += part.dataBytes();
        } catch (IOException | RuntimeException e) {
            draft.abandon();
            throw e;
        }
    }

    /**
     * Writes all of them to a draft, whose schemas have a place for theirs.
     *
     * @throws io.parquetry.format.InvalidRecordException when a value has no place there after all
     * @throws org.apache.kafka.connect.errors.DataException the same
     */
    void copyTo(FileWriter draft, GatherMemory memory) throws IOException {
        for (Spilled part : parts) {
            part.read(row -> {
                draft.write(draft.schema().moved(row, part.schema()));
                copies++;
                memory.held().run();
                if (draft.rowGroupBytes() > memory.rowGroupBytesMax()) {
                    draft.flush();
                    memory.held().run();
                }
            });
        }
    }

    /** They are not needed any more. */
    void release() {
        parts.forEach(Spilled::release);
        parts.clear();
        dataBytes = 0;
    }
}
