package io.parquetry.format.internal.column;

import io.parquetry.format.internal.encoding.ByteAppender;
import io.parquetry.format.internal.encoding.Growth;
import io.parquetry.format.internal.encoding.LongDictionary;
import io.parquetry.format.internal.encoding.ValueEncoders;
import io.parquetry.format.internal.statistics.BloomFilterBuilder;
import io.parquetry.format.internal.statistics.LongMinMax;
import io.parquetry.format.internal.statistics.MinMax;
import java.util.Arrays;

/** INT64, and DOUBLE as its bits. */
public final class LongColumnWriter extends DictionaryColumnWriter {
    private static final long[] NONE = {};

    private final ValueEncoders.OfLongs encoder;
    /** The values that wait. */
    private long[] buffer = NONE;
    /** Null before the first value is looked up. */
    private LongDictionary dictionary;

    LongColumnWriter(ColumnContext context) {
        super(context);
        encoder = ValueEncoders.longs(settings.encoding(), column.type().physicalType());
    }

    public void add(int repetitionLevel, long value) {
        addPresent(repetitionLevel);
        int waiting = waiting();
        if (waiting == buffer.length) {
            grow(waiting + 1);
        }
        buffer[waiting] = value;
        values++;
    }

    private void grow(int needed) {
        int capacity = Growth.capacity(buffer.length, needed);
        retained.add(Long.BYTES * ((long) capacity - buffer.length));
        buffer = Arrays.copyOf(buffer, capacity);
    }

    @Override
    int waitingBytes() {
        return waiting() * Long.BYTES;
    }

    @Override
    boolean blockIsLarge() {
        return false;
    }

    @Override
    void startBlock() {}

    @Override
    void lookUp() {
        int waiting = waiting();
        if (waiting == 0) {
            return;
        }
        if (dictionary == null) {
            dictionary = new LongDictionary(retained);
        }
        dictionary.lookUp(buffer, waiting, indexes.room(waiting), indexes.count());
        indexes.advance(waiting);
    }

    @Override
    void layOut() {
        int count = indexes.count();
        if (count > buffer.length) {
            grow(count);
        }
        for (int i = 0; i < count; i++) {
            buffer[i] = dictionary.values()[indexes.array()[i]];
        }
        indexes.clear();
    }

    @Override
    void addWaitingTo(DistinctSample distinct, int from) {
        for (int i = from; i < waiting(); i++) {
            distinct.add(buffer[i]);
        }
    }

    @Override
    void dropDictionary() {
        if (dictionary != null) {
            retained.add(-dictionary.retainedBytes());
            dictionary = null;
        }
    }

    @Override
    int dictionaryBytes() {
        return dictionarySize() * Long.BYTES;
    }

    @Override
    int dictionarySize() {
        return dictionary == null ? 0 : dictionary.size();
    }

    @Override
    void takeBackValues(int firstValue) {}

    @Override
    void encodeWaiting(ByteAppender body) {
        encoder.encode(buffer, waiting(), body);
    }

    @Override
    MinMax pageBounds() {
        LongMinMax bounds = new LongMinMax(settings.order());
        if (!hasDictionary()) {
            bounds.addAll(buffer, values);
        } else if (dictionary != null) {
            bounds.addAll(dictionary.values(), indexes.array(), values);
        }
        return bounds;
    }

    @Override
    long unencodedBytes() {
        return 0;
    }

    @Override
    void encodeDictionary(ByteAppender body) {
        if (dictionary != null) {
            body.putLongs(dictionary.values(), dictionary.size());
        }
    }

    @Override
    void addValuesTo(BloomFilterBuilder filter) {
        filter.add(buffer, values);
    }

    @Override
    void addDictionaryTo(BloomFilterBuilder filter) {
        if (dictionary != null) {
            filter.add(dictionary.values(), dictionary.size());
        }
    }

    @Override
    void clearValues() {
        indexes.clear();
    }

    @Override
    void release() {
        retained.add(-Long.BYTES * (long) buffer.length);
        buffer = NONE;
        dropDictionary();
    }
}
