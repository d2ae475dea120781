package io.parquetry.format.file;

import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.UsageException;
import io.parquetry.format.internal.column.write.ColumnChunkWriter;
import io.parquetry.format.internal.footer.CreatedBy;
import io.parquetry.format.internal.footer.FileLayout;
import io.parquetry.format.internal.page.GatheredOutput;
import io.parquetry.format.internal.record.Shredder;
import io.parquetry.format.internal.rowgroup.RowGroupWriter;
import io.parquetry.format.internal.rowgroup.WrittenRowGroup;
import io.parquetry.format.io.OutputFile;
import io.parquetry.format.metadata.ColumnOrder;
import io.parquetry.format.metadata.FileMetadata;
import io.parquetry.format.metadata.KeyValue;
import io.parquetry.format.metadata.RowGroupMetadata;
import io.parquetry.format.model.RecordWalker;
import io.parquetry.format.schema.MessageType;
import io.parquetry.format.schema.Shape;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Writes one file:
 *
 * <pre>
 * PAR1 | row group | row group | ... | column indexes | offset indexes | footer | footer length | PAR1
 * </pre>
 *
 * <p>Invariants: (a) a refused record leaves no trace; (b) all options are resolved before the first byte is
 * written; (c) after a failure of the output every further call is refused, because the file is incomplete. One thread
 * at a time.
 *
 * @param <R> the records
 */
public final class ParquetWriter<R> implements Closeable {
    /** Heap of the objects of an open file, of each of its columns, and of each finished chunk. */
    private static final int FILE_HEAP_BYTES = 4096;

    private static final int COLUMN_HEAP_BYTES = 750;
    private static final int CHUNK_HEAP_BYTES = 350;
    private static final int INDEXES_HEAP_BYTES = 250;

    private final GatheredOutput out;
    private final MessageType schema;
    private final WriterOptions options;
    /** Takes the rows in the order of the calls: the row group that is written, unless rows are sorted first. */
    private final RowGroupWriter rowsTaken;

    private final RowGroupWriter rowGroup;
    private final Optional<RowsToSort> rowsToSort;
    private final Shredder<R> shredder;
    private final List<WrittenRowGroup> written = new ArrayList<>();
    private final List<KeyValue> keyValues = new ArrayList<>();
    /** Heap of the file without the row group that is being filled. */
    private long fixedHeapBytes;

    /** Bytes of footer and indexes, without that row group. */
    private long footerBytes;

    private long rows;
    private State state = State.OPEN;

    private enum State {
        OPEN,
        FINISHED,
        FAILED,
        CLOSED
    }

    private ParquetWriter(
            OutputFile out,
            MessageType schema,
            Shape.StructShape shape,
            WriterOptions options,
            RowGroupWriter rowGroup,
            Optional<RowsToSort> rowsToSort,
            RecordWalker<R> walker) {
        this.out = new GatheredOutput(out);
        this.schema = schema;
        this.options = options;
        this.rowGroup = rowGroup;
        this.rowsToSort = rowsToSort;
        this.rowsTaken = rowsToSort.map(RowsToSort::gathered).orElse(rowGroup);
        List<ColumnChunkWriter> columns = schema.leaves().stream()
                .map(leaf -> rowsTaken.column(leaf.ordinal()))
                .toList();
        this.shredder = Shredder.compile(shape, walker, columns);
        int columnWriters = schema.leaves().size() * (rowsToSort.isPresent() ? 2 : 1);
        this.fixedHeapBytes = FILE_HEAP_BYTES + (long) COLUMN_HEAP_BYTES * columnWriters;
        this.footerBytes = FileLayout.footerBytes(schema);
    }

    /**
     * Begins a file. The writer owns {@code out} from here on, also when this fails.
     *
     * @param walker takes the records of {@link #write} apart
     * @throws UsageException when schema or options cannot be written
     */
    public static <R> ParquetWriter<R> create(
            OutputFile out, MessageType schema, RecordWalker<R> walker, WriterOptions options) throws IOException {
        Objects.requireNonNull(out, "out");
        try {
            Shape.StructShape shape = WritableSchema.require(schema);
            ResolvedOptions resolved = ResolvedOptions.of(schema, options);
            RowGroupWriter rowGroup = new RowGroupWriter(schema, resolved.columns(), resolved.sortingColumns());
            ParquetWriter<R> writer =
                    new ParquetWriter<>(out, schema, shape, options, rowGroup, resolved.rowsToSort(), walker);
            FileLayout.writeMagic(out);
            return writer;
        } catch (IOException | RuntimeException e) {
            try {
                out.discard();
            } catch (IOException onDiscard) {
                e.addSuppressed(onDiscard);
            }
            throw e;
        }
    }

