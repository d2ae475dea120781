package io.parquetry.format.internal.record;

import io.parquetry.format.CorruptFileException;
import io.parquetry.format.UnsupportedFeatureException;
import io.parquetry.format.internal.column.ColumnBatch;
import io.parquetry.format.internal.column.ColumnChunkReader;
import io.parquetry.format.model.RecordBuilder;
import io.parquetry.format.schema.Shape;
import java.io.IOException;
import java.util.List;

/**
 * Puts records together whose fields are all leaves without repetition, so that every column has one entry for each. A
 * block of records is made at once, column by column: objects go from the arrays of a column straight to their fields.
 */
final class FlatAssembler extends Assembler {
    private static final int RECORDS_MAX = 128;

    private final RecordBuilder.StructMaker maker;
    private final Column[] columns;
    private Object[] records = {};
    private int next;
    private long expected = Long.MAX_VALUE;

    FlatAssembler(Shape.StructShape shape, RecordBuilder builder, List<ColumnChunkReader> readers) {
        maker = builder.struct(shape);
        columns = new Column[readers.size()];
        for (int i = 0; i < columns.length; i++) {
            Shape.LeafShape leaf = (Shape.LeafShape) shape.fields().get(i);
            ObjectMaker objects = ObjectMaker.of(leaf.column(), builder.leaf(leaf));
            columns[i] = new Column(readers.get(i), objects, new ObjectMaker.Fields(maker, i));
        }
    }

    static boolean fits(Shape.StructShape shape) {
        return !shape.fields().isEmpty() && shape.fields().stream().allMatch(field -> field instanceof Shape.LeafShape);
    }

    @Override
    public void start() {
        records = new Object[0];
        next = 0;
        expected = Long.MAX_VALUE;
        for (Column column : columns) {
            column.start();
        }
    }

    @Override
    public void skip(long rows) throws IOException {
        for (Column column : columns) {
            column.skip(rows);
        }
    }

    @Override
    public void expect(long rows) {
        expected = rows;
    }

    @Override
    public Object read() throws IOException {
        if (next == records.length) {
            makeRecords();
        }
        return maker.finish(records[next++]);
    }

    private void makeRecords() throws IOException {
        int count = (int) Math.min(RECORDS_MAX, expected);
        for (Column column : columns) {
            count = column.ready(count);
        }
        Object[] made = new Object[count];
        for (int i = 0; i < count; i++) {
            made[i] = maker.create();
        }
        for (Column column : columns) {
            column.put(made);
        }
        records = made;
        next = 0;
        expected -= count;
    }

    @Override
    public void finish() throws IOException {
        for (Column column : columns) {
            column.requireEnd();
        }
    }

    /** A column, and where in its batch it stands. */
    static final class Column {
        private final ColumnChunkReader reader;
        private final ColumnBatch batch;
        private final ObjectMaker maker;
        private final ObjectMaker.Fields target;
        private int position;
        private int entries;

        Column(ColumnChunkReader reader, ObjectMaker maker, ObjectMaker.Fields target) {
            this.reader = reader;
            this.batch = reader.batch();
            this.maker = maker;
            this.target = target;
        }

        void start() {
            position = 0;
            entries = 0;
        }

        void skip(long rows) throws IOException {
            int inBatch = (int) Math.min(rows, entries - position);
            maker.skip(batch, position, position + inBatch);
            position += inBatch;
            if (inBatch < rows) {
                reader.skipRows(rows - inBatch);
                load();
            }
        }

        private boolean load() throws IOException {
            boolean more = reader.next();
            position = more ? batch.first() : 0;
            entries = more ? batch.entries() : 0;
            if (more) {
                maker.start(batch);
            }
            return more;
        }

        /** How many of the next {@code count} entries can be made at once; at least one. */
        int ready(int count) throws IOException {
            if (position == entries) {
                if (!load()) {
                    throw new CorruptFileException(reader.place(), "the column ends before its row group does");
                }
            }
            int to = Math.min(entries, position + count);
            return maker.limit(batch, position, to) - position;
        }

        void put(Object[] structs) {
            target.start(structs, position);
            try {
                maker.make(batch, position, position + structs.length, target);
            } catch (UnsupportedFeatureException e) {
                throw e.at(reader.place());
            }
            position += structs.length;
        }

        void requireEnd() throws IOException {
            if (position < entries || reader.next()) {
                throw new CorruptFileException(
                        reader.place(), "the column goes on behind the last row of its row group");
            }
        }
    }
}
