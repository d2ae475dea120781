package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.data.RecordLayout;
import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.data.StoredRows;
import io.parquetry.connect.common.storage.Storage;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.sink.commit.LedgerFile;
import io.parquetry.connect.sink.commit.OffsetSet;
import io.parquetry.connect.sink.config.ParquetSettings;
import io.parquetry.connect.sink.schema.FileSchema;
import io.parquetry.connect.sink.write.RotationPolicy.Deadline;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.ParquetException;
import io.parquetry.format.file.ParquetReader;
import io.parquetry.format.file.ParquetWriter;
import io.parquetry.format.file.ReaderOptions;
import io.parquetry.format.file.RecordCursor;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file in progress: one output path of one topic-partition. From its first row group on it lies under its temporary
 * name in the ledger's directory; it is either finished, and then it is on the disk to the last byte, or discarded.
 */
final class OpenFile {
    private static final Logger LOG = LoggerFactory.getLogger(OpenFile.class);

    /** A file is not measured before it has so many records: the first ones say little of the others. */
    private static final long RECORDS_BEFORE_SIZE = 16;

    private static final long COPIES_PER_ROW = 4;
    private static final long COPIES_FREE = 100_000;

    /** What the file and its offsets hold beside the writer's buffers. */
    private static final long OBJECT_BYTES = 1_024;

    private static final long OFFSET_BYTES = 2;

    /** Row groups smaller than this stay in memory. */
    private static final long FLUSHED_BYTES_LEAST = 128 << 10;

    private static final long FLUSHED_COLUMN_BYTES_LEAST = 4 << 10;

    private final Storage storage;
    private final String directory;
    private final ParquetSettings parquet;
    private final long openedMs;
    private final OffsetSet offsets;
    private String temporary;
    private FileSchema schema;
    private DeferredFile out;
    private ParquetWriter writer;
    private long lastOffset;
    private long copiedRows;
    /** Null until somebody asks. */
    private Deadline deadline;

    private long writtenMs;
    private long firstTimeMs;
    private long measureAtRecords = RECORDS_BEFORE_SIZE;
    private long measureAtHeldBytes;
    private long firstTimestampMs = Long.MAX_VALUE;
    private long lastTimestampMs = Long.MIN_VALUE;

    private OpenFile(
            Storage storage,
            String temporary,
            String directory,
            FileSchema schema,
            ParquetSettings parquet,
            long firstOffset,
            long openedMs,
            DeferredFile out,
            ParquetWriter writer) {
        this.storage = storage;
        this.temporary = temporary;
        this.directory = directory;
        this.schema = schema;
        this.parquet = parquet;
        this.openedMs = openedMs;
        this.out = out;
        this.writer = writer;
        this.offsets = OffsetSet.from(firstOffset);
        this.lastOffset = firstOffset;
        this.writtenMs = openedMs;
    }

    /**
     * Begins a file.
     *
     * @param temporary the path that it has until it is published
     * @param directory where it is to be published
     * @param firstOffset offset of the record that it is opened for
     * @throws ParquetException when the layout cannot be written
     */
    static OpenFile create(
            Storage storage,
            String temporary,
            String directory,
            FileSchema schema,
            ParquetSettings parquet,
            long firstOffset,
            long openedMs)
            throws IOException {
        DeferredFile out = new DeferredFile(storage, temporary);
        ParquetWriter writer = writer(schema, parquet, out);
        return new OpenFile(storage, temporary, directory, schema, parquet, firstOffset, openedMs, out, writer);
    }

    private static ParquetWriter writer(FileSchema schema, ParquetSettings parquet, DeferredFile out)
            throws IOException {
        RecordLayout layout = schema.layout();
        return ParquetWriter.create(out, layout.schema(), layout.walker(), parquet.optionsFor(layout.schema()));
    }

    /**
     * Whether it can take other schemas: none of its row groups has its columns yet, and its rows have not been written
     * anew several times over, as those of JSON documents would be that bring another name now and then.
     */
    boolean mayGrow() {
        return writer.rowGroups() == 0 && copiedRows <= COPIES_PER_ROW * records() + COPIES_FREE;
    }

    /**
     * Takes other schemas, of which its own are part: what was written so far is read again and written anew, under
     * another temporary name. It is small, since none of its row groups was full.
     *
     * @return whether it did; if not, because a value has no place there after all, the file is what it was
     * @throws ParquetException when the schemas cannot be written; the file stays as it is then
     */
    boolean grow(FileSchema next, Supplier<String> temporaries) throws IOException {
        DeferredFile nextOut = new DeferredFile(storage, temporaries.get());
        ParquetWriter nextWriter = writer(next, parquet, nextOut);
        String former = temporary;
        FileSchema formerSchema = schema;
        try {
            schema.layout().footerNotes().forEach(writer::putKeyValue);
            writer.finish();
            writer.close();
            become(next, nextOut, nextWriter);
            boolean grown = takesRows(former, formerSchema);
            if (!grown) {
                discard();
                DeferredFile sameOut = new DeferredFile(storage, temporaries.get());
                become(formerSchema, sameOut, writer(formerSchema, parquet, sameOut));
                copyRows(former, formerSchema);
            }
            delete(former);
            return grown;
        } catch (ParquetException | DataException e) {
            throw new ConnectException(
                    former + " in " + storage.url() + " cannot be written anew for the schemas of the next record: "
                            + e.getMessage()
                            + ". Nothing of it is published; its records are read again when the task is restarted",
                    e);
        }
    }

