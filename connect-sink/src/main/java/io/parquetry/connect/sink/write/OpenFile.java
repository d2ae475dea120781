package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.sink.commit.LedgerFile;
import io.parquetry.connect.sink.schema.FileSchema;
import io.parquetry.connect.sink.write.RotationPolicy.Deadline;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.ParquetException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file in progress: one output path of one topic-partition, and one family of schemas there. Its rows are in a
 * {@link FileWriter}; those before them may have been spilled, and come together in one draft when the file ends. It is either
 * finished, and then it is on the disk to the last byte, or discarded.
 */
final class OpenFile implements LengthWatch.Measured {
    private static final Logger LOG = LoggerFactory.getLogger(OpenFile.class);

    /** What the file and its offsets hold beside the writer's buffers. */
    private static final long OBJECT_BYTES = 1_024;

    private static final long OFFSET_BYTES = 2;

    /** Row groups smaller than this stay in memory. */
    private static final long FLUSHED_BYTES_LEAST = 128 << 10;

    private static final long FLUSHED_COLUMN_BYTES_LEAST = 4 << 10;

    private final FileWriterFactory drafts;
    private final String directory;
    private final long openedMs;
    private final WrittenOffsets offsets;
    private final LengthWatch length = new LengthWatch();
    private final SpilledRows spilled = new SpilledRows();
    private FileSchema schema;

    /** The rows after those that are spilled; null when there are none. */
    private FileWriter draft;

    /** What a draft holds before its first row. */
    private long emptyBytes;

    /** Null until somebody asks. */
    private Deadline deadline;

    private long writtenMs;
    private long firstTimeMs;

    private OpenFile(
            FileWriterFactory drafts,
            String directory,
            FileSchema schema,
            FileWriter draft,
            long firstOffset,
            long openedMs) {
        this.drafts = drafts;
        this.directory = directory;
        this.schema = schema;
        this.draft = draft;
        this.emptyBytes = draft.retainedBytes();
        this.offsets = new WrittenOffsets(firstOffset);
        this.openedMs = openedMs;
        this.writtenMs = openedMs;
    }

    /**
     * Begins a file.
     *
     * @param directory where it is to be published
     * @param firstOffset offset of the record that it is opened for
     * @throws ParquetException when the layout cannot be written
     */
    static OpenFile create(
            FileWriterFactory drafts, String directory, FileSchema schema, long firstOffset, long openedMs)
            throws IOException {
        return new OpenFile(drafts, directory, schema, drafts.begin(schema), firstOffset, openedMs);
    }

    /**
     * Whether it can take other schemas: no row group of its has its columns yet, and to write its rows anew is neither too
     * much nor done too often.
     */
    boolean mayGrow() {
        return (draft == null || draft.maySpill())
                && spilled.dataBytes() <= drafts.parquet().options().rowGroupBytesMax()
                && !spilled.areCopiedTooOften(records());
    }

    /**
     * Takes other schemas, of which its own are part: its rows are written to the storage, and read again into a draft of
     * these schemas.
     *
     * @return whether it did; if not, because a value has no place there after all, it keeps its schemas
     * @throws ParquetException when the schemas cannot be written; the file stays as it is then
     */
    boolean grow(FileSchema next, GatherMemory memory) throws IOException {
        FileWriter grown = drafts.begin(next);
        long grownEmptyBytes = grown.retainedBytes();
        spillDraft(FileWriter::spill);
        draft = grown;
        try {
            spilled.copyTo(grown, memory);
        } catch (InvalidRecordException | DataException e) {
            LOG.debug("{}: cannot take the schemas of the next record and ends: {}", directory, e.getMessage());
            draft = null;
            grown.discard();
            return false;
        } catch (ParquetException e) {
            throw unreadable(e);
        }
        spilled.release();
        schema = next;
        emptyBytes = grownEmptyBytes;
        length.reset();
        return true;
    }

    private void spillDraft(SpilledRows.Way way) throws IOException {
        if (draft != null) {
            FileWriter full = draft;
            draft = null;
            spilled.add(full, way);
        }
    }

    /** Whether its rows could leave memory until it ends. */
    private boolean maySpill() {
        return draft != null && draft.rows() > 0 && draft.maySpill() && !spilled.isFull();
    }

    /**
     * Writes the rows that are in memory to a file with others, where they stay until this one ends.
     *
     * @return how many
     */
    long spill(SpillFile to) throws IOException {
        long rows = draft.rows();
        spillDraft(full -> full.spill(to));
        return rows;
    }

    /** Brings rows that were spilled together again, before the file is finished. */
    void gather(GatherMemory memory) throws IOException {
        if (spilled.isEmpty()) {
            return;
        }
        spillDraft(FileWriter::spill);
        draft = drafts.begin(schema);
        try {
            spilled.copyTo(draft, memory);
        } catch (ParquetException | DataException e) {
            throw unreadable(e);
        }
        spilled.release();
    }

