package io.parquetry.format.file;

import io.parquetry.format.InvalidRecordException;
import io.parquetry.format.UsageException;
import io.parquetry.format.internal.column.ColumnChunkWriter;
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
 * <p>Invariants: (a) a record that is refused leaves no trace; (b) all options are settled before the first byte is
 * written; (c) after trouble with the output every further call is refused, since the file is then unfit. One thread at
 * a time.
 */
public final class ParquetWriter implements Closeable {
    private final OutputFile out;
    private final MessageType schema;
    private final WriterOptions options;
    private final RowGroupWriter rowGroup;
    private final Shredder shredder;
    private final List<WrittenRowGroup> written = new ArrayList<>();
    private final List<KeyValue> keyValues = new ArrayList<>();
    private long rows;
    private State state = State.OPEN;

    private enum State {
        OPEN,
        FINISHED,
        FAILED
    }

    private ParquetWriter(
            OutputFile out, MessageType schema, WriterOptions options, RowGroupWriter rowGroup, Shredder shredder) {
        this.out = out;
        this.schema = schema;
        this.options = options;
        this.rowGroup = rowGroup;
        this.shredder = shredder;
    }

    /**
     * Begins a file. The writer owns {@code out} from here on, also when this fails.
     *
     * @param walker takes the records apart that {@link #write} will be given
     * @throws UsageException when schema or options cannot be written
     */
    public static ParquetWriter create(OutputFile out, MessageType schema, RecordWalker walker, WriterOptions options)
            throws IOException {
        Objects.requireNonNull(out, "out");
        try {
            WritableSchema.require(schema);
            SettledOptions settled = SettledOptions.of(schema, options);
            RowGroupWriter rowGroup = new RowGroupWriter(schema, settled.columns(), settled.sortingColumns());
            List<ColumnChunkWriter> columns = schema.leaves().stream()
                    .map(leaf -> rowGroup.column(leaf.ordinal()))
                    .toList();
            Shredder shredder = Shredder.compile(Shape.of(schema), walker, columns);
            FileLayout.writeMagic(out);
            return new ParquetWriter(out, schema, options, rowGroup, shredder);
        } catch (IOException | RuntimeException e) {
            try (out) {
                throw e;
            }
        }
    }

    /**
     * Adds a record.
     *
     * @throws InvalidRecordException when it does not fit the schema; the file is as if it had never been offered
     */
    public void write(Object record) throws IOException {
        requireOpen();
        try {
            shredder.shred(record);
        } catch (RuntimeException | Error e) {
            rowGroup.takeBackRow();
            throw e;
        }
        rowGroup.keepRow();
        rows++;
        if (rowGroup.retainedBytes() >= options.rowGroupBytesMax()) {
            flushRowGroup();
        }
    }

    /** Rows that were accepted. */
    public long rows() {
        return rows;
    }

    /** Heap that buffers and finished pages hold now. */
    public long retainedBytes() {
        return rowGroup.retainedBytes();
    }

    /** Bytes the file would have at most if it ended here: open pages count as they are, the footer by its columns. */
    public long fileBytes() {
        return out.position()
                + (state == State.OPEN
                        ? rowGroup.pendingBytes() + FileLayout.footerEstimate(schema, written.size())
                        : 0);
    }

    /** Writes the open row group, if it has rows, and begins another. */
    public void flushRowGroup() throws IOException {
        requireOpen();
        if (rowGroup.rows() > 0) {
            state = State.FAILED;
            written.add(rowGroup.finish(out, written.size()));
            state = State.OPEN;
        }
    }

    /** Adds a note to the footer. */
    public void putKeyValue(String key, String value) {
        requireOpen();
        keyValues.add(new KeyValue(key, Optional.of(value)));
    }

    /**
     * Writes what is still open, the indexes and the footer. The output stays open, so that it can be synced.
     *
     * @return what the footer says
     */
    public FileMetadata finish() throws IOException {
        flushRowGroup();
        state = State.FAILED;
        List<RowGroupMetadata> rowGroups = FileLayout.writeIndexes(out, written);
        FileMetadata metadata = new FileMetadata(
                2,
                schema,
                rows,
                rowGroups,
                keyValues,
                Optional.of(CreatedBy.TEXT),
                Collections.nCopies(schema.leaves().size(), ColumnOrder.TYPE_DEFINED));
        FileLayout.writeFooter(out, metadata);
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
        }
    }

    /** Closes the output. A file that was not finished has no footer and cannot be read. */
    @Override
    public void close() throws IOException {
        if (state == State.OPEN) {
            state = State.FAILED;
        }
        out.close();
    }
}