    private boolean takesRows(String from, FileSchema fromSchema) throws IOException {
        try {
            copyRows(from, fromSchema);
            return true;
        } catch (InvalidRecordException | DataException e) {
            LOG.debug("{}: cannot take the schemas of the next record and ends: {}", from, e.getMessage());
            return false;
        }
    }

    private void become(FileSchema next, DeferredFile nextOut, ParquetWriter nextWriter) {
        temporary = nextOut.name();
        schema = next;
        out = nextOut;
        writer = nextWriter;
        measureAtRecords = 0;
    }

    private void copyRows(String from, FileSchema fromSchema) throws IOException {
        try (ParquetReader reader = ParquetReader.open(storage.open(from), ReaderOptions.DEFAULT)) {
            RecordCursor rows = reader.records(StoredRows.of(reader.metadata()).builder());
            while (rows.next()) {
                writer.write(schema.moved((StoredRecord) rows.record(), fromSchema));
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
        writer.write(schema.fit(record));
        lastOffset = record.originalKafkaOffset();
        offsets.add(lastOffset);
        writtenMs = nowMs;
        firstTimeMs = records() == 1 ? timeMs : firstTimeMs;
        if (record.timestamp() != null) {
            firstTimestampMs = Math.min(firstTimestampMs, record.timestamp());
            lastTimestampMs = Math.max(lastTimestampMs, record.timestamp());
        }
    }

    /** Whether the offset is near enough to the first one's. */
    boolean reaches(long offset) {
        return offset - firstOffset() <= OffsetSet.DISTANCE_MAX;
    }

    FileSchema schema() {
        return schema;
    }

    /** Where it is to be published, as a path inside the storage. */
    String directory() {
        return directory;
    }

    long firstOffset() {
        return offsets.base();
    }

    long lastOffset() {
        return lastOffset;
    }

    long records() {
        return writer.rows();
    }

    /**
     * Whether the file would have so many bytes if it ended now. To measure costs a look at each column, so it is done
     * again only when an eighth of the records that are missing has come, or a quarter of the bytes.
     */
    boolean hasBytes(long target) {
        long heldBytes = out.position() + writer.retainedBytes();
        if (records() < measureAtRecords && heldBytes < measureAtHeldBytes) {
            return false;
        }
        long bytes = writer.fileBytes();
        long missing = target - bytes;
        measureAtRecords = records() + Math.max(1, missing / Math.max(1, bytes / Math.max(1, records())) / 8);
        measureAtHeldBytes = heldBytes + Math.max(0, missing / 4);
        return missing <= 0;
    }

    /** Memory that it holds. */
    long retainedBytes() {
        return writer.retainedBytes() + OBJECT_BYTES + OFFSET_BYTES * records();
    }

    /** The part of it that goes when its row group is written. */
    long rowGroupBytes() {
        return writer.rowGroupBytes();
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
        writer.flushRowGroup();
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
        schema.layout().footerNotes().forEach(writer::putKeyValue);
        notes.forEach(writer::putKeyValue);
        FooterNotes.ofRecords(
                        firstOffset(), lastOffset, records(), timestamp(firstTimestampMs), timestamp(lastTimestampMs))
                .forEach(writer::putKeyValue);
        writer.finish();
        out.sync();
        long bytes = out.position();
        writer.close();
        requireWhole(bytes);
        LedgerFile file = new LedgerFile(
                StoragePath.name(temporary),
                StoragePath.in(directory, name),
                firstOffset(),
                lastOffset,
                records(),
                bytes);
        return new FinishedFile(file, offsets);
    }

    private OptionalLong timestamp(long timestampMs) {
        return firstTimestampMs > lastTimestampMs ? OptionalLong.empty() : OptionalLong.of(timestampMs);
    }

    private void requireWhole(long bytes) throws IOException {
        OptionalLong length = storage.length(temporary);
        if (length.isEmpty() || length.getAsLong() != bytes) {
            throw new IOException(temporary + " in " + storage.url() + ": " + bytes
                    + " bytes were written and synced, but" + " the file "
                    + (length.isEmpty() ? "does not exist" : "has " + length.getAsLong() + " bytes"));
        }
        try (ParquetReader reader = ParquetReader.open(storage.open(temporary), ReaderOptions.DEFAULT)) {
            if (reader.metadata().rows() != records()) {
                throw new ConnectException(
                        temporary + " in " + storage.url() + ": " + records() + " records were written,"
                                + " but its footer says " + reader.metadata().rows());
            }
        } catch (ParquetException e) {
            throw new ConnectException(
                    temporary + " in " + storage.url() + " was written and synced, but cannot be read: "
                            + e.getMessage()
                            + ". Nothing of it is published; its records are read again when the task is restarted",
                    e);
        }
    }

    /** Gives the output back. What was written stays under its temporary name, for the ledger to sweep. */
    void abandon() {
        try {
            writer.close();
        } catch (IOException e) {
            LOG.debug("{}: cannot be closed; it is abandoned anyway", temporary, e);
        }
    }

    /** Gives the file up and deletes it; if that fails, the ledger's next owner sweeps it. */
    void discard() {
        abandon();
        if (out.exists()) {
            delete(temporary);
        }
    }

    private void delete(String path) {
        try {
            storage.delete(path);
        } catch (IOException e) {
            LOG.debug("{}: cannot be deleted now; it is swept when the partition is opened next", path, e);
        }
    }
}
