package io.parquetry.format.internal.record;

import io.parquetry.format.internal.column.write.BinaryColumnWriter;
import io.parquetry.format.internal.column.write.BooleanColumnWriter;
import io.parquetry.format.internal.column.write.ColumnChunkWriter;
import io.parquetry.format.internal.column.write.IntColumnWriter;
import io.parquetry.format.internal.column.write.LongColumnWriter;
import io.parquetry.format.model.RecordWalker.LeafAccess;
import io.parquetry.format.schema.Shape;

/**
 * Shreds the values of one leaf. There is one class for each pair of accessor and column type, so that {@link #write}
 * is the only virtual call for a value. The classes for boxed values need no accessor.
 */
abstract class LeafNode extends ShredderNode {
    private final ColumnChunkWriter entries;

    LeafNode(Shape.LeafShape shape, ColumnChunkWriter entries) {
        super(shape);
        this.entries = entries;
    }

    @Override
    final void writeAbsent(int repetitionLevel, int definitionLevel) {
        entries.addAbsent(repetitionLevel, definitionLevel);
    }

    /**
     * BOOLEAN through an accessor of the host.
     *
     * @param <V> type of the host's values
     */
    static final class OfBoolean<V> extends LeafNode {
        private final LeafAccess.OfBoolean<V> access;
        private final BooleanColumnWriter column;

        OfBoolean(Shape.LeafShape shape, LeafAccess.OfBoolean<V> access, BooleanColumnWriter column) {
            super(shape, column);
            this.access = access;
            this.column = column;
        }

        @Override
        void write(Object value, int repetitionLevel) {
            if (value == null) {
                writeNull(repetitionLevel);
            } else {
                column.add(repetitionLevel, access.booleanOf(ShredderNode.<V>as(value)));
            }
        }
    }

    /** INT32 from an Integer. */
    static final class OfInteger extends LeafNode {
        private final IntColumnWriter column;

        OfInteger(Shape.LeafShape shape, IntColumnWriter column) {
            super(shape, column);
            this.column = column;
        }

        @Override
        void write(Object value, int repetitionLevel) {
            if (value == null) {
                writeNull(repetitionLevel);
            } else {
                column.add(repetitionLevel, (int) (Integer) value);
            }
        }
    }

    /**
     * INT32 through an accessor of the host.
     *
     * @param <V> type of the host's values
     */
    static final class OfInt<V> extends LeafNode {
        private final LeafAccess.OfInt<V> access;
        private final IntColumnWriter column;

        OfInt(Shape.LeafShape shape, LeafAccess.OfInt<V> access, IntColumnWriter column) {
            super(shape, column);
            this.access = access;
            this.column = column;
        }

        @Override
        void write(Object value, int repetitionLevel) {
            if (value == null) {
                writeNull(repetitionLevel);
            } else {
                column.add(repetitionLevel, access.intOf(ShredderNode.<V>as(value)));
            }
        }
    }

    /**
     * FLOAT through an accessor of the host; the column keeps its bits.
     *
     * @param <V> type of the host's values
     */
    static final class OfFloat<V> extends LeafNode {
        private final LeafAccess.OfFloat<V> access;
        private final IntColumnWriter column;

        OfFloat(Shape.LeafShape shape, LeafAccess.OfFloat<V> access, IntColumnWriter column) {
            super(shape, column);
            this.access = access;
            this.column = column;
        }

        @Override
        void write(Object value, int repetitionLevel) {
            if (value == null) {
                writeNull(repetitionLevel);
            } else {
                column.add(repetitionLevel, Float.floatToRawIntBits(access.floatOf(ShredderNode.<V>as(value))));
            }
        }
    }

    /** INT64 from a Long. */
    static final class OfBoxedLong extends LeafNode {
        private final LongColumnWriter column;

        OfBoxedLong(Shape.LeafShape shape, LongColumnWriter column) {
            super(shape, column);
            this.column = column;
        }