    private ConnectException unreadable(RuntimeException e) {
        return new ConnectException(
                "the rows of a file for " + directory + " were written to "
                        + drafts.storage().url()
                        + ", but cannot be taken from there again: " + e.getMessage()
                        + ". Nothing of it is published; its records are read again when the task is restarted",
                e);
    }

    /**
     * Adds a record; one that does not fit leaves no trace.
     *
     * @param timeMs the time that it is filed by; 0 where nobody looks at it
     */
    void write(SinkRecord record, long timeMs, long nowMs) throws IOException {
        if (draft == null) {
            draft = drafts.begin(schema);
        }
        draft.write(schema.fit(record));
        offsets.add(record);
        writtenMs = nowMs;
        firstTimeMs = records() == 1 ? timeMs : firstTimeMs;
    }

    /** Whether the offset is near enough to the first one's. */
    boolean reaches(long offset) {
        return offsets.reaches(offset);
    }

    FileSchema schema() {
        return schema;
    }

    /** Where it is to be published, as a path inside the storage. */
    String directory() {
        return directory;
    }

    long firstOffset() {
        return offsets.first();
    }

    long lastOffset() {
        return offsets.last();
    }

    @Override
    public long records() {
        return offsets.records();
    }

    /** Whether the file would have so many bytes if it ended now. */
    boolean hasBytes(long target) {
        return length.hasBytes(target, this);
    }

    @Override
    public long heldBytes() {
        return spilled.dataBytes() + (draft == null ? 0 : draft.heldBytes());
    }

    @Override
    public long fileBytes() {
        return spilled.dataBytes() + (draft == null ? 0 : draft.fileBytes());
    }

    /** Memory that it holds. */
    long retainedBytes() {
        return draftBytes() + OBJECT_BYTES + OFFSET_BYTES * records() + spilled.heapBytes();
    }

    private long draftBytes() {
        return draft == null ? 0 : draft.retainedBytes();
    }

    /** What it holds less when its rows are spilled. */
    long spillableBytes() {
        return maySpill() ? draftBytes() - SpilledRows.PART_HEAP_BYTES : 0;
    }

    /** The part of it that goes when its row group is written. */
    long rowGroupBytes() {
        return draft == null ? 0 : draft.rowGroupBytes();
    }

    /** What it may take for one more record. Buffers grow by half, dictionaries to twice. */
    long growthBytes() {
        return draft == null ? emptyBytes : draft.rowGroupBytes() / 2;
    }

    /**
     * Whether to write its row group gives back much more than is kept of a row group until the file ends. Rows that
     * follow spilled ones cannot be written before these.
     */
    boolean isWorthFlushing() {
        return spilled.isEmpty()
                && rowGroupBytes()
                        >= FLUSHED_BYTES_LEAST
                                + FLUSHED_COLUMN_BYTES_LEAST
                                        * schema.layout().schema().leaves().size();
    }

    /** Writes its row group. */
    void flush() throws IOException {
        draft.flush();
    }

    /** When the last record was written. */
    long writtenMs() {
        return writtenMs;
    }

    /** The time of the first record, as files are filed by; 0 where nobody looks at it. */
    long firstTimeMs() {
        return firstTimeMs;
    }

    long openedMs() {
        return openedMs;
    }

    /** When it ends by the clock, whatever is written to it. */
    Deadline afterOpening(RotationPolicy policy) {
        if (deadline == null) {
            deadline = policy.afterOpening(openedMs);
        }
        return deadline;
    }

    /**
     * Ends the file, whose rows are together: footer, sync, length and footer read again.
     *
     * @param name the name that it is to have in its directory
     * @param notes what the footer says about where the records come from
     */
    FinishedFile finish(String name, Map<String, String> notes) throws IOException {
        if (!spilled.isEmpty() || draft.rows() != records()) {
            throw new IllegalStateException(directory + "/" + name + " would end without some of its rows");
        }
        Map<String, String> all = new LinkedHashMap<>(notes);
        all.putAll(offsets.notes());
        long bytes = draft.finishDurably(all);
        LedgerFile file = new LedgerFile(
                StoragePath.name(draft.temporary()),
                StoragePath.in(directory, name),
                firstOffset(),
                lastOffset(),
                records(),
                bytes);
        return new FinishedFile(file, offsets.set());
    }

    /** Gives the output back. What was written stays under its temporary name, for the ledger to sweep. */
    void abandon() {
        if (draft != null) {
            draft.abandon();
        }
    }

    /** Gives the file up and deletes it; if that fails, the ledger's next owner sweeps it. */
    void discard() {
        spilled.release();
        if (draft != null) {
            draft.discard();
        }
    }
}
