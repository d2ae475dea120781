package io.parquetry.format.internal.record;

import io.parquetry.format.internal.column.read.ColumnChunkReader;
import io.parquetry.format.model.RecordBuilder;
import io.parquetry.format.schema.Shape;
import java.io.IOException;
import java.util.List;

/**
 * Assembles records from the entries of all columns. The schema is compiled once into a tree of nodes, with the makers
 * of the host's {@link RecordBuilder}; each record is one walk over that tree.
 *
 * @param <R> the records
 */
public final class Assembler<R> {
    private final AssemblerNode<R> root;

    private Assembler(AssemblerNode<R> root) {
        this.root = root;
    }

    /** @param columns the readers of all leaves of the shape, in schema order */
    public static <R> Assembler<R> of(
            Shape.StructShape shape, RecordBuilder<R> builder, List<ColumnChunkReader> columns) {
        return new Assembler<>(new AssemblerCompiler<>(builder, columns).record(shape));
    }

    /** Starts a row group: the readers have just been opened on its chunks. */
    public void start() {
        for (EntryCursor cursor : root.cursors) {
            cursor.start();
        }
    }

    /**
     * Skips records. All records announced by {@link #expect} must have been read.
     *
     * @param rows fewer than the row group has left
     */
    public void skip(long rows) throws IOException {
        for (EntryCursor cursor : root.cursors) {
            cursor.skipRows(rows);
        }
    }

    /**
     * Announces how many records will be read before the next call of {@link #skip}, so that no values beyond them are
     * converted. Without this call, the rest of the row group is expected.
     */
    public void expect(long rows) {
        for (EntryCursor cursor : root.cursors) {
            cursor.expect(rows);
        }
    }

    /** Reads the next record; there must be one. */
    public R read() throws IOException {
        return root.read();
    }

    /** Checks that no column has entries behind the last record. */
    public void finish() throws IOException {
        for (EntryCursor cursor : root.cursors) {
            cursor.requireEnd();
        }
    }
}
