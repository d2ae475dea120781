package io.parquetry.format.internal.record;

import io.parquetry.format.internal.column.ColumnChunkReader;
import io.parquetry.format.model.RecordBuilder;
import io.parquetry.format.schema.Shape;
import java.io.IOException;
import java.util.List;

/**
 * Puts records together from the entries of all columns. The schema is compiled once into a tree of nodes, when the
 * host's builder is asked for its makers, and a record is one walk over that tree.
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

    /** Turns to the chunks that the readers have been turned to. */
    public void start() {
        for (EntryCursor cursor : root.cursors) {
            cursor.start();
        }
    }

    /**
     * Passes over the next records, all that were expected having been read.
     *
     * @param rows fewer than are left
     */
    public void skip(long rows) throws IOException {
        for (EntryCursor cursor : root.cursors) {
            cursor.skipRows(rows);
        }
    }

    /** Says that {@link #read} will be called so often before anything else is; unless it is said, there is no end of it. */
    public void expect(long rows) {
        for (EntryCursor cursor : root.cursors) {
            cursor.expect(rows);
        }
    }

    /** The next record; the caller knows that there is one. */
    public R read() throws IOException {
        return root.read();
    }

    /** Reads every column to its end, which checks that none of them has anything left. */
    public void finish() throws IOException {
        for (EntryCursor cursor : root.cursors) {
            cursor.requireEnd();
        }
    }
}