        @Override
        void write(Object value, int repetitionLevel) {
            if (value == null) {
                writeNull(repetitionLevel);
            } else {
                column.add(repetitionLevel, (long) (Long) value);
            }
        }
    }

    /**
     * INT64 through an accessor of the host.
     *
     * @param <V> type of the host's values
     */
    static final class OfLong<V> extends LeafNode {
        private final LeafAccess.OfLong<V> access;
        private final LongColumnWriter column;

        OfLong(Shape.LeafShape shape, LeafAccess.OfLong<V> access, LongColumnWriter column) {
            super(shape, column);
            this.access = access;
            this.column = column;
        }

        @Override
        void write(Object value, int repetitionLevel) {
            if (value == null) {
                writeNull(repetitionLevel);
            } else {
                column.add(repetitionLevel, access.longOf(ShredderNode.<V>as(value)));
            }
        }
    }

    /** DOUBLE from a Double; the column keeps its bits. */
    static final class OfBoxedDouble extends LeafNode {
        private final LongColumnWriter column;

        OfBoxedDouble(Shape.LeafShape shape, LongColumnWriter column) {
            super(shape, column);
            this.column = column;
        }

        @Override
        void write(Object value, int repetitionLevel) {
            if (value == null) {
                writeNull(repetitionLevel);
            } else {
                column.add(repetitionLevel, Double.doubleToRawLongBits((Double) value));
            }
        }
    }

    /**
     * DOUBLE through an accessor of the host; the column keeps its bits.
     *
     * @param <V> type of the host's values
     */
    static final class OfDouble<V> extends LeafNode {
        private final LeafAccess.OfDouble<V> access;
        private final LongColumnWriter column;

        OfDouble(Shape.LeafShape shape, LeafAccess.OfDouble<V> access, LongColumnWriter column) {
            super(shape, column);
            this.access = access;
            this.column = column;
        }

        @Override
        void write(Object value, int repetitionLevel) {
            if (value == null) {
                writeNull(repetitionLevel);
            } else {
                column.add(repetitionLevel, Double.doubleToRawLongBits(access.doubleOf(ShredderNode.<V>as(value))));
            }
        }
    }

    /** BYTE_ARRAY from a String. */
    static final class OfString extends LeafNode {
        private final BinaryColumnWriter column;

        OfString(Shape.LeafShape shape, BinaryColumnWriter column) {
            super(shape, column);
            this.column = column;
        }

        @Override
        void write(Object value, int repetitionLevel) {
            if (value == null) {
                writeNull(repetitionLevel);
            } else {
                column.add(repetitionLevel, (String) value);
            }
        }
    }

    /**
     * BYTE_ARRAY from text of the host.
     *
     * @param <V> type of the host's values
     */
    static final class OfText<V> extends LeafNode {
        private final LeafAccess.OfText<V> access;
        private final BinaryColumnWriter column;

        OfText(Shape.LeafShape shape, LeafAccess.OfText<V> access, BinaryColumnWriter column) {
            super(shape, column);
            this.access = access;
            this.column = column;
        }

        @Override
        void write(Object value, int repetitionLevel) {
            if (value == null) {
                writeNull(repetitionLevel);
            } else {
                column.add(repetitionLevel, access.textOf(ShredderNode.<V>as(value)));
            }
        }
    }

    /**
     * BYTE_ARRAY or FIXED_LEN_BYTE_ARRAY from bytes of the host.
     *
     * @param <V> type of the host's values
     */
    static final class OfBytes<V> extends LeafNode {
        private final LeafAccess.OfBytes<V> access;
        private final BinaryColumnWriter column;

        OfBytes(Shape.LeafShape shape, LeafAccess.OfBytes<V> access, BinaryColumnWriter column) {
            super(shape, column);
            this.access = access;
            this.column = column;
        }

        @Override
        void write(Object value, int repetitionLevel) {
            if (value == null) {
                writeNull(repetitionLevel);
            } else {
                column.add(repetitionLevel, access.bytesOf(ShredderNode.<V>as(value)));
            }
        }
    }
}
