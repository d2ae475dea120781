package io.parquetry.format.internal.record;

import io.parquetry.format.internal.column.ColumnChunkReader;
import io.parquetry.format.model.RecordBuilder;
import io.parquetry.format.schema.Shape;
import java.io.IOException;
import java.util.List;

/**
 * Puts records together from the entries of all columns. The schema is compiled once, when the host's builder is asked
 * for its makers.
 */
public abstract sealed class Assembler permits FlatAssembler, TreeAssembler {
    /** @param columns the readers of all leaves of the shape, in schema order */
    public static Assembler of(Shape.StructShape shape, RecordBuilder builder, List<ColumnChunkReader> columns) {
        return FlatAssembler.fits(shape)
                ? new FlatAssembler(shape, builder, columns)
                : new TreeAssembler(shape, builder, columns);
    }

    /** Turns to the chunks that the readers have been turned to. */
    public abstract void start();

    /**
     * Passes over the next records, all that were expected having been read.
     *
     * @param rows fewer than are left
     */
    public abstract void skip(long rows) throws IOException;

    /** Says that {@link #read} will be called so often before anything else is; unless it is said, there is no end of it. */
    public abstract void expect(long rows);

    /** The next record; the caller knows that there is one. */
    public abstract Object read() throws IOException;

    /** Reads every column to its end, which checks that none of them has anything left. */
    public abstract void finish() throws IOException;
}
