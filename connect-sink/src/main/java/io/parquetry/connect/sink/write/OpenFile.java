package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.data.StoredRows;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.sink.commit.LedgerFile;
import io.parquetry.connect.sink.schema.FileSchema;
import io.parquetry.connect.sink.write.RotationPolicy.Deadline;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.ParquetException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file in progress: one output path of one topic-partition, and one family of schemas there. From its first row group
 * on it lies under its temporary name in the ledger's directory; it is either finished, and then it is on the disk to the
 * last byte, or discarded.
 */
final class OpenFile implements LengthWatch.Measured {
    private static final Logger LOG = LoggerFactory.getLogger(OpenFile.class);

    private static final long COPIES_PER_ROW = 4;
    private static final long COPIES_FREE = 100_000;

    /** What the file and its offsets hold beside the writer's buffers. */
    private static final long OBJECT_BYTES = 1_024;

    private static final long OFFSET_BYTES = 2;

    /** Row groups smaller than this stay in memory. */
    private static final long FLUSHED_BYTES_LEAST = 128 << 10;

    private static final long FLUSHED_COLUMN_BYTES_LEAST = 4 << 10;

    private final Drafts drafts;
    private final String directory;
    private final long openedMs;
    private final WrittenOffsets offsets;
    private final LengthWatch length = new LengthWatch();
    private FileSchema schema;
    private Draft draft;
    private long copiedRows;
    /** Null until somebody asks. */
    private Deadline deadline;

    private long writtenMs;
    private long firstTimeMs;

    private OpenFile(Drafts drafts, String directory, FileSchema schema, Draft draft, long firstOffset, long openedMs) {
        this.drafts = drafts;
        this.directory = directory;
        this.schema = schema;
        this.draft = draft;
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
    static OpenFile create(Drafts drafts, String directory, FileSchema schema, long firstOffset, long openedMs)
            throws IOException {
        return new OpenFile(drafts, directory, schema, drafts.begin(schema), firstOffset, openedMs);
    }

    /**
     * Whether it can take other schemas: none of its row groups has its columns yet, and its rows have not been written
     * anew several times over, as those of JSON documents would be that bring another name now and then.
     */
    boolean mayGrow() {
        return draft.rowGroups() == 0 && copiedRows <= COPIES_PER_ROW * records() + COPIES_FREE;
    }

    /**
     * Takes other schemas, of which its own are part: what was written so far is read again and written anew, under
     * another temporary name. It is small, since none of its row groups was full.
     *
     * @return whether it did; if not, because a value has no place there after all, the file is what it was
     * @throws ParquetException when the schemas cannot be written; the file stays as it is then
     */
    boolean grow(FileSchema next) throws IOException {
        Draft grown = drafts.begin(next);
        try {
            draft.finish(Map.of());
            draft.close();
            boolean fits = takesRows(grown);
            if (!fits) {
                grown.discard();
                grown = drafts.begin(schema);
                copyRows(grown);
            }
            draft.delete();
            draft = grown;
            schema = grown.schema();
            length.reset();
            return fits;
        } catch (ParquetException | DataException e) {
            throw new ConnectException(
                    draft.temporary() + " in " + drafts.storage().url()
                            + " cannot be written anew for the schemas of the next record: " + e.getMessage()
                            + ". Nothing of it is published; its records are read again when the task is restarted",
                    e);
        }
    }

    private boolean takesRows(Draft grown) throws IOException {
        try {
            copyRows(grown);
            return true;
        } catch (InvalidRecordException | DataException e) {
            LOG.debug("{}: cannot take the schemas of the next record and ends: {}", draft.temporary(), e.getMessage());
            return false;
        }
    }

    private void copyRows(Draft to) throws IOException {
        try (ParquetReader reader =
                ParquetReader.open(drafts.storage().open(draft.temporary()), ReaderOptions.DEFAULT)) {
            RecordCursor rows = reader.records(StoredRows.of(reader.metadata()).builder());
            while (rows.next()) {
                to.write(to.schema().moved((StoredRecord) rows.record(), draft.schema()));
                copiedRows++;
            }
        }
    }

    /**
     * Adds a record; one that does not fit leaves no trace.
     *
     * @param timeMs the time that it is filed by; 0 where nobody looks at it
     */
    void write(SinkRecord record, long timeMs, long nowMs) throws IOException {
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
        return draft.heldBytes();
    }

    @Override
    public long fileBytes() {
        return draft.fileBytes();
    }

    /** Memory that it holds. */
    long retainedBytes() {
        return draft.retainedBytes() + OBJECT_BYTES + OFFSET_BYTES * records();
    }

    /** The part of it that goes when its row group is written. */
    long rowGroupBytes() {
        return draft.rowGroupBytes();
    }

    /** Whether to write its row group gives back much more than is kept of a row group until the file ends. */
    boolean isWorthFlushing() {
        return rowGroupBytes()
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
     * Ends the file: footer, sync, length and footer read again.
     *
     * @param name the name that it is to have in its directory
     * @param notes what the footer says about where the records come from
     */
    FinishedFile finish(String name, Map<String, String> notes) throws IOException {
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
        draft.abandon();
    }

    /** Gives the file up and deletes it; if that fails, the ledger's next owner sweeps it. */
    void discard() {
        draft.discard();
    }
}
