package io.parquetry.connect.source.send;

import io.parquetry.connect.common.data.StoredRecord;
import io.parquetry.connect.common.data.StoredRecord.KafkaMetadata;
import java.util.IdentityHashMap;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Header;

/**
 * Estimates the size of a record, as {@link ValueSize} counts it, to limit batches of large records. It is not exact:
 * of records that cannot be large, one in {@value #EXACT_EVERY} is measured, and the ones after it count the same.
 */
public final class SourceRecordSize {
    private static final int EXACT_EVERY = 256;

    private final long smallBytesMax;
    private final int word;
    private final ValueSize ofHeader;
    private final Sizes values;
    private final Sizes keys;
    private int unmeasured = EXACT_EVERY;
    private long lastBytes;

    private SourceRecordSize(long smallBytesMax, int word) {
        this.smallBytesMax = smallBytesMax;
        this.word = word;
        this.ofHeader = ValueSize.forSchema(null, word);
        this.values = new Sizes(word);
        this.keys = new Sizes(word);
    }

    /**
     * The bytes that are sent.
     *
     * @param smallBytesMax a record up to this size is not large; 0 to measure every record
     */
    public static SourceRecordSize sent(long smallBytesMax) {
        return new SourceRecordSize(smallBytesMax, ValueSize.SENT_WORD_BYTES);
    }

    /** The texts and bytes alone, which a converter may lengthen and does not shorten. */
    public static SourceRecordSize ofTexts() {
        return new SourceRecordSize(0, 0);
    }

    /** The bytes that the record takes in memory, with its objects; the limit is as for {@link #sent}. */
    public static SourceRecordSize inMemory(long smallBytesMax) {
        return new SourceRecordSize(smallBytesMax, ValueSize.HEAP_WORD_BYTES);
    }

    /** The size of values by their schema. Each file has schemas of its own, and rows of several files come in turn. */
    private static final class Sizes {
        private static final int SCHEMAS_MAX = 64;

        private final int word;
        private final Map<Schema, ValueSize> bySchema = new IdentityHashMap<>();
        private Schema schema;
        private ValueSize size;

        Sizes(int word) {
            this.word = word;
            this.size = ValueSize.forSchema(null, word);
        }

        long of(Schema of, Object value, int longest) {
            if (of != schema) {
                schema = of;
                size = sizeOf(of);
            }
            return size.of(value, longest);
        }

        private ValueSize sizeOf(Schema of) {
            if (bySchema.size() == SCHEMAS_MAX) {
                bySchema.clear();
            }
            return bySchema.computeIfAbsent(of, any -> ValueSize.forSchema(any, word));
        }
    }

    public long of(StoredRecord record) {
        if (++unmeasured >= EXACT_EVERY || bound(record) > smallBytesMax) {
            unmeasured = 0;
            lastBytes = exact(record);
        }
        return lastBytes;
    }

    /** The size of a record if it is more than a limit; otherwise 0, for less time. */
    public long above(StoredRecord record, long limit) {
        return bound(record) > limit ? exact(record) : 0;
    }

    private long bound(StoredRecord record) {
        int longest = record.longest();
        long bytes = values.of(record.valueSchema(), record.value(), longest);
        if (record.kafka().isPresent()) {
            KafkaMetadata kafka = record.kafka().get();
            bytes += keys.of(kafka.keySchema(), kafka.key(), longest) + headers(kafka) * header(longest);
        }
        return bytes;
    }

    private static long headers(KafkaMetadata kafka) {
        return kafka.headers().isEmpty() ? 0 : kafka.headers().size();
    }

    /** A header value that is not text is JSON, in which each value takes at least one letter. */
    private long header(long longest) {
        return longest + word * (longest + 1);
    }

    private long exact(StoredRecord record) {
        long bytes = values.of(record.valueSchema(), record.value(), ValueSize.EXACT);
        if (record.kafka().isPresent()) {
            KafkaMetadata kafka = record.kafka().get();
            bytes += keys.of(kafka.keySchema(), kafka.key(), ValueSize.EXACT);
            for (Header header : kafka.headers()) {
                bytes += header.key().length() + ofHeader.of(header.value(), ValueSize.EXACT);
            }
        }
        return bytes;
    }
}
