package io.parquetry.connect.sink.write;

import io.parquetry.connect.common.ledger.LedgerFile;
import io.parquetry.connect.common.ledger.OffsetSet;
import io.parquetry.connect.common.log.Log;
import io.parquetry.connect.common.storage.StoragePath;
import io.parquetry.connect.sink.commit.ClosedFile;
import io.parquetry.connect.sink.file.DataFileWriter;
import io.parquetry.connect.sink.file.DataFileWriterFactory;
import io.parquetry.connect.sink.memory.MemoryBudget;
import io.parquetry.connect.sink.memory.ReloadMemory;
import io.parquetry.connect.sink.memory.SpillFile;
import io.parquetry.connect.sink.memory.SpilledRows;
import io.parquetry.connect.sink.rotation.LengthCheck;
import io.parquetry.connect.sink.rotation.RotationPolicy;
import io.parquetry.connect.sink.rotation.RotationPolicy.Deadline;
import io.parquetry.connect.sink.schema.FileSchema;
import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.ParquetException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * An open file: one output path of one topic-partition, and one family of schemas there. Its first rows may have been
 * spilled; the rows after them are in a {@link DataFileWriter}. All rows are written to one temporary file when it is
 * closed. It is closed, and then durable to the last byte, or abandoned, or discarded.
 */
final class OpenFile implements LengthCheck.MeasuredFile {
    private static final Log LOG = Log.of(OpenFile.class);

    /** What the file and its offsets hold beside the writer's buffers. */
    private static final long OBJECT_BYTES = 1_024;

    private static final long OFFSET_BYTES = 2;

    /** Smaller row groups stay in memory. */
    private static final long FLUSHED_BYTES_LEAST = 128 << 10;

    private static final long FLUSHED_COLUMN_BYTES_LEAST = 4 << 10;

    private final DataFileWriterFactory writers;
    private final MemoryBudget.Account account;
    private final MemoryBudget.Usage usage;
    private final String directory;
    private final RotationPolicy.Traits firstTraits;
    private final WrittenRecords written;
    private final LengthCheck length = new LengthCheck();
    private final SpilledRows spilled = new SpilledRows();
    private final FileChoice.Use asChoice = new FileChoice.Use(this);
    private Map<String, String> partition = Map.of();
    private FileSchema schema;

    /** Holds the rows after those that are spilled; null when there are none. */
    private DataFileWriter writer;

    /** What a writer holds before its first row. */
    private long emptyBytes;

    /** Computed when it is asked for; null before. */
    private Deadline deadline;

    private long openedMs;
    private long writtenMs;

    private OpenFile(
            DataFileWriterFactory writers,
            MemoryBudget.Account account,
            DataFileWriter writer,
            String directory,
            long firstOffset,
            RotationPolicy.Traits firstTraits,
            long openedMs) {
        this.writers = writers;
        this.account = account;
        this.usage = account.newUsage();
        this.writer = writer;
        this.schema = writer.schema();
        this.emptyBytes = writer.retainedBytes();
        this.directory = directory;
        this.written = new WrittenRecords(firstOffset);
        this.firstTraits = firstTraits;
        this.openedMs = openedMs;
        this.writtenMs = openedMs;
        usage.setWritten(retainedBytes());
    }

    /**
     * Opens a file.
     *
     * @param directory where it is to be published
     * @param first the record that it is opened for
     * @param firstTraits the record's, by the policy
     * @throws ParquetException when the schema cannot be written
     */
    static OpenFile create(
            DataFileWriterFactory writers,
            MemoryBudget.Account account,
            FileSchema schema,
            String directory,
            SinkRecord first,
            RotationPolicy.Traits firstTraits,
            long nowMs)
            throws IOException {
        return new OpenFile(
                writers, account, writers.open(schema), directory, first.originalKafkaOffset(), firstTraits, nowMs);
    }

    /** Says what the footer is to say about the partition of a table that all records are of. */
    OpenFile of(Map<String, String> tablePartition) {
        partition = tablePartition;
        return this;
    }