    /**
     * Adds a record.
     *
     * @throws InvalidRecordException when the record does not fit the schema; the file is unchanged
     */
    public void write(R record) throws IOException {
        requireOpen();
        try {
            shredder.shred(record);
        } catch (RuntimeException | Error e) {
            rowsTaken.rollBackRow();
            throw e;
        }
        rowsTaken.keepRow();
        rows++;
        if (rowsTaken.finishPagesIfFull(options.rowGroupBytesMax())
                || rowsToSort.isPresent() && rowsToSort.get().isFull()) {
            flushRowGroup();
        }
    }

    /** Rows that were accepted. */
    public long rows() {
        return rows;
    }

    /** Row groups that are in the output already. */
    public int rowGroups() {
        return written.size();
    }

    /** Heap that this file retains now, from a counter. */
    public long retainedBytes() {
        return fixedHeapBytes + rowGroupBytes();
    }

    /** Heap of the objects that a finished row group leaves behind. */
    private static long heapBytes(WrittenRowGroup finished) {
        long withIndexes = finished.chunks().stream()
                .filter(chunk -> chunk.offsetIndex().isPresent())
                .count();
        return (long) CHUNK_HEAP_BYTES * finished.chunks().size() + INDEXES_HEAP_BYTES * withIndexes;
    }

    /** The part of {@link #retainedBytes} that {@link #flushRowGroup} releases: buffers and finished pages. */
    public long rowGroupBytes() {
        return rowsTaken == rowGroup ? rowGroup.retainedBytes() : rowsTaken.retainedBytes() + rowGroup.retainedBytes();
    }

    /**
     * Length of the file if it were finished now, footer included. Finished pages count with their length, open ones
     * with an estimate from earlier pages or from measuring them. The cost grows with the number of columns, so wide
     * files should not ask for every record.
     */
    public long fileBytes() {
        if (state != State.OPEN) {
            return out.position();
        }
        long open = rowsToSort.map(RowsToSort::estimateBytes).orElseGet(rowGroup::estimateBytes);
        return out.position() + open + footerBytes;
    }

    /** Writes the open row group, if it has rows, and begins another. */
    public void flushRowGroup() throws IOException {
        finishRowGroup();
        state = State.FAILED;
        out.flush();
        state = State.OPEN;
    }

    private void finishRowGroup() throws IOException {
        requireOpen();
        if (rowsTaken.rows() > 0) {
            state = State.FAILED;
            if (rowsToSort.isPresent()) {
                rowsToSort.get().moveTo(rowGroup);
            }
            WrittenRowGroup finished = rowGroup.finish(out, written.size());
            written.add(finished);
            long bytes = FileLayout.footerBytes(finished);
            footerBytes += bytes;
            fixedHeapBytes += 2 * bytes + heapBytes(finished);
            state = State.OPEN;
        }
    }

    /** Adds key-value metadata to the footer. */
    public void putKeyValue(String key, String value) {
        requireOpen();
        keyValues.add(new KeyValue(key, Optional.of(value)));
        footerBytes += key.length() + value.length();
    }

    /**
     * Writes what is still open, the indexes and the footer. The output stays open, so that it can be synced.
     *
     * @return what the footer says
     */
    public FileMetadata finish() throws IOException {
        finishRowGroup();
        state = State.FAILED;
        List<RowGroupMetadata> rowGroups = FileLayout.writeIndexes(out, written);
        FileMetadata metadata = FileMetadata.builder()
                .version(2)
                .schema(schema)
                .rows(rows)
                .rowGroups(rowGroups)
                .keyValues(keyValues)
                .createdBy(Optional.of(CreatedBy.TEXT))
                .columnOrders(Collections.nCopies(schema.leaves().size(), ColumnOrder.TYPE_DEFINED))
                .build();
        FileLayout.writeFooter(out, metadata);
        out.flush();
        state = State.FINISHED;
        return metadata;
    }

    private void requireOpen() {
        switch (state) {
            case OPEN -> {}
            case FINISHED -> throw new UsageException(out.name() + ": is finished; open another file for more");
            case FAILED ->
                throw new UsageException(
                        out.name() + ": writing it failed before, so it cannot go on; discard it and begin another");
            case CLOSED -> throw new UsageException(out.name() + ": was closed unfinished; begin another");
        }
    }

    /** Closes the output; that of a file which was not finished is discarded ({@link OutputFile#discard}). */
    @Override
    public void close() throws IOException {
        if (state == State.FINISHED) {
            out.close();
        } else {
            state = State.CLOSED;
            out.discard();
        }
    }
}