    /** Adds a record; a record that does not fit leaves no trace. */
    void write(SinkRecord record, long nowMs) throws IOException {
        if (writer == null) {
            writer = writers.open(schema);
        }
        writer.parquet().write(schema.fit(record));
        written.add(record);
        writtenMs = nowMs;
        usage.setWritten(retainedBytes());
    }

    /**
     * Whether it can take a larger schema: none of its row groups has been written, and to write its rows again is
     * neither too much work nor done too often.
     */
    boolean mayGrow() {
        return (writer == null || !writer.isOnStorage())
                && spilled.dataBytes() <= writers.parquet().options().rowGroupBytesMax()
                && !isCopiedTooOften();
    }

    /** Whether its rows were written again for larger schemas so often that this must end. */
    boolean isCopiedTooOften() {
        return spilled.isCopiedTooOften(records(), columns());
    }

    int columns() {
        return schema.layout().schema().leaves().size();
    }

    /**
     * Takes a larger schema: its rows are spilled and written again in that schema.
     *
     * @return whether it did; if not, because a value has no place in that schema after all, it keeps its own
     * @throws ParquetException when the schema cannot be written; the file stays as it is then
     */
    boolean grow(FileSchema next) throws IOException {
        DataFileWriter grown = writers.open(next);
        long grownEmptyBytes = grown.retainedBytes();
        spillWriter();
        writer = grown;
        try {
            spilled.copyTo(grown, reloadMemory());
        } catch (InvalidRecordException | DataException e) {
            LOG.debug("{}: cannot take the schema of the next record and is closed: {}", directory, e.getMessage());
            writer = null;
            grown.discard();
            usage.set(retainedBytes());
            return false;
        } catch (ParquetException e) {
            throw unreadable(e);
        }
        spilled.release();
        schema = next;
        emptyBytes = grownEmptyBytes;
        length.reset();
        usage.set(retainedBytes());
        return true;
    }

    private void spillWriter() throws IOException {
        if (writer != null) {
            DataFileWriter full = writer;
            writer = null;
            spilled.add(full);
        }
    }

    /** Brings all rows together in one writer. */
    private void reload() throws IOException {
        spillWriter();
        writer = writers.open(schema);
        try {
            spilled.copyTo(writer, reloadMemory());
        } catch (ParquetException | DataException e) {
            throw unreadable(e);
        }
        spilled.release();
    }

    private ReloadMemory reloadMemory() {
        return new ReloadMemory(usage, retainedBytes() - writerBytes(), account.reloadRowGroupBytesMax());
    }

    private ConnectException unreadable(RuntimeException e) {
        return new ConnectException(
                "the rows of a file for " + directory + " were spilled to "
                        + writers.storage().url() + " and cannot be read again: " + e.getMessage()
                        + ". None of them is published; their records are read again when the task is restarted",
                e);
    }

    private boolean maySpill() {
        return writer != null && writer.rows() > 0 && !writer.isOnStorage() && !spilled.isFull();
    }

    /**
     * Moves the rows that are in memory to a spill file, where they stay until this file is closed.
     *
     * @return number of rows
     */
    long spill(SpillFile file) throws IOException {
        DataFileWriter full = writer;
        long rows = full.rows();
        writer = null;
        spilled.add(full, file);
        usage.set(retainedBytes());
        return rows;
    }

    /**
     * Whether writing its row group frees much more than what is kept of a row group until the file is closed. Rows
     * that follow spilled rows cannot be written before these.
     */
    boolean isWorthFlushing() {
        return spilled.isEmpty() && rowGroupBytes() >= FLUSHED_BYTES_LEAST + FLUSHED_COLUMN_BYTES_LEAST * columns();
    }

    /** Writes its row group to the temporary file. */
    void flush() throws IOException {
        writer.parquet().flushRowGroup();
        usage.set(retainedBytes());
    }

    /**
     * Closes the file durably: brings its rows together, writes the footer, syncs, and reads the footer again.
     *
     * @param name the name that it is to have in its directory
     * @param keyValues key-value metadata of the footer about the origin of the records
     */
    ClosedFile close(String name, Map<String, String> keyValues) throws IOException {
        if (!spilled.isEmpty()) {
            reload();
        }
        if (writer.rows() != records()) {
            throw new IllegalStateException(directory + "/" + name + " would be closed with " + writer.rows()
                    + " of its " + records() + " rows");
        }
        Map<String, String> all = new LinkedHashMap<>(keyValues);
        all.putAll(written.keyValues());
        all.putAll(partition);
        String path = StoragePath.in(directory, name);
        DataFileWriter.Closed closed = writer.closeDurably(all, path);
        usage.close();
        LedgerFile file = new LedgerFile(
                StoragePath.name(writer.temporaryPath()), path, firstOffset(), lastOffset(), records(), closed.bytes());
        return new ClosedFile(file, written.offsets(), closed.staging());
    }

    /** Closes the output. What was written keeps its temporary name until the ledger sweeps it. */
    void abandon() {
        if (writer != null) {
            writer.abandon();
        }
        usage.close();
    }

    /** Closes the output and deletes all that was written; if that fails, the ledger's next owner sweeps it. */
    void discard() {
        spilled.release();
        if (writer != null) {
            writer.discard();
        }
        usage.close();
    }

    /** Whether the offset is near enough to the first offset. */
    boolean mayHold(long offset) {
        return written.mayHold(offset);
    }

    FileSchema schema() {
        return schema;
    }

    /** This file as a choice, which is made for most records. */
    FileChoice.Use asChoice() {
        return asChoice;
    }

    /** Where it is to be published, as a path inside the storage. */
    String directory() {
        return directory;
    }

    /** The offsets of its records; more may come. */
    OffsetSet offsets() {
        return written.offsets();
    }

    long firstOffset() {
        return written.firstOffset();
    }

    long lastOffset() {
        return written.lastOffset();
    }

    @Override
    public long records() {
        return written.count();
    }

    /** Computes its length if that is due; returns whether the length has reached the target. */
    boolean checkLength(long targetBytes) {
        return length.check(targetBytes, this);
    }

    @Override
    public long heldBytes() {
        return spilled.dataBytes() + (writer == null ? 0 : writer.heldBytes());
    }

    /** The estimate takes memory itself, which counts at once: the file may not be written again for long. */
    @Override
    public long fileBytes() {
        long bytes =
                spilled.dataBytes() + (writer == null ? 0 : writer.parquet().fileBytes());
        usage.set(retainedBytes());
        return bytes;
    }

    /** Memory that it holds. */
    long retainedBytes() {
        return writerBytes() + OBJECT_BYTES + OFFSET_BYTES * records() + spilled.heapBytes();
    }

    private long writerBytes() {
        return writer == null ? 0 : writer.retainedBytes();
    }

    /** Memory that spilling its rows frees. */
    long spillableBytes() {
        return maySpill() ? writerBytes() - SpilledRows.PART_HEAP_BYTES : 0;
    }

    /** Memory that writing its row group frees. */
    long rowGroupBytes() {
        return writer == null ? 0 : writer.parquet().rowGroupBytes();
    }

    /** Memory that one more record may take. Buffers grow by half, dictionaries to twice. */
    long growthBytes() {
        return writer == null ? emptyBytes : writer.parquet().rowGroupBytes() / 2;
    }

    /** Number of its last write among all writes of the task. */
    long lastWrite() {
        return usage.lastWrite();
    }

    /** What the policy compares with the records that follow: the traits of the first one. */
    RotationPolicy.Traits firstTraits() {
        return firstTraits;
    }

    long openedMs() {
        return openedMs;
    }

    /** The clock was put back: it may not show for long what it showed when the file was opened or written. */
    void clockPutBack(long nowMs) {
        openedMs = Math.min(openedMs, nowMs);
        writtenMs = Math.min(writtenMs, nowMs);
        deadline = null;
    }

    /** When it is closed by the clock if nothing is written before. */
    Deadline deadline(RotationPolicy policy) {
        if (deadline == null) {
            deadline = policy.afterOpening(openedMs);
        }
        return deadline.earlier(policy.afterWriting(writtenMs));
    }
}
